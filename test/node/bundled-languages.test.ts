/** A shop's bundle with only some languages: docs/guides/languages.md#only-some-languages-in-your-bundle */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown, type UserConfig } from 'vite';
import { afterAll, expect, it } from 'vitest';

/** Inside the project, so that `florin` is found as in node_modules. */
const folder = resolve('build/bundled-languages');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The names of the bundle's files without their hashes. */
async function filesWith(config: UserConfig): Promise<readonly string[]> {
  const output = await build({
    ...config,
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: resolve(folder, 'main.js') } },
  });
  return (output as Rolldown.RolldownOutput).output.map(({ name = '' }) => name);
}

it('has the files of two languages with the guide’s configuration', async () => {
  const guide = readFileSync('docs/guides/languages.md', 'utf8');
  const [, configuration = ''] = /```js\n(\/\/ vite\.config\.js[^]*?)```/.exec(guide) ?? [];
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, 'main.js'), "import 'florin/elements/florin-checkout';\n");
  writeFileSync(resolve(folder, 'config.mjs'), configuration);
  const { default: config } = (await import(pathToFileURL(resolve(folder, 'config.mjs')).href)) as {
    default: UserConfig;
  };
  const isLanguage = (name: string) => /^[a-z]{2}(-han[st])?(-more|-cards)?$/.test(name);
  expect((await filesWith({})).filter(isLanguage)).toHaveLength(87);
  const some = await filesWith(config);
  expect(some.filter(isLanguage).sort()).toEqual(['de', 'de-cards', 'de-more', 'fr', 'fr-cards', 'fr-more']);
  expect(some).toContain('languages');
});
