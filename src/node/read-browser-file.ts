import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const here = createRequire(import.meta.url);
/** Of the package and of the command's bundle; of a source tree that was built before. */
const FOLDERS = ['../browser/', '../../dist/browser/'];

/** Text of a built browser file of this package; undefined where there is none. */
export function readBrowserFile(name: string): string | undefined {
  for (const folder of FOLDERS) {
    try {
      return readFileSync(new URL(folder + name, import.meta.url), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

/** Text of a file of the package `florin`, which has the browser's side. */
export function readPageFile(name: string): string {
  return readFileSync(here.resolve(`florin/${name}`), 'utf8');
}
