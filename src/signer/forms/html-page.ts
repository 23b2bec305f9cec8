/** The pages that the signer serves: their HTML, and the response with its Content-Security-Policy. */
import type { PageLanguage } from './plain-messages.js';

export const MESSAGE_STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:36rem;padding:24px}h1{font-size:1.25rem}';

/** Writes a page. `title` and `content` are HTML. */
export function writePage(
  { locale, direction }: Pick<PageLanguage, 'locale' | 'direction'>,
  { title, style, content }: { readonly title: string; readonly style: string; readonly content: string },
): string {
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
${content}
`;
}

/** Writes a value as JSON for a script element. `<` is escaped, so that it cannot begin a tag or end the script. */
export function writeScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

export function htmlHeaders(policy: readonly string[]): Readonly<Record<string, string>> {
  return { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') };
}
