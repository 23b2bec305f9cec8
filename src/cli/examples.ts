/** The examples at the end of a command's help, for its `addHelpText('after', …)`. Each begins with `florin`. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
