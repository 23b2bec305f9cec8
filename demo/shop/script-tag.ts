/** The classic script tag with its hash, as Florin's build has written it (`florin/integrity.json`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { raw } from 'hono/html';
import type { Html } from './pages/html.js';

/**
 * Reads the tag.
 * @param kit the folder of Florin's scripts
 * @param base where the shop serves that folder, with a slash at the end
 * @param origins the addresses that Florin may use on the shop's pages
 */
export function readScriptTag(kit: string, base: string, origins: string): Html {
  const { tags } = JSON.parse(readFileSync(join(kit, '../integrity.json'), 'utf8')) as {
    tags: { classic: { tag: string } };
  };
  return raw(tags.classic.tag.replace('@', base).replace('<script ', `<script data-florin-origins="${origins}" `));
}
