import { refuseClaim } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import type { Claim } from './claim.js';
import { plainReference } from './references.js';

/** The claim of a claim token. @throws Refusal `claim_refused` for a token that this signer did not make, or has no claim for */
export async function findClaim({ store, tokens }: SignerContext, token: unknown): Promise<Claim> {
  const id = await tokens.read(token);
  const claim = id === undefined ? undefined : await store.readClaim(id);
  if (!claim) throw refuseClaim();
  return claim;
}

/** The claim of a reference in an answer of the service, in either mode: its searches find both. */
export async function findClaimOf(
  { scopes, store }: SignerContext,
  reference: string | undefined,
): Promise<Claim | undefined> {
  const plain = plainReference(reference);
  if (plain === '') return undefined;
  return (await store.readClaimByReference(scopes.live, plain)) ?? store.readClaimByReference(scopes.test, plain);
}
