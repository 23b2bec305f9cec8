/** `florin browser-files`: copies the files of the browser-tab sandbox to a shop's static files. docs/guides/browser-tab.md. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readBrowserFile } from '../node/read-browser-file.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { line, messageOf, print } from './printable.js';

/** The files, with their purpose. */
const FILES = {
  'florin-sandbox-worker.js': 'the worker: pages in this folder and below can use it',
  'florin-sandbox.js': 'startBrowserSandbox, for pages without a bundler',
} as const;

function copy(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, purpose] of Object.entries(FILES)) {
    const text = readBrowserFile(name);
    if (text === undefined) throw new Error(`${name} is missing in florin-server`);
    const path = join(folder, name);
    const isSame = existsSync(path) && readFileSync(path, 'utf8') === text;
    if (!isSame) writeFileSync(path, text);
    print(line`${path} ${isSame ? 'is up to date' : 'is written'}: ${purpose}`);
  }
}

export function addBrowserFilesCommand(program: Command): void {
  program
    .command('browser-files')
    .description('Copies the sandbox of a browser tab to static pages; again after each update of florin-server.')
    .argument('<folder>', 'of the pages, such as public')
    .addHelpText(
      'after',
      `
Examples:
  $ florin browser-files public`,
    )
    .action((folder: string) => {
      try {
        copy(folder);
      } catch (error) {
        throw new CommandEnd(EXIT.usage, messageOf(error));
      }
    });
}
