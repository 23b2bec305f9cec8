// @ts-check
/** Plants a fault, which environment variables name, into a built module of a child process while Node loads it. */
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env['FLORIN_FAULT_FILE']) register(import.meta.url);

/**
 * A module hook of Node.
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => Promise<{ source?: string | ArrayBuffer | Uint8Array, format: string }>} nextLoad
 */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const { FLORIN_FAULT_FILE: file, FLORIN_FAULT_FIND: find, FLORIN_FAULT_REPLACE: replace } = process.env;
  if (!file || find === undefined || replace === undefined || !loaded.source) return loaded;
  const built = file.replace(/^src\//, '/dist/').replace(/\.ts$/, '.js');
  if (!url.endsWith(built)) return loaded;
  const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`planted fault: ${built} holds the snippet ${parts.length - 1} times`);
  if (process.env['FLORIN_FAULT_MARK']) appendFileSync(process.env['FLORIN_FAULT_MARK'], `${built}\n`);
  return { ...loaded, source: parts.join(replace) };
}
