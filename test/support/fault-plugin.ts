/**
 * Plants one fault into a module while it is loaded, to show that a promise's test then fails.
 * `tools/faults.mjs` selects the fault by environment variables; without them nothing happens.
 */
import { appendFileSync } from 'node:fs';

interface TransformPlugin {
  name: string;
  enforce: 'pre';
  transform(code: string, id: string): { code: string; map: null } | undefined;
}

export function faultPlugin(): TransformPlugin {
  const { FLORIN_FAULT_FILE: file, FLORIN_FAULT_FIND: find, FLORIN_FAULT_REPLACE: replace } = process.env;
  return {
    name: 'florin-planted-fault',
    enforce: 'pre',
    transform(code, id) {
      if (!file || find === undefined || replace === undefined || !id.split('?')[0]?.endsWith(file)) return undefined;
      const parts = code.split(find);
      if (parts.length !== 2) throw new Error(`planted fault: ${file} holds the snippet ${parts.length - 1} times`);
      if (process.env['FLORIN_FAULT_MARK']) appendFileSync(process.env['FLORIN_FAULT_MARK'], `${file}\n`);
      return { code: parts.join(replace), map: null };
    },
  };
}
