/** Links from the names in code to their place in the API reference (tools/api-pages.mjs). */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownEnv, MarkdownOptions } from 'vitepress';
import { API_PAGES, type ApiPage } from '../../../tools/api-pages.mjs';
import { sitePath } from './site-links.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The path of a page of the API reference on the site. */
export const apiPath = ({ name }: ApiPage): string => `reference/api/${name}.md`;

/** The pages that tools/site.mjs has written. */
export const readApiPages = (): readonly ApiPage[] =>
  JSON.parse(readFileSync(`${ROOT}${API_PAGES}`, 'utf8')) as ApiPage[];

/** A name that is not an English word: `createSigner`, `CALL_LIMITS`. */
const IS_DISTINCT = /[a-z0-9][A-Z]|_/;
/** Pages that say themselves what a name is, or are as long as the API reference. */
const WITHOUT_LINKS = /^(reference\/(?!api\/)|rest\/|wire\/|decisions\/|changes|contributing|examples\/)/;

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];
type State = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0];
type Token = State['tokens'][number];

/** Finds the address of a piece of code, or nothing. */
type Find = (code: string) => string | undefined;

/** The places of names, by page. */
interface Places {
  /** For a page of the reference: first its own names, then those that only one page has. */
  readonly inReference: (page: string) => Find;
  readonly inGuides: Find;
}

function placesOf(pages: readonly ApiPage[]): Places {
  const everywhere = new Map<string, Set<string>>();
  const guides = new Map<string, Set<string>>();
  const add = (to: typeof guides, name: string, place: string): void => {
    to.set(name, (to.get(name) ?? new Set()).add(place));
  };
  for (const page of pages) {
    const { paths, anchors, distinct } = page;
    for (const path of paths) for (const map of [everywhere, guides]) add(map, path, `/${apiPath(page)}`);
    for (const [name, anchor] of Object.entries(anchors)) {
      const place = `/${apiPath(page)}#${anchor}`;
      add(everywhere, name, place);
      if (!distinct.includes(name)) continue;
      const word = name.replace(/^.*\./, '');
      if (IS_DISTINCT.test(word)) add(guides, word, place);
      if (word !== name) add(guides, name, place);
    }
  }
  const only = (map: typeof guides, name: string): string | undefined => {
    const [place, ...others] = map.get(name) ?? [];
    return others.length === 0 ? place : undefined;
  };
  return {
    inReference: (page) => {
      const own = new Map(Object.entries(pages.find((each) => apiPath(each) === page)?.anchors ?? {}));
      return (code) => {
        const anchor = own.get(code);
        return anchor === undefined ? only(everywhere, code) : `#${anchor}`;
      };
    },
    inGuides: (code) => only(guides, code),
  };
}

/** The name that a piece of code is: `createSigner` of `createSigner()`. */
const nameOf = (code: string): string => code.replace(/\(.*\)$/, '');

/** Gives the members in the lists of the reference an anchor, below that of their heading. */
function nameMembers(tokens: readonly Token[]): void {
  let heading = '';
  const path: string[] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') heading = token.attrGet('id') ?? '';
    if (token.type === 'list_item_open') {
      const [, strong, code] = tokens[index + 2]?.children ?? [];
      const isMember = strong?.type === 'strong_open' && code?.type === 'code_inline';
      path.push(isMember ? code.content.replace(/[?']/g, '').toLowerCase() : '');
      if (!isMember) return;
      token.attrSet('id', [heading, ...path].join('-'));
      token.attrSet('class', 'api-member');
    }
    if (token.type === 'list_item_close') path.pop();
  });
}

/**
 * Links names in code: on a page of the reference each type, on a guide the first mention of a name that is not in a link.
 */
export function useApiLinks(pages: readonly ApiPage[]): NonNullable<MarkdownOptions['config']> {
  const { inReference, inGuides } = placesOf(pages);
  return (md) => {
    md.core.ruler.push('api-links', ({ tokens, env, Token: TokenClass }: State) => {
      const { realPath, relativePath } = env as Partial<MarkdownEnv>;
      // A title and the search are rendered without it.
      if (realPath === undefined || relativePath === undefined) return;
      const file = relative(ROOT, realPath).replaceAll('\\', '/');
      const isReference = sitePath(file).startsWith('reference/api/');
      if (!isReference && WITHOUT_LINKS.test(sitePath(file))) return;
      if (isReference) nameMembers(tokens);
      const make = (type: string, nesting: -1 | 0 | 1, content = ''): Token =>
        Object.assign(new TokenClass(type, type.startsWith('link') ? 'a' : '', nesting), { content });
      const link = (href: string, inside: Token): readonly Token[] => [
        Object.assign(make('link_open', 1), { attrs: [['href', href]] }),
        inside,
        make('link_close', -1),
      ];
      const find = isReference ? inReference(relativePath) : inGuides;
      const seen = new Set<string>();

      /** A piece of code whose types are links. */
      const linkTypes = (code: string): readonly Token[] => [
        make('html_inline', 0, '<code v-pre>'),
        ...code.split(/(\b[A-Z]\w+\b)/).flatMap((part, index) => {
          // A parameter of the type is a name of its own.
          const href = index % 2 === 1 && !code.includes(`${part} extends `) ? find(part) : undefined;
          const text = make('text', 0, part);
          return href === undefined ? [text] : link(href, text);
        }),
        make('html_inline', 0, '</code>'),
      ];
      tokens.forEach((token, index) => {
        if (token.type !== 'inline' || !token.children || tokens[index - 1]?.type === 'heading_open') return;
        let depth = 0;
        token.children = token.children.flatMap((child) => {
          // In the reference it is the name of a member.
          if (child.type === 'link_open' || (isReference && child.type === 'strong_open')) depth += 1;
          if (child.type === 'link_close' || (isReference && child.type === 'strong_close')) depth -= 1;
          if (child.type !== 'code_inline' || depth > 0) return [child];
          const name = nameOf(child.content);
          const href = find(name);
          if (href === undefined) return isReference ? linkTypes(child.content) : [child];
          if (!isReference && (seen.has(name) || !seen.add(name))) return [child];
          return link(href, child);
        });
      });
    });
  };
}
