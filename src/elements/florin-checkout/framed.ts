/** The card in a frame. Loaded when a checkout asks for it, or from the start by `florin/elements/framed`. */
import { offerCard } from './card-source.js';
import { FrameCard } from './frame-card.js';

offerCard('frame', (host) => new FrameCard(host));
