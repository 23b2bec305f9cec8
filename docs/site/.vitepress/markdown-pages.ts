/**
 * The site for programs that read text: the Markdown of each page beside it, `llms.txt` with a line for each page, and
 * `llms-full.txt` with the pages themselves (https://llmstxt.org).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';
import { siteHref, sitePath } from './site-links.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Groups of the navigation that a reader can do without: only `llms.txt` has them. */
const OPTIONAL = new Set(['API', 'Rules', 'SOAP', 'SOAP operations', 'Project', 'Decisions']);

const FULL = 'llms-full.txt';

type Item = DefaultTheme.SidebarItem;

interface Site {
  readonly outDir: string;
  /** Paths of the pages in the repository. */
  readonly pages: readonly string[];
  /** Markdown of the pages without a file, by path on the site. */
  readonly generatedPages: ReadonlyMap<string, string>;
  readonly sidebar: DefaultTheme.SidebarMulti;
  readonly title: string;
  readonly description: string;
}

/**
 * Without frontmatter, comments at the start, components and links to files that are no pages.
 * @param file path in the repository
 */
function toPlainMarkdown(file: string, text: string): string {
  const page = sitePath(file);
  return text
    .replace(/^---\n[^]*?\n---\n/, '')
    .replace(/^(\s*<!--[^]*?-->)*\s*/, '')
    .replace(/^<[A-Z][^>]*\/>\n+/gm, '')
    .replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, image: string, label: string, href: string) => {
      if (/^([a-z]+:|#)/i.test(href)) return link;
      const target = siteHref(file, href);
      if (image || !target.startsWith('/')) return label;
      return `[${label}](${posix.relative(posix.dirname(page), target.slice(1))})`;
    });
}

/** The first sentence between the heading and the first section, after a colon. */
function summaryOf(text: string): string {
  const [start = ''] = text.split(/^## /m);
  const paragraph = start.split(/\n\s*\n/).find((each) => /^[\p{L}`*[]/u.test(each)) ?? '';
  const words = paragraph
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '');
  const [sentence = ''] = /^.*?[.:](?= |$)/.exec(words) ?? [];
  return sentence && `: ${sentence.replace(/:$/, '.')}`;
}

/** Writes all of it. */
export function writeMarkdownPages({ outDir, pages, generatedPages, sidebar, title, description }: Site): void {
  const texts = new Map<string, string>();
  for (const file of pages) {
    const page = sitePath(file);
    const text = toPlainMarkdown(file, generatedPages.get(page) ?? readFileSync(`${ROOT}${file}`, 'utf8'));
    texts.set(page, text.startsWith('# ') ? text : `# ${title}\n\n${description}\n\n${text}`);
  }
  for (const [page, text] of texts) writeFileSync(`${outDir}/${page}`, text);

  const listed = new Set<string>();
  const lines: string[] = [];
  const optional: string[] = [];
  const full: string[] = [];
  for (const { text: group = '', items = [] } of Object.values(sidebar).flatMap((section) => section as Item[])) {
    const rows = items.map(({ text: name, link = '' }) => ({ name, page: `${link.slice(1)}.md` }));
    const added = rows.filter(({ page }) => !listed.has(page) && listed.add(page));
    const isOptional = OPTIONAL.has(group);
    if (added.length > 0 && !isOptional) lines.push('', `## ${group}`, '');
    for (const { name, page } of added) {
      const text = texts.get(page) ?? '';
      (isOptional ? optional : lines).push(`- [${name}](${page})${summaryOf(text)}`);
      if (!isOptional) full.push(`<!-- ${page} -->\n\n${text}`);
    }
  }
  const introduction = [
    `# ${title}`,
    '',
    `> ${description}`,
    '',
    `[All pages in one file](${FULL}), without the optional ones.`,
  ];
  writeFileSync(
    `${outDir}/llms.txt`,
    `${[...introduction, ...lines, '', '## Optional', '', ...optional].join('\n')}\n`,
  );
  writeFileSync(`${outDir}/${FULL}`, full.join('\n'));
}
