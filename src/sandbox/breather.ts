/** Long work in pieces: between two of them the event loop serves whoever else is waiting. */

/** Lets all else that is ready go first. */
export function takeBreath(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
