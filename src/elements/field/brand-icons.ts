/**
 * Brand icons, drawn for Florin from simple shapes, enough to recognise a brand. Their size is 32 by 20, the size at
 * which they are shown, so that they stay sharp. All use one template: a background and up to three paths.
 */
import { html, type TemplateResult } from 'lit';
import type { CardBrandId } from '../../core/card/brand.js';

type Sheet = readonly [fill: string, edge: string];
type Path = readonly [d: string, fill: string, line?: string];

const PAPER: Sheet = ['#fff', '#ddd'];
const BARE: Sheet = ['none', 'none'];
const CARD: Sheet = ['none', 'currentColor'];

const SHAPES: Readonly<Record<CardBrandId, readonly [Sheet, Path, Path?, Path?]>> = {
  visa: [
    PAPER,
    ['M6.5 7 8 13 12 7m3.5 0L14 13m7-5.5c-3-1-4.5 1-2.5 2.3s.5 4-2.5 2.7m5 .5 4.3-6L27 13m-.5-2H23', 'none', '#13b'],
  ],
  mastercard: [
    PAPER,
    ['M12.5 5a5 5 0 0 1 0 10 5 5 0 0 1 0-10', '#e01', '#e01'],
    ['M19.5 5a5 5 0 0 1 0 10 5 5 0 0 1 0-10', '#f92', '#f92'],
    ['M16 5.8a5.5 5.5 0 0 1 0 8.4 5.5 5.5 0 0 1 0-8.4', '#f60'],
  ],
  amex: [
    ['#06c', '#06c'],
    ['M3.5 13 6 7l2.5 6m-4-2h3m3 2V7l2.5 4 2.5-4v6M21 7h-3.5v6H21m-3.5-3h3M23 7l5 6m0-6-5 6', 'none', '#fff'],
  ],
  diners: [
    PAPER,
    ['M16 3a7 7 0 0 1 0 14 7 7 0 0 1 0-14', '#07b'],
    ['M14.5 5.5a5 5 0 0 0 0 9zm3 0a5 5 0 0 1 0 9z', '#fff'],
  ],
  jcb: [
    PAPER,
    ['M8 5h4v10H8z', '#049', '#049'],
    ['M14 5h4v10h-4z', '#d12', '#d12'],
    ['M20 5h4v10h-4z', '#193', '#193'],
  ],
  discover: [
    PAPER,
    ['M12 19.5a40 40 0 0 0 19-9V17l-2 2.5z', '#f61'],
    ['M18 6a2.5 2.5 0 0 1 0 5 2.5 2.5 0 0 1 0-5', '#f61', '#f61'],
    ['M5 6h1.5c4 0 4 5 0 5H5zm6 0v5', 'none', '#222'],
  ],
  unionpay: [
    BARE,
    ['M5 1h7L8 19H1z', '#c02', '#c02'],
    ['M12 0h9l-4 20H8z', '#026'],
    ['M21 1h10l-4 18H17z', '#077', '#077'],
  ],
};

const EMPTY: Path = ['', 'none'];

/** The icon of a brand, without a text alternative: the caller adds one. */
export function brandIcon(id: CardBrandId): TemplateResult {
  return picture(...SHAPES[id]);
}

/** The icon of any card: shown in a number field while the brand is unknown and the shop has not listed its brands. */
export const anyCardIcon = picture(CARD, ['M1 5h30v3H1z', 'currentColor']);

/**
 * The place of the security code on a card: four digits above the number on the front of an
 * American Express card, else three on the back.
 */
export function codePicture(isOnFront: boolean): TemplateResult {
  const [print, pill, digits] = isOnFront
    ? ['M4 5h6v5H4zm0 9h15v1.5H4z', 'M16 4h13.5v6H16z', 'M17.5 6h2v2h-2zm3 0h2v2h-2zm3 0h2v2h-2zm3 0h2v2h-2z']
    : ['M1 4h30v3H1zm3 6h12v5H4z', 'M18 9.5h11v6H18z', 'M19.5 11.5h2v2h-2zm3 0h2v2h-2zm3 0h2v2h-2z'];
  return picture(CARD, [print, 'currentColor'], [pill, 'var(--_accent)', 'var(--_accent)'], [digits, 'var(--_paper)']);
}

function picture([fill, edge]: Sheet, ...paths: readonly (Path | undefined)[]): TemplateResult {
  const [a = EMPTY, b = EMPTY, c = EMPTY] = paths;
  return html`<svg
    width="32"
    height="20"
    viewBox="0 0 32 20"
    stroke-linejoin="round"
    stroke-width="1.3"
    aria-hidden="true"
  >
    <rect x=".5" y=".5" width="31" height="19" rx="3" fill=${fill} stroke=${edge} />
    <path d=${a[0]} fill=${a[1]} stroke=${a[2] ?? 'none'} />
    <path d=${b[0]} fill=${b[1]} stroke=${b[2] ?? 'none'} />
    <path d=${c[0]} fill=${c[1]} stroke=${c[2] ?? 'none'} />
  </svg>`;
}
