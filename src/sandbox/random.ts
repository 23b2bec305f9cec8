/** Source of the sandbox's keys and numbers, injected so that tests can predict them. */
export interface Random {
  /** A lower-case GUID with hyphens. */
  uuid(): string;
  /** The given number of decimal digits; the first may be 0. */
  digits(length: number): string;
}

/** Bytes per call to the platform: a call costs more than its bytes. */
const POOL_BYTES = 1_024;

function createDigits(): (length: number) => string {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (length) => {
    if (used + length > POOL_BYTES) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    let digits = '';
    // 256 is not a multiple of 10, so the digits are slightly biased. They are labels, not secrets.
    for (const byte of pool.subarray(used, used + length)) digits += String(byte % 10);
    used += length;
    return digits;
  };
}

/** Random values of the platform's `crypto`. */
export const platformRandom: Random = { uuid: () => crypto.randomUUID(), digits: createDigits() };
