/** Florin's script tag with its hash, and the hashes of its styles, as its build has written them (`florin/integrity.json`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { raw } from 'hono/html';
import type { Html } from '../ways/html.js';

interface Integrity {
  readonly tags: { readonly classic: { readonly tag: string } };
  readonly styles: readonly { readonly integrity: string }[];
}

const readIntegrity = (kit: string): Integrity =>
  JSON.parse(readFileSync(join(kit, '../integrity.json'), 'utf8')) as Integrity;

/** Reads the hashes of the style elements of a form that a server has rendered. */
export const readStyleHashes = (kit: string): readonly string[] =>
  readIntegrity(kit).styles.map(({ integrity }) => integrity);

/**
 * Reads the tag.
 * @param kit the folder of Florin's scripts, which the shop serves at `/florin/`
 * @param origins the addresses that Florin may use on the shop's pages
 */
export function readScriptTag(kit: string, origins: string): Html {
  const { tags } = readIntegrity(kit);
  return raw(
    tags.classic.tag.replace('@', '/florin/').replace('<script ', `<script data-florin-origins="${origins}" `),
  );
}
