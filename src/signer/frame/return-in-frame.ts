/**
 * The response of the return address inside a frame: the end of the bank's step in the dialog of
 * `<florin-checkout>` (docs/invariants.md, invariant 13). Its script posts one fixed message to the
 * surrounding page, which means "ask the signer"; neither message nor page contains a result, key
 * or claim. Without script, the page has a link to the shop's page.
 */
import { escapeHtml } from '../../core/escape-html.js';
import { htmlHeaders, MESSAGE_STYLE, writePage, writeScriptJson } from '../forms/html-page.js';
import type { PageLanguage } from '../forms/plain-messages.js';
import { cspHash } from '../guards/csp-hash.js';

/** The message. `src/elements/florin-checkout/challenge.ts` waits for it. */
export const RETURN_MESSAGE = 'florin:returned';

/**
 * @param origins origins of pages that may hold the frame; the message is posted to each
 * @param location the shop's redirect target
 */
export async function answerReturnInFrame(
  origins: readonly string[],
  location: string,
  pageLanguage: PageLanguage,
): Promise<Response> {
  const script = `for(const o of ${writeScriptJson(origins)})parent.postMessage(${writeScriptJson(RETURN_MESSAGE)},o)`;
  const policy = [
    "default-src 'none'",
    `script-src '${await cspHash(script)}'`,
    `style-src '${await cspHash(MESSAGE_STYLE)}'`,
    `frame-ancestors ${origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const { messages } = pageLanguage;
  const content = `<p role="status">${messages.bankDone}</p>
<p><a href="${escapeHtml(location)}" target="_top">${messages.backToShop}</a></p>
<script>${script}</script>`;
  const page = writePage(pageLanguage, { title: messages.backToShop, style: MESSAGE_STYLE, content });
  return new Response(page, { headers: htmlHeaders(policy) });
}
