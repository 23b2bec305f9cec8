import type { Plugin } from 'vite';

/** The words of a language are files that both script tags use: languages.mjs writes them. */
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
