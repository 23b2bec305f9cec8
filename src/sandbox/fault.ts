/** A refusal by a rule of the service, with the service's own code. Each dialect renders it in one place. */
import { API_CODES, type ApiCode } from '../wire/codes.js';

/** Thrown by operations and readers; never leaves the sandbox. */
export class SandboxFault extends Error {
  /** `APIResponse.ResponseCode`. */
  readonly apiCode: ApiCode;

  /**
   * @param apiCode a code of wire/rest.md section 8
   * @param detail added in brackets to the code's own text, for codes whose text says too little
   */
  constructor(apiCode: ApiCode, detail?: string) {
    super(detail === undefined ? API_CODES[apiCode] : `${API_CODES[apiCode]} (${detail})`);
    this.name = 'SandboxFault';
    this.apiCode = apiCode;
  }
}

/** Thrown instead of an answer when the sandbox was told to drop connections: what `fetch` calls a network error. */
export class DroppedConnection extends TypeError {
  constructor() {
    super('The sandbox dropped the connection, as it was told to');
    this.name = 'DroppedConnection';
  }
}
