/**
 * Replaces elements/hydration.ts in every script tag, because pages with a script tag have no server-rendered elements.
 * docs/decisions/0023-server-rendering.md
 */
export const SERVER_LOCALE = '';
export const drawsAsServer = (_host: object) => false;
export const isFromServer = (_host: object) => false;
export const isServerLocale = (_locale: string) => false;
