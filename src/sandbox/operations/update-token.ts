/** D2: changes a token. Absent members stay. docs/wire/rest.md sections 2 and 3. */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { StoreUnit } from '../store/store.js';
import { referencesOf, type TokenReferences } from '../references.js';
import type { Instrument, Token } from '../token.js';
import { readDvToken } from './dv-token.js';
import { withServersTerms } from './merchant-rules.js';
import { assertTyped, changeInstrument, checkChange, type InstrumentChange, type TokenEntry } from './token-entry.js';

export type TokenKind = 'card' | 'bank_account';

/** A server's request for a change. */
export interface TokenChange {
  readonly dvToken: string;
  readonly entry: TokenEntry;
  /** Required kind; a token of the other kind counts as not found. */
  readonly kind?: TokenKind;
}

export interface CheckedChange {
  readonly references: TokenReferences;
  readonly instrument: InstrumentChange;
  readonly username: string | null;
  readonly kind?: TokenKind | undefined;
  /** True when the change must contain a card or an account. */
  readonly mustBeTyped?: boolean;
}

/** True when the token has the required kind, or no kind is required. */
export function isOfKind({ card }: Instrument, kind: TokenKind | undefined): boolean {
  return kind === undefined || (kind === 'card') === (card !== null);
}

/**
 * Changes a token within a unit of work.
 *
 * @throws SandboxFault 202 when the merchant has no such token; 112, 124 when it is of the other kind
 */
export async function changeToken(
  unit: StoreUnit,
  merchantId: number,
  dvToken: string,
  { references, instrument, username, kind, mustBeTyped }: CheckedChange,
  { clock }: Context,
): Promise<Token> {
  const token = await unit.lockToken(merchantId, dvToken);
  if (!token || !isOfKind(token, kind)) throw new SandboxFault(202);
  if (mustBeTyped) assertTyped(instrument, token);
  const changed: Token = {
    ...token,
    ...changeInstrument(token, instrument),
    ...referencesOf(references, token),
    userUpdated: username,
    updatedAt: clock.now(),
  };
  await unit.updateToken(changed);
  return changed;
}

/** Checks a server's request for a change. @throws SandboxFault 1xx */
export async function checkRequest(
  { dvToken, entry, kind }: TokenChange,
  context: Context,
  { merchant, username }: Caller,
): Promise<{ readonly number: string; readonly change: CheckedChange }> {
  const number = readDvToken(dvToken);
  const instrument = await checkChange(withServersTerms(entry, merchant), 'server', context);
  return { number, change: { references: entry, instrument, username, kind } };
}

/** Changes a token of the caller's merchant. @throws SandboxFault 1xx, 202 */
export async function updateToken(request: TokenChange, context: Context, caller: Caller): Promise<Token> {
  const { number, change } = await checkRequest(request, context, caller);
  return context.store.write((unit) => changeToken(unit, caller.merchant.id, number, change, context));
}
