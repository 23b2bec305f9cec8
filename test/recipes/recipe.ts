/** The files of a recipe, run unchanged: each code block whose first line is a comment with `recipe:` and the file's name. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn, type ChildProcess } from 'node:child_process';
import { waitForEnd, type CommandResult } from '../cli/florin-process.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const DEMO_ACCOUNT = {
  FLORIN_MERCHANT_NUMBER: '5353109000000000',
  FLORIN_USERNAME: 'demo-api',
  FLORIN_PASSWORD: 'Demo-Password-1',
};
const BLOCK = /^```.*\n((?:<!doctype html>\n|<\?php\n)?(?:\/\/|\/\*|#|<!--|--) recipe: ([^\s,]+).*\n[^]*?)^```/gm;

/** Files of pages in `docs/recipes`, by name. @throws RangeError for a page without files */
export function readRecipe(...pages: readonly string[]): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const page of pages) {
    const blocks = [...readFileSync(join(ROOT, `docs/recipes/${page}.md`), 'utf8').matchAll(BLOCK)];
    if (blocks.length === 0) throw new RangeError(`docs/recipes/${page}.md has no file`);
    for (const [, code = '', name = ''] of blocks) files[name] = code;
  }
  return files;
}

/** A shop's folder. */
export interface RecipeFolder {
  readonly path: string;
  /** Writes more files. */
  write(files: Readonly<Record<string, string>>): void;
  /** Starts a program in the folder. */
  start(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** Runs a file of the folder with Node to its end. */
  run(file: string, env?: Readonly<Record<string, string>>): Promise<CommandResult>;
  /** Kills what still runs, and removes the folder. */
  remove(): void;
}

/** Writes files into a folder of this tree, where the built packages are found. `serviceUrl` is that of the sandbox. */
export function writeRecipe(files: Readonly<Record<string, string>>, serviceUrl: string): RecipeFolder {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  const path = mkdtempSync(join(ROOT, 'build/recipe-'));
  const write: RecipeFolder['write'] = (more) => {
    for (const [name, text] of Object.entries(more)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    }
  };
  write(files);
  const children: ChildProcess[] = [];
  const start: RecipeFolder['start'] = (program, args, env = {}) => {
    const account = { ...DEMO_ACCOUNT, FLORIN_BASE_URL: serviceUrl };
    const child = spawn(program, args, { cwd: path, env: { ...process.env, ...account, ...env }, detached: true });
    children.push(child);
    return child;
  };
  return {
    path,
    write,
    start,
    run: (file, env) => waitForEnd(start(process.execPath, [file], env)),
    remove() {
      // Each has a group of its own, with the servers that `go run` and PHP start.
      for (const { pid, exitCode, signalCode } of children) {
        if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
      }
      rmSync(path, { recursive: true, force: true });
    },
  };
}
