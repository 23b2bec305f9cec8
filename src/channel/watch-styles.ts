/**
 * Reads the page's styles at the element, at first and after each change, without polling.
 *
 * An invisible probe of one pixel is in the element's shadow root, where the shop's selectors do not apply. The values of its
 * properties are Florin's custom properties, so the browser resolves them, and each has a transition of a millisecond, so the
 * browser reports each change, whatever the cause: a class on `<html>`, an inserted rule, a media or container query, another
 * style sheet, `:hover`. A MutationObserver reports only the first of these. Transitions do not report three changes: the
 * colour scheme of the operating system in browsers without `light-dark()` (a media query does), styles of an element that was
 * not displayed (its size does), and fonts and grid areas in browsers without `transition-behavior`: they are sent with the
 * next change.
 * Tried in Chromium 156, Firefox 153 and WebKitGTK 2.50.
 */
import type { FrameStyles } from './contract.js';
import { INHERITED, PROBE_TABLE, type ProbedStyle } from './style-probe.js';

/** Options and callbacks of {@link watchStyles}. */
interface WatchStylesOptions {
  /** Called with all styles, at first and after each change. */
  onChange(styles: FrameStyles): void;
  /** Stops watching and removes the probe. */
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
  // These two represent colour scheme and direction, which have no transitions.
  'column-rule-color': 'light-dark(#fff, #000)',
  'margin-inline-start': '1px',
  // `step-start` gives the final values at once, so that no value that is read during a transition is old.
  transition: 'all 1ms step-start',
  'transition-behavior': 'allow-discrete',
} as const;

/** Watches in `root`, the shadow root of an element in the document. */
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

  // A change of ten properties ends ten transitions before the next animation frame.
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
  // An invalid value is inherited or dropped instead of computed: the frame gets it as written, and warns about it.
  if (via.startsWith('grid') || (written && !CSS.supports(via, written))) return written;
  // The default font is that of the page; other defaults are Florin's.
  return written || unset === INHERITED ? computed.getPropertyValue(via) : '';
}

/** The used scheme of a value such as `normal`, `light dark` or `only light`. */
function schemeInUse({ colorScheme }: CSSStyleDeclaration, night: MediaQueryList): 'light' | 'dark' {
  const mayBeDark = colorScheme.includes('dark') && (night.matches || !colorScheme.includes('light'));
  return mayBeDark ? 'dark' : 'light';
}
