/** The rule of look-up files: CRN1 must be listed if the merchant requires it. Sandbox choice. */
import { SandboxFault } from '../fault.js';
import type { Merchant } from '../merchant.js';
import type { StoreView } from '../store/store.js';

/** @throws SandboxFault 106 when the merchant's look-up file does not contain the reference */
export async function assertCrn1Listed(
  view: Pick<StoreView, 'lookUpCrn1'>,
  { id, settings }: Merchant,
  { crn1 }: { readonly crn1: string | null },
): Promise<void> {
  if (settings.crn1Lookup !== 'listed_only') return;
  if ((await view.lookUpCrn1(id, crn1 ?? '')) !== 'listed') throw new SandboxFault(106);
}
