import type { Command } from 'commander';

/** Adds examples to the end of a command's help. Each begins with `florin`. */
export function addExamples<Each extends Command>(command: Each, ...examples: readonly string[]): Each {
  return command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`);
}
