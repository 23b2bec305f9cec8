/** The webhook event of a token: its DVTokenResp. docs/wire/rest.md section 6. */
import { dvTokenResp } from '../../wire/rest/dv-token.js';
import { writeAnswer } from '../../wire/rest/write-wire.js';
import type { Context } from '../context.js';
import { toDVTokenResp } from '../rest/write-dv-token-resp.js';
import { tokenAsStored } from '../stored-name.js';
import type { Token, TokenKey } from '../token.js';
import type { WebhookEvent } from './outbox.js';

/** Creates the event of a token that a key added or changed. The body has the API version of the key. */
export function tokenEvent(
  token: Token,
  { terms, webHookUrl }: TokenKey,
  { cards, settings }: Pick<Context, 'cards' | 'settings'>,
): WebhookEvent {
  const schema = dvTokenResp[terms.version];
  return {
    merchantId: token.merchantId,
    kind: 'token',
    subject: token.dvToken,
    url: webHookUrl,
    body: () =>
      JSON.stringify(writeAnswer(schema, toDVTokenResp(tokenAsStored(token), cards), settings.memberSpelling)),
    holderName: token.card?.holderName ?? null,
  };
}
