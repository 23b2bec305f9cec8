/** What the playground draws of a way. The service and the signer run in the tab: tab.ts. */
import type { BrowserSandbox } from 'florin-server/browser';
import { writeMarkup, type WayValues } from '../../../../../demo/ways/way-code.js';
import { type Way } from '../../../../../demo/ways/ways.js';

/** Why a way is not drawn here, or undefined. */
export function whyNotDrawn({ variant }: Way): string | undefined {
  return variant === 'form-inside' || variant === 'server-rendered'
    ? 'The form is in the HTML that your server sends.'
    : undefined;
}

/** What is different in a tab, or undefined. */
export function whatDiffers({ isolation }: Way): string | undefined {
  return isolation === 'frame'
    ? 'The frame has the origin of this page here, so it isolates nothing. In a shop it has an origin of its own.'
    : undefined;
}

/** The markup that is drawn: as in the code, with the addresses of the tab. A script tag draws the same element. */
export function drawnMarkup(way: Way, values: WayValues, order: string, sandbox: BrowserSandbox): string {
  const { id, subject, name, method, isolation, surcharge, savedCards } = way;
  const { scripts, origins, acceptedBrands, order: shown } = values;
  const { signerUrl, surchargingSignerUrl, frameSrc: frameUrl } = sandbox;
  const markup = writeMarkup(
    { id, subject, name, method, isolation, surcharge, savedCards },
    {
      ...{ scripts, origins, signerUrl, frameUrl },
      // Without an address to go on to, the receipt stays on this page.
      ...(shown && { order: { ...shown, number: order } }),
      ...(acceptedBrands !== undefined && { acceptedBrands }),
      ...(subject === 'bank-account' && { agreementUrl: '#live-title' }),
    },
  );
  return markup.replaceAll(`${signerUrl}-surcharge`, surchargingSignerUrl);
}
