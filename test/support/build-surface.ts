/** Builds one surface from the sources like `npm run build`, with a planted fault if there is one. */
import { build, type BuildOptions, type Rolldown } from 'vite';
import { faultPlugin } from './fault-plugin.js';

/** A mode of vite.config.ts. Returns the scripts; writes nothing unless `options` name a folder. */
export async function buildSurface(
  mode: 'page' | 'isolated' | 'frame' | 'command',
  options: BuildOptions = { write: false },
): Promise<readonly Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: 'vite.config.ts',
    mode,
    logLevel: 'error',
    plugins: [faultPlugin()],
    build: options,
  });
  return [result]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .filter((file) => file.type === 'chunk');
}
