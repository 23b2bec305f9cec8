/**
 * Keys with which a logged-in shopper's browser stores a card or a bank account (D7), or changes a
 * saved one (D8). The shop decides who may; a handle names the card, never a token. Each key is an
 * attempt of its own, because a shopper may add two cards at once.
 */
import type { TokenKeyGrant } from '../../core/pay-api.js';
import { createClaimId, NO_ORDER_TERMS, type Terms } from '../claims/claim.js';
import { savingOrderOf } from '../claims/token-entry.js';
import { readScheme } from '../frame/frame-theme.js';
import { assertWithinLimit } from '../guards/call-limits.js';
import { refuseCard, Refusal } from '../refusal.js';
import { readCard, type CardHolder } from '../saved-cards/saved-cards.js';
import type { TokenService } from '../service/payment-service.js';
import type { TokenKind } from '../service/service-addresses.js';
import type { SignerContext } from '../signer-context.js';
import type { Shopper } from '../signer-options.js';
import { issueKey, type KeyCall, writeKey } from './issue-key.js';

/** @throws Refusal `card_refused`, `rate_limited`, `service_unreachable`, or `bad_request` */
export async function issueTokenKey(
  context: SignerContext,
  holder: CardHolder,
  request: Readonly<Record<string, unknown>>,
  locale?: string,
): Promise<TokenKeyGrant> {
  const { shopper } = holder;
  const task = readTask(request['task']);
  const asked = readKind(request['kind']);
  await assertWithinLimit(context.orderCalls, `cards of ${shopper.id}`, 'order');
  const named = task === 'update' ? await readCard(context, holder, request['card']) : undefined;
  // The same refusal as for an unknown card: the page knows the kind from the list of cards.
  if (named && asked !== undefined && named.card.kind !== asked) throw refuseCard();
  const kind = asked ?? named?.card.kind ?? 'card';
  const issued = await issueKey(context, {
    order: savingOrderOf(createClaimId()),
    terms: writeTerms(context, shopper, named?.dvToken),
    call: tokenCall(holder.service, { kind, locale, scheme: readScheme(request['scheme']) }),
  });
  if (issued.status !== 'granted') throw new Error('a fresh attempt to save a card has no key');
  const { addresses } = context;
  const key = await writeKey(context, issued, (authKey) => ({
    submitUrl: addresses.token(authKey, task),
    frameUrl: addresses.frame(authKey, 'token', kind),
    hostedUrl: addresses.hosted(authKey, task, kind),
  }));
  return { ...key, task, ...(named && { card: named.card }) };
}

function readTask(task: unknown): 'add' | 'update' {
  if (task === 'add' || task === 'update') return task;
  throw new Refusal('bad_request', 'task must be "add" or "update"');
}

function readKind(kind: unknown): TokenKind | undefined {
  if (kind === undefined || kind === null || kind === 'card' || kind === 'bank_account') return kind ?? undefined;
  throw new Refusal('bad_request', 'kind must be "card" or "bank_account"');
}

function writeTerms(
  { merchantNumber, merchantCurrency }: SignerContext,
  { id, session, crn1, crn2 = '', email = '' }: Shopper,
  dvToken: string | undefined,
): Terms {
  return {
    merchantNumber,
    action: dvToken === undefined ? 'add_token' : 'update_token',
    amount: { minor: 0, currency: merchantCurrency },
    crn1,
    crn2,
    ...NO_ORDER_TERMS,
    owner: { id, session, email },
    ...(dvToken !== undefined && { dvToken }),
  };
}

/**
 * The attempt's reference is fixed in Crn3: it identifies the attempt's result, and finds a lost
 * one.
 */
function tokenCall(
  service: TokenService,
  { kind, locale, scheme }: Pick<KeyCall, 'scheme'> & { readonly kind: TokenKind; readonly locale: string | undefined },
): KeyCall {
  const isAccount = kind === 'bank_account';
  return {
    name: 'create_token_key',
    scheme,
    // Used only if the plain form has to be shown again.
    returnQuery: `${isAccount ? '&kind=bank_account' : ''}${locale === undefined ? '' : `&lang=${locale}`}`,
    send({ hosted }, { reference, terms }, places, options) {
      const { crn1, crn2, dvToken, owner } = terms;
      const fixed = {
        Crn1: crn1,
        ...(crn2 && { Crn2: crn2 }),
        Crn3: reference,
        ...(owner?.email && { EmailAddress: owner.email }),
      };
      // The service's own pages then accept only this kind.
      const rest = { ...places, HppParameters: { ...hosted?.token(), IsEddr: isAccount } };
      return dvToken === undefined
        ? service.createAddTokenAuthKey({ FixedAddDVTokenData: fixed, ...rest }, options)
        : service.createUpdateTokenAuthKey(
            { FixedUpdateDVTokenData: { ...fixed, DVToken: dvToken }, ...rest },
            options,
          );
    },
  };
}
