/**
 * The response of the return address inside a frame: the end of the bank's step in the dialog of
 * `<florin-checkout>` (docs/invariants.md, invariant 13). Its script posts one fixed message to the
 * surrounding page, which means "ask the signer"; neither message nor page contains a result, key
 * or claim. Without script, the page has a link to the shop's page.
 */

import { escapeHtml } from '../core/escape-html.js';
import { cspHash } from './csp-hash.js';
import type { PageLanguage } from './plain-messages.js';

/** The message. `src/elements/florin-checkout/challenge.ts` waits for it. */
export const RETURN_MESSAGE = 'florin:returned';

const STYLE = 'body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:24px;color-scheme:light dark}';

/**
 * @param origins origins of pages that may hold the frame; the message is posted to each
 * @param location the shop's redirect target
 */
export async function answerReturnInFrame(
  origins: readonly string[],
  location: string,
  pageLanguage: PageLanguage,
): Promise<Response> {
  const script = `for(const o of ${writeScriptText(origins)})parent.postMessage(${writeScriptText(RETURN_MESSAGE)},o)`;
  const policy = [
    "default-src 'none'",
    `script-src '${await cspHash(script)}'`,
    `style-src '${await cspHash(STYLE)}'`,
    `frame-ancestors ${origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return new Response(writePage(script, location, pageLanguage), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') },
  });
}

function writePage(script: string, location: string, { locale, direction, messages }: PageLanguage): string {
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${messages.backToShop}</title>
<style>${STYLE}</style>
<p role="status">${messages.bankDone}</p>
<p><a href="${escapeHtml(location)}" target="_top">${messages.backToShop}</a></p>
<script>${script}</script>
`;
}

/** `<` is escaped, so that the value cannot begin a tag or end the script. */
function writeScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
