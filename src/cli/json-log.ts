/** Records as JSON lines on standard error: standard output says what a command is for. */
export function writeJsonLine(entry: Readonly<Record<string, unknown>>): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
}
