/**
 * Reads the look of the page at the place of the element, now and whenever it changes, without polling.
 *
 * A probe, one pixel large and never seen, lies in the element's shadow root, out of reach of the shop's selectors. Its
 * properties take Florin's custom properties as values, so the browser resolves them, and every one of its properties
 * has a transition of a millisecond, so the browser also tells of each change, whatever the cause: a class on `<html>`, a
 * rule that was inserted, a media or container query, a sheet that was swapped, `:hover`. A MutationObserver sees the
 * first of these only. Three things no transition tells: the scheme of the operating system in browsers that have no
 * `light-dark()` (a media query does), an element that was not displayed while the look changed (its size does), and
 * a font or an arrangement in browsers that have no `transition-behavior`: there it crosses with the next change.
 * Tried in Chromium 156, Firefox 153 and WebKitGTK 2.50.
 */
import type { FrameStyles } from './contract.js';
import { INHERITED, PROBE_TABLE, type ProbedStyle } from './style-probe.js';

/** What {@link watchStyles} needs, and whom it tells. */
export interface WatchStylesOptions {
  /** The whole look: at once, then after each change. */
  onChange(styles: FrameStyles): void;
  /** Ends the watch and takes the probe away. */
  readonly signal: AbortSignal;
}

const PROBE = {
  position: 'fixed',
  width: '1px',
  height: '1px',
  contain: 'strict',
  visibility: 'hidden',
  'pointer-events': 'none',
  'forced-color-adjust': 'none',
  // These two stand for the scheme and the direction, which have no transition of their own.
  'column-rule-color': 'light-dark(#fff, #000)',
  'margin-inline-start': '1px',
  // At its end from the start, so that a look in the middle of one finds no old value beside a new one.
  transition: 'all 1ms step-start',
  'transition-behavior': 'allow-discrete',
} as const;

/** Watches from within `root`, the shadow root of an element that is in the document. */
export function watchStyles(root: ShadowRoot | Element, { onChange, signal }: WatchStylesOptions): void {
  if (signal.aborted) return;
  const probe = root.ownerDocument.createElement('span');
  for (const [name, value] of Object.entries(PROBE)) probe.style.setProperty(name, value);
  const table = Object.entries(PROBE_TABLE);
  for (const [name, [via, unset]] of table) if (via) probe.style.setProperty(via, `var(${name},${unset})`);
  root.append(probe);

  const night = matchMedia('(prefers-color-scheme: dark)');
  let last = '';
  let picture = 0;

  const read = () => {
    const computed = getComputedStyle(probe);
    const styles: Record<string, string> = {};
    for (const [name, probed] of table) {
      const value = name === 'color-scheme' ? schemeInUse(computed, night) : readRow(computed, name, probed);
      if (value) styles[name] = value;
    }
    const next = JSON.stringify(styles);
    if (next === last) return;
    last = next;
    onChange(styles);
  };

  // A change of ten properties ends ten transitions before the next picture.
  const readSoon = () => {
    cancelAnimationFrame(picture);
    picture = requestAnimationFrame(read);
  };

  const resize = new ResizeObserver(readSoon);
  read();
  resize.observe(probe);
  probe.addEventListener('transitionend', readSoon, { signal });
  night.addEventListener('change', readSoon, { signal });
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(picture);
    resize.disconnect();
    probe.remove();
  });
}

function readRow(computed: CSSStyleDeclaration, name: string, [via, unset]: ProbedStyle): string {
  if (!via) return computed.getPropertyValue(name);
  const written = computed.getPropertyValue(name).trim().replace(/\s+/g, ' ').replaceAll("'", '"');
  // What a property cannot take is not computed but inherited or forgotten: the frame gets it as it was written, and
  // says what is wrong with it.
  if (via.startsWith('grid') || (written && !CSS.supports(via, written))) return written;
  // A font is the page's own where the shop names none; the rest is Florin's.
  return written || unset === INHERITED ? computed.getPropertyValue(via) : '';
}

/** `normal`, `light dark`, `only light`: which of the two it comes to. */
function schemeInUse({ colorScheme }: CSSStyleDeclaration, night: MediaQueryList): 'light' | 'dark' {
  const mayBeDark = colorScheme.includes('dark') && (night.matches || !colorScheme.includes('light'));
  return mayBeDark ? 'dark' : 'light';
}
