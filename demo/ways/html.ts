import type { html } from 'hono/html';

/** A piece of a page. Texts put into it are escaped. */
export type Html = ReturnType<typeof html>;
