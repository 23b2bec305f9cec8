/**
 * Changes a token and all other tokens of the merchant for the same card or account, so that a replaced card is updated
 * everywhere at once. Sandbox choice: the source names UpdateTokenMulti without an explanation.
 */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { StoreUnit } from '../store/store.js';
import type { TokenFilter } from '../store/token-query.js';
import type { Token } from '../token.js';
import { changeToken, checkRequest, isOfKind, type CheckedChange, type TokenChange } from './update-token.js';

/** Filter for the same card or account. */
function sameInstrument({ card, bankAccount }: Token): Partial<TokenFilter> {
  if (card) return { cardFingerprint: card.fingerprint ?? '' };
  return { accountNumber: bankAccount.accountNumber, bsbNumber: bankAccount.bsbNumber };
}

async function changeAlike(
  unit: StoreUnit,
  token: Token,
  change: CheckedChange,
  context: Context,
): Promise<Token | undefined> {
  const { merchantId } = token;
  const same = sameInstrument(token);
  const found = await unit.searchTokens(merchantId, { filter: same, limit: Number.MAX_SAFE_INTEGER });
  // Every caller uses the same order, which avoids deadlocks.
  const numbers = [...new Set([token.dvToken, ...found.map(({ dvToken }) => dvToken)])].sort();
  let changed: Token | undefined;
  for (const dvToken of numbers) {
    const locked = await unit.lockToken(merchantId, dvToken);
    const isAsked = dvToken === token.dvToken;
    if (!isAsked && (!locked || JSON.stringify(sameInstrument(locked)) !== JSON.stringify(same))) continue;
    const result = await changeToken(unit, merchantId, dvToken, change, context);
    if (isAsked) changed = result;
  }
  return changed;
}

/** Returns the requested token after the change. @throws SandboxFault 1xx, 202 */
export async function updateTokensAlike(request: TokenChange, context: Context, caller: Caller): Promise<Token> {
  const { number, change } = await checkRequest(request, context, caller);
  return context.store.write(async (unit) => {
    const token = await unit.findToken(caller.merchant.id, number);
    const changed =
      token && isOfKind(token, request.kind) ? await changeAlike(unit, token, change, context) : undefined;
    if (!changed) throw new SandboxFault(202);
    return changed;
  });
}
