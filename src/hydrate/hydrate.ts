/**
 * `florin/hydrate`: elements take over the HTML that a server has rendered, with the text that is typed there. Import it in the
 * browser, statically, beside the elements. docs/guides/server-rendering.md
 */
import '@lit-labs/ssr-client/lit-element-hydrate-support.js';
import { type CSSResult, isServer, LitElement, type PropertyValues } from 'lit';
import { hydrating } from '../elements/hydration.js';

/** Protected members. */
interface Inner {
  readonly renderOptions: { renderBefore?: unknown };
  createRenderRoot(): HTMLElement | DocumentFragment;
  update(changed: PropertyValues): void;
}

type Hydrated = LitElement & Inner;
type Support = (lit: { readonly LitElement: typeof LitElement }) => void;

// A server also imports the page's modules, and has nothing to hydrate.
if (!isServer) {
  // Lit calls this when it is loaded, and then has this property of its own. A bundler may load Lit before.
  if (!Object.hasOwn(LitElement, 'observedAttributes')) {
    (globalThis as { litElementHydrateSupport?: Support }).litElementHydrateSupport?.({ LitElement });
  }
  noteHydration(LitElement.prototype as unknown as Inner);
  catchUp();
}

function noteHydration(prototype: Inner): void {
  const { createRenderRoot, update } = prototype;
  prototype.createRenderRoot = function (this: Hydrated) {
    if (this.shadowRoot && isOwn(this)) hydrating.add(this);
    return createRenderRoot.call(this);
  };
  prototype.update = function (this: Hydrated, changed) {
    try {
      update.call(this, changed);
    } catch (error) {
      if (!hydrating.delete(this)) throw error;
      console.warn(`${this.localName}: the server's HTML is of another version and is rendered again`, error);
      drawAgain(this, () => update.call(this, changed));
    }
    hydrating.delete(this);
  };
}

/**
 * Elements may have been defined before this file. They have not rendered yet, because all static imports are evaluated in one
 * task.
 */
function catchUp(): void {
  for (const element of document.querySelectorAll<Hydrated>('*')) {
    if (!isOwn(element) || !(element instanceof LitElement)) continue;
    if (element.hasUpdated || !element.shadowRoot?.firstChild) continue;
    element.createRenderRoot();
    delete element.renderOptions.renderBefore;
  }
}

function isOwn({ localName }: Element): boolean {
  return localName.startsWith('florin-');
}

/**
 * Renders again instead of hydrating HTML of another version, for example from a cache. Copies typed text from input to input.
 */
function drawAgain(element: LitElement, draw: () => void): void {
  const root = element.renderRoot as ShadowRoot & { _$litPart$?: unknown };
  const focused = root.activeElement?.id;
  const typed = [...root.querySelectorAll('input')];
  root.replaceChildren();
  delete root._$litPart$;
  const { elementStyles } = element.constructor as typeof LitElement;
  root.adoptedStyleSheets.push(...elementStyles.flatMap((style) => (style as CSSResult).styleSheet ?? []));
  draw();
  for (const { id, value, checked } of typed) {
    const input = id ? root.querySelector<HTMLInputElement>(`input#${CSS.escape(id)}`) : null;
    if (input) Object.assign(input, { value, checked });
  }
  if (focused) root.getElementById(focused)?.focus({ preventScroll: true });
}
