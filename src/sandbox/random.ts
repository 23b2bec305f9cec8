/** Where the sandbox's keys and numbers come from: an argument, so that a test can foresee them. */
export interface Random {
  /** A lower-case GUID with hyphens. */
  uuid(): string;
  /** So many decimal digits, the first may be 0. */
  digits(length: number): string;
}

/** Bytes asked for at once: each call of the platform costs more than the bytes. */
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
    // 256 is no multiple of 10, so the digits are a trifle uneven: they are labels, not secrets.
    for (const byte of pool.subarray(used, used + length)) digits += String(byte % 10);
    used += length;
    return digits;
  };
}

/** Randomness of the platform's cryptography. */
export const platformRandom: Random = { uuid: () => crypto.randomUUID(), digits: createDigits() };
