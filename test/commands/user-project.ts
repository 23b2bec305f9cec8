/** A user's project in which the packed files are installed, by one of the package managers. */
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Ran {
  readonly code: number;
  /** Standard output and standard error. */
  readonly output: string;
}

export interface Project {
  readonly folder: string;
  write(file: string, text: string): void;
  run(program: string, ...words: readonly string[]): Promise<Ran>;
  /** Runs a module of a user. */
  node(text: string): Promise<Ran>;
}

/** How long an installation may take, with a registry that is slow. */
const MINUTES_3 = 180_000;

/** @param manifest more members of package.json */
export function createProject(manifest: object = {}): Project {
  const folder = mkdtempSync(join(tmpdir(), 'florin-user-'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('package.json', JSON.stringify({ name: 'user', private: true, type: 'module', ...manifest }));
  const run = (program: string, ...words: readonly string[]) =>
    new Promise<Ran>((resolve) => {
      const options = { cwd: folder, timeout: MINUTES_3, env: { ...process.env, NODE_ENV: '' } };
      execFile(program, words, options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
      );
    });
  return {
    folder,
    write,
    run,
    node(text) {
      write('user.mjs', text);
      return run(process.execPath, 'user.mjs');
    },
  };
}

/** Packs both packages into a new folder. */
export async function packBoth(): Promise<{ readonly folder: string; readonly page: string; readonly server: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-packed-'));
  // In a process of its own: it imports built modules, which this one would transform.
  const program = "import { pack } from './tools/pack.mjs'; console.log(JSON.stringify(await pack(process.argv[1])));";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, folder]);
  const packed = JSON.parse(stdout) as readonly { name: string; filename: string }[];
  const fileOf = (wanted: string) => join(folder, packed.find(({ name }) => name === wanted)!.filename);
  return { folder, page: fileOf('florin'), server: fileOf('florin-server') };
}

/** The packages in a `node_modules` of npm, those inside others too. */
export function packagesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : [name],
    )
    .flatMap((name) => [name, ...packagesIn(join(folder, name, 'node_modules'))]);
}

/** Megabytes that all files in a folder take on the disk, in whole blocks. */
export function megabytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).blocks * 512, 0) / 1e6;
}
