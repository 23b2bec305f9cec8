/**
 * Keys with which a logged-in shopper's browser stores a card or a bank account (D7), or changes a saved one (D8). Who may
 * is the shop's word; which card is a handle's, never a token's. Each key is an attempt of its own: two cards may well be
 * added at once.
 */
import type { SavedCard, TokenKeyGrant } from '../core/pay-api.js';
import { assertWithinLimit } from './call-limits.js';
import { createClaim, createClaimId, type Claim, type Terms } from './claim.js';
import { askService } from './find-transaction.js';
import type { TokenService } from './payment-service.js';
import { refuseCard, Refusal } from './refusal.js';
import { readCard, type CardHolder } from './saved-cards.js';
import type { TokenKind } from './service-addresses.js';
import type { SignerContext } from './signer-context.js';
import type { Shopper } from './signer-options.js';
import { writeWebhookUrl } from './webhook.js';

/** How long the service may take, and how long the claim waits for it. Milliseconds. */
const CALL_PATIENCE = 20_000;
const LEASE = 25_000;

/** @throws Refusal `card_refused`, `rate_limited`, `service_unreachable`, or `bad_request` */
export async function issueTokenKey(
  context: SignerContext,
  holder: CardHolder,
  request: Readonly<Record<string, unknown>>,
): Promise<TokenKeyGrant> {
  const { clock, store } = context;
  const { shopper, service } = holder;
  const task = readTask(request['task']);
  const asked = readKind(request['kind']);
  await assertWithinLimit(context.orderCalls, `cards of ${shopper.id}`, 'order');
  const named = task === 'update' ? await readCard(context, holder, request['card']) : undefined;
  // The words of an unknown one: which of the two it is, a page has been told with the handle.
  if (named && asked !== undefined && named.card.kind !== asked) throw refuseCard();
  const kind = asked ?? named?.card.kind ?? 'card';
  const id = createClaimId();
  const leaseOwner = createClaimId();
  const at = clock.now();
  const claim = createClaim({
    id,
    order: `tokens/${id}`,
    attempt: 1,
    terms: writeTerms(context, shopper, named?.dvToken),
    at,
    leaseOwner,
    leaseUntil: at + LEASE,
  });
  if (!(await store.addClaim(claim))) throw new Error('a fresh claim id was taken');
  const authKey = await makeKey(context, { service, claim, kind });
  const expiresAt = at + context.keyLifetime;
  context.telemetry.count('keys.issued', { 'florin.action': claim.terms.action });
  // Without its claim nobody would find out what became of the card.
  if (!(await store.goLive(id, leaseOwner, { authKey, expiresAt })))
    throw new Error('the claim of a fresh key is gone');
  return writeGrant(context, { task, kind, claim, authKey, card: named?.card, expiresAt });
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
    crn3: '',
    billerCode: '',
    testMode: false,
    version: '',
    owner: { id, session, email },
    ...(dvToken !== undefined && { dvToken }),
  };
}

interface Wanted {
  readonly service: TokenService;
  readonly claim: Claim;
  readonly kind: TokenKind;
}

/** The attempt's reference is fixed in Crn3: by it a result is known to be this attempt's, and a lost one is found. */
async function makeKey(context: SignerContext, { service, claim, kind }: Wanted): Promise<string> {
  const { clock, hasWebhooks, iframe, log, publicUrl, store, tokens } = context;
  const { crn1, crn2, dvToken, owner } = claim.terms;
  const fixed = {
    Crn1: crn1,
    ...(crn2 && { Crn2: crn2 }),
    Crn3: claim.reference,
    ...(owner?.email && { EmailAddress: owner.email }),
  };
  const shown = kind === 'bank_account' ? '&kind=bank_account' : '';
  const rest = {
    // The kind is for the plain form alone, should it have to be shown again.
    RedirectionUrl: `${publicUrl}/return?claim=${await tokens.write(claim.id)}${shown}`,
    ...(hasWebhooks && { WebHookUrl: await writeWebhookUrl(context, claim.id) }),
    ...(iframe && { IframeParameters: iframe }),
  };
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('no key in time')), CALL_PATIENCE);
  const { signal } = controller;
  try {
    return await askService(log, 'create_token_key', () =>
      dvToken === undefined
        ? service.createAddTokenAuthKey({ FixedAddDVTokenData: fixed, ...rest }, { signal })
        : service.createUpdateTokenAuthKey(
            { FixedUpdateDVTokenData: { ...fixed, DVToken: dvToken }, ...rest },
            { signal },
          ),
    );
  } catch (error) {
    await store.failLease(claim.id, claim.leaseOwner ?? '', clock.now());
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

interface Granted {
  readonly task: 'add' | 'update';
  readonly kind: TokenKind;
  readonly claim: Claim;
  readonly authKey: string;
  readonly card: SavedCard | undefined;
  readonly expiresAt: number;
}

async function writeGrant(
  { addresses, clock, signKey, tokens }: SignerContext,
  { task, kind, claim, authKey, card, expiresAt }: Granted,
): Promise<TokenKeyGrant> {
  const frameUrl = addresses.frame(authKey, 'token', kind);
  const hostedUrl = addresses.hosted(authKey, task, kind);
  const submitUrl = addresses.token(authKey, task);
  // Florin's frame has no fields of an account.
  const signedKey =
    kind === 'card' ? await signKey?.({ authKey, submitUrl, order: '', use: 'token', expiresAt }) : undefined;
  return {
    status: 'granted',
    task,
    claim: await tokens.write(claim.id),
    authKey,
    submitUrl,
    ...(signedKey !== undefined && { signedKey }),
    ...(frameUrl !== undefined && { frameUrl }),
    ...(hostedUrl !== undefined && { hostedUrl }),
    ...(card && { card }),
    expiresInSeconds: Math.max(0, Math.floor((expiresAt - clock.now()) / 1000)),
  };
}
