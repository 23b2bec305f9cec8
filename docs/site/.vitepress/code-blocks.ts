/** Code blocks that VitePress leaves as they are. */
import type { MarkdownOptions } from 'vitepress';

/**
 * Shows an indented block as a fenced one, which scrolls by itself, and folds the source of a diagram. Diagrams are Mermaid's
 * language, which code hosts draw; a table on the same page has the same facts.
 */
export const changeCodeBlocks: NonNullable<MarkdownOptions['config']> = (md) => {
  md.core.ruler.push('code-blocks', (state) => {
    const html = (content: string): (typeof state.tokens)[number] =>
      Object.assign(new state.Token('html_block', '', 0), { content });
    state.tokens = state.tokens.flatMap((token) => {
      if (token.type === 'code_block') return [Object.assign(token, { type: 'fence', info: 'text' })];
      if (token.type !== 'fence' || token.info.trim() !== 'mermaid') return [token];
      const summary = '<summary>The diagram, in Mermaid’s language</summary>';
      return [html(`<details class="details custom-block">${summary}`), token, html('</details>')];
    });
  });
};
