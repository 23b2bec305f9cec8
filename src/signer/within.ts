/**
 * Waits for work at most this long. The work is not cancelled: it continues after the time.
 *
 * @returns the result of the work, or undefined after `milliseconds`
 * @throws errors of the work within the time
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), milliseconds)));
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
