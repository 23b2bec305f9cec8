/**
 * Where a file of the repository is on the site. Links in the pages are relative paths of the repository, so that they also
 * work there and in the packages; this file points them to the site's pages.
 */
import { existsSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownEnv, MarkdownOptions } from 'vitepress';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OUTSIDE: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changes.md',
  'CONTRIBUTING.md': 'contributing.md',
};

/**
 * The path of a page on the site.
 *
 * @param file path of a Markdown file in the repository
 * @example sitePath('docs/guides/cli.md') // 'guides/cli.md'
 */
export function sitePath(file: string): string {
  return OUTSIDE[file] ?? file.replace(/^docs\/(site\/)?/, '').replace(/(^|\/)README\.md$/, '$1index.md');
}

/** The path of the page that shows an example file, or undefined for another file. */
function examplePath(file: string): string | undefined {
  const language = /^demo\/sidecar\/([^/]+)\/[^/]+$/.exec(file)?.[1];
  return language && `examples/${language}.md`;
}

/**
 * The link on the site for a link of a page.
 *
 * @param page path of the page in the repository
 * @param href as written in the page
 * @example siteHref('CHANGELOG.md', 'docs/guides/cli.md#pay') // '/guides/cli.md#pay'
 */
export function siteHref(page: string, href: string): string {
  if (/^([a-z]+:|#|\/)/i.test(href)) return href;
  const [path = '', ...hash] = href.split(/(?=#)/);
  const file = posix.join(posix.dirname(page), decodeURIComponent(path));
  if (!existsSync(posix.join(ROOT, file))) return href;
  const target = examplePath(file) ?? (file.endsWith('.md') ? sitePath(file) : undefined);
  return target === undefined ? href : `/${target}${hash.join('')}`;
}

/** Points the links of every page to the site's pages. VitePress reports links without a page. */
export const useSiteLinks: NonNullable<MarkdownOptions['config']> = (md) => {
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    const { path, realPath = path } = env as Partial<MarkdownEnv>;
    // A title is rendered without its page.
    if (realPath === undefined) return;
    const page = relative(ROOT, realPath).replaceAll('\\', '/');
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' && token.attrGet('href');
      if (href) token.attrSet('href', siteHref(page, href));
    }
  });
};
