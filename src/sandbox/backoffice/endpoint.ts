/** Types of an endpoint of the back office. */

/** An endpoint: what it takes and what it answers. An endpoint by another method than GET is an action. */
export interface Endpoint<Body, Answer> {
  readonly body: Body;
  readonly answer: Answer;
}

/** An endpoint that is no action whatever its method: it only reads, or it begins or ends a session. */
export interface Query<Body, Answer> extends Endpoint<Body, Answer> {
  readonly isQuery: true;
}

/** The answer of an endpoint that only does something. */
export interface Done {
  readonly ok: true;
}

/** The outcome of a transaction in plain words. */
export interface Explanation {
  readonly why: string;
  /** What the merchant can do. */
  readonly todo: string;
}
