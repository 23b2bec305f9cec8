/** The result of a check of `florin doctor`. */
export interface Finding {
  readonly check: string;
  /** `skipped`: not checked, because of an earlier finding. */
  readonly status: 'ok' | 'bad' | 'skipped';
  readonly message: string;
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message });
export const bad = (check: string, message: string): Finding => ({ check, status: 'bad', message });
