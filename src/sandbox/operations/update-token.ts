/** D2: changes a token. What is absent stays. wire/rest.md sections 2 and 3. */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { StoreUnit } from '../store/store.js';
import type { Instrument, Token, TokenReferences } from '../token.js';
import { readDvToken } from './dv-token.js';
import { changeInstrument, checkChange, type InstrumentChange, type TokenEntry } from './token-entry.js';

/** What a token stands for, where it matters to who asks. */
export type TokenKind = 'card' | 'bank_account';

/** A change as a server asks for it. */
export interface TokenChange {
  readonly dvToken: string;
  readonly entry: TokenEntry;
  /** What the token must stand for; a token of the other kind is as good as none. */
  readonly kind?: TokenKind;
}

/** A change that keeps to the field rules. */
export interface CheckedChange {
  readonly references: TokenReferences;
  readonly instrument: InstrumentChange;
  readonly username: string | null;
  readonly kind?: TokenKind | undefined;
}

/** True when the token stands for what is asked for, or nothing is. */
export function isOfKind({ card }: Instrument, kind: TokenKind | undefined): boolean {
  return kind === undefined || (kind === 'card') === (card !== null);
}

/**
 * Changes a token within a unit of work.
 *
 * @throws SandboxFault 202 when the merchant has none of that number; 112, 124 when it is of the other kind
 */
export async function changeToken(
  unit: StoreUnit,
  merchantId: number,
  dvToken: string,
  { references, instrument, username, kind }: CheckedChange,
  { clock }: Context,
): Promise<Token> {
  const token = await unit.lockToken(merchantId, dvToken);
  if (!token || !isOfKind(token, kind)) throw new SandboxFault(202);
  const changed: Token = {
    ...token,
    ...changeInstrument(token, instrument),
    crn1: references.crn1 ?? token.crn1,
    crn2: references.crn2 ?? token.crn2,
    crn3: references.crn3 ?? token.crn3,
    billerCode: references.billerCode ?? token.billerCode,
    emailAddress: references.emailAddress ?? token.emailAddress,
    userUpdated: username,
    updatedAt: clock.now(),
  };
  await unit.updateToken(changed);
  return changed;
}

/** Changes a token of the caller's merchant. @throws SandboxFault 1xx, 202 */
export async function updateToken(
  { dvToken, entry, kind }: TokenChange,
  context: Context,
  { merchant, username }: Caller,
): Promise<Token> {
  const number = readDvToken(dvToken);
  const change = { references: entry, instrument: await checkChange(entry, 'server', context), username, kind };
  return context.store.write((unit) => changeToken(unit, merchant.id, number, change, context));
}
