/** What is not a payment with a card that is typed in the element. Loaded when a checkout asks for one of these. */
import { offerCard, type OtherMethod } from './card-source.js';
import { AwayCard } from './method-away.js';
import { offerWebform, pageRead } from './method-webform.js';
import { IframeCard } from './method-iframe.js';
import type { TokenHost } from './token-fields.js';

/** Makes the methods known to all elements, and the forms that save something once one of them is wanted. */
export async function offerMethods(method: OtherMethod): Promise<void> {
  offerCard('iframe', (host) => new IframeCard(host));
  offerCard('redirect', (host) => new AwayCard(host, 'redirect'));
  offerCard('webform', (host) => new AwayCard(host, 'webform'));
  if (method === 'webform') await offerWebform();
  if (method !== 'token') return;
  // Beside each other: the form is in another file than what became of it.
  const [{ TokenForm }] = await Promise.all([import('./token-form.js'), import('../../checkout/token-flow.js')]);
  // It too may stand before the form that the page brings.
  await pageRead();
  offerCard('token', (host) => new TokenForm(host as TokenHost));
}
