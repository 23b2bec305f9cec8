import { readFileSync } from 'node:fs';

/** From the package and from the command's bundle; from a source tree that was built before. */
const FOLDERS = ['../browser/', '../../dist/browser/'];

/** Text of a built browser file; undefined where there is none. */
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
