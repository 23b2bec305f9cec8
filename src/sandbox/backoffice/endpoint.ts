/** Types of an endpoint of the back office. */

/** An endpoint: what it takes and what it answers. */
export interface Endpoint<Body, Answer> {
  readonly body: Body;
  readonly answer: Answer;
}

/** The answer of an endpoint that only does something. */
export interface Done {
  readonly ok: true;
}
