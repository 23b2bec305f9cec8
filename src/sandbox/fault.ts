/** A refusal by a rule of the service, with the service's own code. Each dialect renders it in one place. */
import { API_CODES, type ApiCode } from '../wire/codes.js';

/** Detail for an amount that is too large: the wire has 64 bits, the sandbox 53. docs/wire/rest.md, "Deliberate departures". */
export const TOO_LARGE = `this sandbox accepts at most ${Number.MAX_SAFE_INTEGER}`;

/** Thrown by operations and readers. It never leaves the sandbox. */
export class SandboxFault extends Error {
  /** `APIResponse.ResponseCode`. */
  readonly apiCode: ApiCode;

  /**
   * @param apiCode a code of docs/wire/rest.md section 8
   * @param detail added in parentheses to the text of the code
   */
  constructor(apiCode: ApiCode, detail?: string) {
    super(detail === undefined ? API_CODES[apiCode] : `${API_CODES[apiCode]} (${detail})`);
    this.name = 'SandboxFault';
    this.apiCode = apiCode;
  }
}

/** Thrown when the sandbox drops the connection on purpose. `fetch` reports it as a network error. */
export class DroppedConnection extends TypeError {
  constructor() {
    super('The sandbox dropped the connection on purpose');
    this.name = 'DroppedConnection';
  }
}
