/** Reads the hashes of the later files of `florin.js`, for `florin.classic.js`: docs/decisions/0011-integrity.md. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import type { Pins } from '../src/widget/load-pinned.js';

const LATER = /^florin-(?!isolated|frame\.js|pages)[a-z-]+\.js$/;

/** By file: its hash, and its static imports, with theirs. */
export function readPins(folder: string): Pins {
  const names = readdirSync(folder).filter((name) => LATER.test(name));
  const codes = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const needsOf = (name: string): string[] => {
    const own = parseAst(codes.get(name) ?? '').body.flatMap((node) =>
      node.type === 'ImportDeclaration' ? [node.source.value.replace('./', '')] : [],
    );
    return [...new Set(own.flatMap((file) => [file, ...needsOf(file)]))];
  };
  return Object.fromEntries(
    [...codes].map(([name, code]) => [
      name,
      // The shortest hash that browsers accept: the classic script contains one for each part and each language.
      [`sha256-${createHash('sha256').update(code).digest('base64')}`, ...needsOf(name)] as const,
    ]),
  );
}
