/** A refusal of the back office itself, with its HTTP status. Refusals of the service's rules are SandboxFaults. */
export class OfficeFault extends Error {
  readonly status: 401 | 403 | 404 | 409 | 429;
  /** For 429: seconds to wait. */
  readonly retryAfter: number | undefined;

  constructor(status: OfficeFault['status'], message: string, retryAfter?: number) {
    super(message);
    this.name = 'OfficeFault';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
