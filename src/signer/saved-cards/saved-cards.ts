/**
 * A shopper's saved cards. The service stores them (D5 finds them by the shopper's own Crn1), so
 * the signer stores nothing that could become inconsistent. The page receives masked cards with
 * handles. docs/invariants.md, invariant 6.
 */
import { askShop } from '../ask-shop.js';
import type { CardsAnswer, SavedCard } from '../../core/pay-api.js';
import type { DVTokenResp } from '../../wire/rest/dv-token.js';
import { lastDigitsOf } from '../attempts/receipt.js';
import { messageOf } from '../monitoring/message-of.js';
import { refuseCard, refuseSetUp, Refusal } from '../refusal.js';
import { emptyWhenNothing } from '../../service/search-all.js';
import { askForShop } from '../service/ask-service.js';
import type { TokenService } from '../service/payment-service.js';
import type { SignerContext } from '../signer-context.js';
import type { Shopper } from '../signer-options.js';
import { askToken, isDvToken } from './dv-token.js';

const TEXT_LENGTH = 50;
/** Name in the log of an error of the shop's, thrown or returned. */
const FAILED = 'authorise_token_failed';

/** The shopper who asks, and the client of the service. */
export interface CardHolder {
  readonly shopper: Shopper;
  readonly service: TokenService;
}

/** @throws Refusal `shopper_refused` when nobody is logged in, 404 when the shop has no saved cards */
export async function readShopper(context: SignerContext, request: Request): Promise<CardHolder> {
  const { log, shop, tokenService } = context;
  if (!shop.authoriseToken || !tokenService) {
    throw new Refusal('bad_request', 'This shop has no saved cards', { status: 404 });
  }
  const shopper = await askShop(log, FAILED, () => shop.authoriseToken?.(request) ?? null);
  if (shopper === null) throw new Refusal('shopper_refused', 'No shopper is logged in, so there are no saved cards');
  try {
    assertShopper(shopper);
  } catch (error) {
    log({ level: 'error', event: FAILED, message: messageOf(error) });
    throw refuseSetUp('The shop’s answer about its shopper is invalid', error);
  }
  return { shopper, service: tokenService };
}

/** Without a Crn1 the search would find every card of the merchant. @throws RangeError */
function assertShopper({ id, session, crn1, crn2 = '', email = '' }: Shopper): void {
  for (const [name, value] of Object.entries({ id, session, crn1 })) {
    if (typeof value !== 'string' || value.trim() === '') throw new RangeError(`${name} must not be empty`);
  }
  if (crn1.length > TEXT_LENGTH || crn2.length > TEXT_LENGTH) {
    throw new RangeError(`crn1 and crn2 are at most ${TEXT_LENGTH} characters`);
  }
  if (typeof email !== 'string') throw new RangeError('email must be text');
}

/** Calls D5. Newest first, as the service answers. */
export async function listCards(context: SignerContext, { shopper, service }: CardHolder): Promise<CardsAnswer> {
  const search = () => service.searchTokens({ Crn1: shopper.crn1 });
  const found = await askForShop(context.log, 'search_tokens', () => search().catch(emptyWhenNothing));
  // The service may compare references less strictly than the shop.
  const own = found.filter((token) => isOf(token, shopper));
  const groups = new Map<string, DVTokenResp[]>();
  for (const token of own) groups.set(keyOf(token), [...(groups.get(keyOf(token)) ?? []), token]);
  return { cards: await Promise.all([...groups.values()].map((group) => writeGroup(context, group, shopper))) };
}

/** Equal for entries of the same card or account: the mask, the expiry and the holder. */
function keyOf({ BankAccountDetails: account, CardDetails: card, CardType, DVToken }: DVTokenResp): string {
  if (card?.MaskedCardNumber) {
    return JSON.stringify(['card', CardType, card.MaskedCardNumber, card.ExpiryDate ?? '', card.CardHolderName ?? '']);
  }
  const number = account?.AccountNumber ?? account?.TruncatedAccountNumber;
  return JSON.stringify(number ? ['account', account?.BSBNumber, number, account?.AccountName ?? ''] : [DVToken]);
}

/** The newest entry, with the handles of the older ones. */
async function writeGroup(
  context: SignerContext,
  [newest = {}, ...older]: readonly DVTokenResp[],
  shopper: Shopper,
): Promise<SavedCard> {
  const card = await writeCard(context, newest, shopper);
  if (older.length === 0) return card;
  return {
    ...card,
    others: await Promise.all(older.map(({ DVToken }) => context.handles.write(DVToken ?? '', shopper))),
  };
}

/**
 * Calls D6 for each entry. One that is already gone counts as removed. No entry is removed unless all belong to the
 * shopper.
 * @throws Refusal `card_refused`
 */
export async function removeCards(
  context: SignerContext,
  { shopper, service }: CardHolder,
  handles: readonly unknown[],
): Promise<CardsAnswer> {
  const tokens: string[] = [];
  for (const handle of handles) {
    const dvToken = await context.handles.read(handle, shopper);
    if (dvToken === undefined) throw refuseCard();
    const token = await findToken(context, service, dvToken);
    if (token && !isOf(token, shopper)) throw refuseCard();
    if (token) tokens.push(dvToken);
  }
  // The newest entry is the last: if a call fails, the list still has the card.
  for (const dvToken of tokens.reverse()) {
    await askForShop(context.log, 'delete_token', () => askToken(() => service.deleteToken(dvToken)));
  }
  return listCards(context, { shopper, service });
}

/** The card of a handle, as the service reports it now (D4). @throws Refusal `card_refused` */
export async function readCard(
  context: SignerContext,
  { shopper, service }: CardHolder,
  handle: unknown,
): Promise<{ readonly dvToken: string; readonly card: SavedCard }> {
  const dvToken = await context.handles.read(handle, shopper);
  const token = dvToken === undefined ? undefined : await findToken(context, service, dvToken);
  if (dvToken === undefined || !token || !isOf(token, shopper)) throw refuseCard();
  return { dvToken, card: await writeCard(context, token, shopper) };
}

/** @throws Refusal `service_unreachable`, `configuration_invalid` */
async function findToken(context: SignerContext, service: TokenService, dvToken: string) {
  return askForShop(context.log, 'get_token', () => askToken(() => service.getToken(dvToken)));
}

/** Whether the token's Crn1 is exactly the shopper's, and the token can have a handle. */
function isOf(token: DVTokenResp, shopper: Pick<Shopper, 'crn1'>): boolean {
  return token.Crn1 === shopper.crn1 && isDvToken(token.DVToken);
}

/** The part of a token that a page may see: never the token itself, never an account number. */
export async function writeCard(
  { clock, handles }: Pick<SignerContext, 'clock' | 'handles'>,
  token: DVTokenResp,
  owner: Pick<Shopper, 'id' | 'session'>,
): Promise<SavedCard> {
  const handle = await handles.write(token.DVToken ?? '', owner);
  const account = token.BankAccountDetails;
  if (account && !token.CardDetails) {
    const lastDigits = lastDigitsOf(account.TruncatedAccountNumber ?? account.AccountNumber ?? '');
    const holderName = account.AccountName ?? '';
    return { handle, kind: 'bank_account', type: '', lastDigits, expiry: '', isExpired: false, holderName };
  }
  const { MaskedCardNumber = '', ExpiryDate = '', CardHolderName = '' } = token.CardDetails ?? {};
  return {
    handle,
    kind: 'card',
    type: token.CardType ?? '',
    lastDigits: lastDigitsOf(MaskedCardNumber),
    expiry: ExpiryDate,
    isExpired: isPast(ExpiryDate, clock.now()),
    holderName: CardHolderName,
  };
}

/**
 * A card is valid until the last day of its month in every time zone; month 99 is a test value of
 * the service.
 */
function isPast(expiry: string, now: number): boolean {
  const [, month = '', year = ''] = /^(\d\d)(\d\d)$/.exec(expiry) ?? [];
  if (month === '' || Number(month) > 12) return false;
  const farthestWest = new Date(now - 12 * 3_600_000);
  const monthsLeft = (2000 + Number(year) - farthestWest.getUTCFullYear()) * 12 + Number(month) - 1;
  return monthsLeft < farthestWest.getUTCMonth();
}
