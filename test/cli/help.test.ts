/** Every page of `--help` has examples. */
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { createSoapProgram } from '../../src/cli/soap-operations.js';

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  return help;
}

/** `soap` passes all its arguments on. */
const commandsIn = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(commandsIn)];
const PAGES = [
  ...commandsIn(createProgram()).filter((command) => command.name() !== 'soap'),
  createSoapProgram(() => false),
];
const pathOf = (command: Command): string => `${command.parent ? `${pathOf(command.parent)} ` : ''}${command.name()}`;

describe('the help', () => {
  it.each(PAGES.map((page) => [pathOf(page), page] as const))('of %s has examples of it', (path, page) => {
    const [, examples = ''] = /^Examples?:\n((?: {2}.*\n?)+)/m.exec(helpOf(page)) ?? [];
    expect(examples).toContain(path);
  });
});
