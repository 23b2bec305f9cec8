/** Code blocks that VitePress leaves as they are. */
import type { MarkdownOptions } from 'vitepress';

/** The name in the first line of a fence: ```js [Vite] */
const NAMED = /\[[^\]]+\]/;

/**
 * Shows named fences that follow each other as tabs, and an indented block as a fenced one, which scrolls by itself, and
 * folds the source of a diagram. Diagrams are Mermaid's
 * language, which code hosts draw; a table on the same page has the same facts.
 */
export const changeCodeBlocks: NonNullable<MarkdownOptions['config']> = (md) => {
  md.core.ruler.push('code-blocks', (state) => {
    const html = (content: string): (typeof state.tokens)[number] =>
      Object.assign(new state.Token('html_block', '', 0), { content });
    const tabs = (nesting: 1 | -1): (typeof state.tokens)[number] =>
      new state.Token(`container_code-group_${nesting === 1 ? 'open' : 'close'}`, 'div', nesting);
    const isNamed = (token: (typeof state.tokens)[number] | undefined): boolean =>
      token?.type === 'fence' && NAMED.test(token.info);
    state.tokens = state.tokens.flatMap((token, index, all) => {
      const isAfter = isNamed(all[index - 1]);
      const isBefore = isNamed(all[index + 1]);
      if (isNamed(token) && (isAfter || isBefore))
        return [...(isAfter ? [] : [tabs(1)]), token, ...(isBefore ? [] : [tabs(-1)])];
      if (token.type === 'code_block') return [Object.assign(token, { type: 'fence', info: 'text' })];
      if (token.type !== 'fence' || token.info.trim() !== 'mermaid') return [token];
      const summary = '<summary>The diagram, in Mermaid’s language</summary>';
      return [html(`<details class="details custom-block">${summary}`), token, html('</details>')];
    });
  });
};
