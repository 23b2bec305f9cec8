import type { Plugin } from 'vite';

/** Leaves out the files of the languages, which both script tags share: languages.mjs writes them. */
export const languageFiles: Plugin = {
  name: 'florin-language-files',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    const [, language] = /^\.\/([a-z-]+)\.js$/.exec(source) ?? [];
    return language && importer?.endsWith('/src/languages/generated/parts.ts')
      ? { id: `./florin-lang-${language}.js`, external: true }
      : undefined;
  },
};
