/**
 * Leaves out what only server rendering needs (src/elements/hydration.ts) from scripts that a page loads as they are: nothing in
 * them can hydrate.
 */
import type { Plugin } from 'vite';

export const noServerRendering: Plugin = {
  name: 'florin-no-server-rendering',
  transform(code, id) {
    if (!/src\/elements\//.test(id) || id.endsWith('/hydration.ts')) return undefined;
    return { code: code.replace(/\b(drawsAsServer|isFromServer|isServerLocale)\([\w.#]+\)/g, 'false'), map: null };
  },
};
