/** D4: one token by its number. docs/wire/rest.md section 2. */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { Token } from '../token.js';
import { readDvToken } from './dv-token.js';

/** @throws SandboxFault 123 for an invalid token, 202 when the merchant has no such token */
export async function getToken(
  { dvToken }: { readonly dvToken: string },
  { store }: Context,
  { merchant }: Caller,
): Promise<Token> {
  const number = readDvToken(dvToken);
  const found = await store.read((view) => view.findToken(merchant.id, number));
  if (!found) throw new SandboxFault(202);
  return found;
}
