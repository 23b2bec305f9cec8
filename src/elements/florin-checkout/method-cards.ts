/** The methods by which the card is typed on a page of the service. Loaded when a checkout asks for one of them. */
import { offerCard } from './card-source.js';
import { AwayCard } from './method-away.js';
import { IframeCard } from './method-iframe.js';

/** Makes the methods known to all elements. */
export function offerMethods(): void {
  offerCard('iframe', (host) => new IframeCard(host));
  offerCard('redirect', (host) => new AwayCard(host, 'redirect'));
  offerCard('webform', (host) => new AwayCard(host, 'webform'));
}
