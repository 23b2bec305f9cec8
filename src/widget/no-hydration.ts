/**
 * In the place of elements/hydration.ts in every script that a page loads as it is: nothing there is rendered by a server.
 * docs/decisions/0023-server-rendering.md
 */
export const SERVER_LOCALE = '';
export const drawsAsServer = (_host: object) => false;
export const isFromServer = (_host: object) => false;
export const isServerLocale = (_locale: string) => false;
