/** Bundles browser code for a test, as the kit's build does, with a planted fault if there is one. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { faultPlugin } from '../support/fault-plugin.js';

/**
 * Bundles one entry file, given from the repository's root, as a classic script. `define` replaces expressions, to simulate a
 * browser without a feature.
 */
export async function bundle(entry: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'silent',
    plugins: [faultPlugin()],
    define,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'harness', fileName: 'harness' },
    },
  });
  const [chunk] = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${entry} made no script`);
  return chunk.code;
}
