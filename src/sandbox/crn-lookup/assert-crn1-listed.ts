/** The rule that a look-up file makes: CRN1 must stand in it, where the merchant wants that. Sandbox choice. */
import { SandboxFault } from '../fault.js';
import type { Merchant } from '../merchant.js';
import type { StoreView } from '../store/store.js';

/** @throws SandboxFault 106 when the merchant's look-up file does not have the reference */
export async function assertCrn1Listed(
  view: Pick<StoreView, 'lookUpCrn1'>,
  { id, settings }: Merchant,
  { crn1 }: { readonly crn1: string | null },
): Promise<void> {
  if (settings.crn1Lookup !== 'listed_only') return;
  if ((await view.lookUpCrn1(id, crn1 ?? '')) !== 'listed') throw new SandboxFault(106);
}
