/** Finds the built bundle of the pages: beside the package's own files, or in a source tree that was built before. */
import { readFileSync } from 'node:fs';

const PLACES = ['../../browser/florin-pages.js', '../../../dist/browser/florin-pages.js'];

/** Text of the bundle; undefined where there is none, and the pages then work as plain forms. */
export function readPageScript(): string | undefined {
  for (const place of PLACES) {
    try {
      return readFileSync(new URL(place, import.meta.url), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}
