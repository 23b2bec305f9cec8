import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const here = createRequire(import.meta.url);
/** The folder of built files: in the package and the command's bundle, and in a source tree. */
const FOLDERS = ['../browser/', '../../dist/browser/'];

/** The text of a built browser file of this package; undefined if it does not exist. */
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

/** The text of a file of the package `florin`, which has the files for pages. */
export function readPageFile(name: string): string {
  return readFileSync(here.resolve(`florin/${name}`), 'utf8');
}
