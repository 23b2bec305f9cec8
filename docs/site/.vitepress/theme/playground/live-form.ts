/** What the playground draws of a way. The site has no server, so some ways are only code here, and the page says why. */
import { writeMarkup, type WayValues } from '../../../../../demo/ways/way-code.js';
import { type Way, WAYS } from '../../../../../demo/ways/ways.js';

/** Why a way is not drawn here, or undefined. */
export function whyNotDrawn({ subject, isolation, method, variant }: Way): string | undefined {
  if (isolation === 'frame') return 'The frame is a page of your server, on another origin.';
  if (method === 'iframe') return 'The frame is a page of the payment service.';
  if (variant === 'form-inside') return 'The form is in the HTML that your server sends.';
  if (subject === 'bank-account' && method === 'javascript')
    return 'It asks your signer for a key at once; the gallery has the fields.';
  return undefined;
}

/** What is missing in the drawn form, or undefined. */
export function whatIsMissing({ savedCards }: Way): string | undefined {
  return savedCards ? 'The list of saved cards comes from your signer, so it is not drawn.' : undefined;
}

/** The markup that is drawn: as in the code, without what a signer would have to send. A script tag draws the same element. */
export function drawnMarkup(way: Way, values: WayValues): string {
  const drawn = WAYS.find(
    ({ savedCards, variant, ...each }) =>
      !savedCards &&
      variant === undefined &&
      each.subject === way.subject &&
      each.method === way.method &&
      each.isolation === way.isolation &&
      each.surcharge === way.surcharge,
  );
  return writeMarkup(drawn ?? way, values);
}
