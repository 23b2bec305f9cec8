/** The documentation site: VitePress over the pages in `docs/`. docs/decisions/0024-documentation-site.md */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme, type HeadConfig } from 'vitepress';
import { anchorOf } from '../../../tools/page-links.mjs';
import { apiPath, readApiPages, useApiLinks } from './api-links.js';
import { changeCodeBlocks } from './code-blocks.js';
import { KEEP_EARLY_PRESS } from './early-press.js';
import { readExamplePages } from './example-pages.js';
import { writeMarkdownPages } from './markdown-pages.js';
import { atAnyDepth } from './not-found-page.js';
import { readRestPages } from './rest-pages.js';
import { createSearch } from './search.js';
import { createSidebar } from './sidebar.js';
import { sitePath, useSiteLinks } from './site-links.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

const DESCRIPTION = 'Card payments for any web page: guides and reference.';

const HEAD: HeadConfig[] = [
  ['meta', { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#ffffff' }],
  ['meta', { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#111113' }],
  ['script', {}, KEEP_EARLY_PRESS],
];

const restPages = [...(await readRestPages())];
const examplePages = [...readExamplePages()].map(([name, text]) => [`examples/${name}.md`, text] as const);
const restTexts = (kind: 'content' | 'text') =>
  restPages.map(([name, page]) => [`rest/${name}.md`, page[kind]] as const);
const api = readApiPages();
const apiTexts = (kind: 'content' | 'search') => api.map((page) => [apiPath(page), page[kind]] as const);
const sidebar = createSidebar(api.map(({ name, title }) => ({ text: title, link: `/reference/api/${name}` })));

/** False in a copy of the last commit only, as CI has it, which would be the last change of every page. */
function hasWholeHistory(): boolean {
  const { stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], { encoding: 'utf8' });
  return stdout?.trim() === 'false';
}

/** Pages whose headings below the second level repeat: only the second level is in the outline. */
const SHORT_OUTLINE = /^reference\/(elements|public-names|settings)\.md$/;

/** What the theme adds to VitePress's own. */
interface ThemeConfig extends DefaultTheme.Config {
  readonly version: string;
}

export default defineConfig<ThemeConfig>({
  title: 'Florin',
  description: DESCRIPTION,
  lang: 'en-AU',
  srcDir: '../..',
  // A folder for each version, which works at any path: tools/site.mjs.
  base: './',
  outDir: `../../build/docs/${version}`,
  cacheDir: '../../build/docs-cache',
  // All pages are in `docs/`, but for the changes and the page for contributors.
  srcExclude: ['README.md', '{src,test,demo,dist,build,public,tools,test-results,coverage}/**'],
  rewrites: sitePath,
  // A copied file opens without a server that knows the rule.
  cleanUrls: false,
  head: HEAD,
  lastUpdated: hasWholeHistory(),
  markdown: {
    anchor: { slugify: anchorOf },
    async config(md) {
      await useSiteLinks(md);
      await useApiLinks(api)(md);
      await changeCodeBlocks(md);
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('florin-') } } },
  vite: {
    configFile: false,
    // tools/site.mjs fills it.
    publicDir: fileURLToPath(new URL('../../../build/docs-public', import.meta.url)),
    // The index of the search is one file, in kB.
    build: { chunkSizeWarningLimit: 1000 },
  },
  transformHead({ page, pageData: { relativePath, isNotFound } }) {
    const icon: HeadConfig = ['link', { rel: 'icon', href: `${'../'.repeat(page.split('/').length - 1)}mark.svg` }];
    const text = { rel: 'alternate', type: 'text/markdown', href: relativePath.replace(/^.*\//, '') };
    return isNotFound ? [icon] : [icon, ['link', text]];
  },
  transformPageData({ relativePath, frontmatter }) {
    return SHORT_OUTLINE.test(relativePath) ? { frontmatter: { ...frontmatter, outline: 2 } } : undefined;
  },
  transformHtml: (html, file) => (file.endsWith('404.html') ? atAnyDepth(html, version) : undefined),
  buildEnd({ outDir, pages }) {
    for (const [name, { openApi }] of restPages) writeFileSync(`${outDir}/rest/${name}.json`, openApi);
    const generatedPages = new Map([...restTexts('text'), ...examplePages, ...apiTexts('content')]);
    writeMarkdownPages({
      outDir,
      pages,
      generatedPages,
      sidebar,
      title: `Florin ${version}`,
      description: DESCRIPTION,
    });
  },
  themeConfig: {
    version,
    logo: '/mark.svg',
    outline: [2, 3],
    search: createSearch(new Map([...restTexts('content'), ...examplePages, ...apiTexts('search')])),
    nav: [
      { text: 'Guides', link: '/guides/quick-start', activeMatch: '^/(guides|recipes)/' },
      { text: 'Reference', link: '/reference/elements', activeMatch: '^/(reference/(?!soap/)|invariants)' },
      { text: 'Gallery', link: '/gallery' },
      { text: 'Playground', link: '/playground' },
      { text: 'Service', link: '/wire/rest-interface', activeMatch: '^/(wire|rest|reference/soap)/' },
      { text: 'Project', link: '/changes', activeMatch: '^/(decisions/|changes|contributing)' },
      { component: 'SiteVersion' },
    ],
    sidebar,
    lastUpdated: { text: 'Last change', formatOptions: { dateStyle: 'long' } },
    footer: { message: 'MIT licence' },
  },
});
