/** Ends a process that serves: once in peace, and at once on the second signal. */
export function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = (): void => {
    // A second signal is for those who do not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`florin: ${error instanceof Error ? error.message : String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
