/**
 * What the frames with card fields may do: Florin's and the service's. docs/reference/frame-permissions.md is made of this file.
 */

/** The features of `allow`, each with its reason. There is no `sandbox`, because both are other origins. */
export interface CardFrameAllow {
  /** Wallets of the browser. Evervault and Hyperswitch allow it, Adyen's frames of fields do not. */
  payment: true;
  /**
   * Chromium fills a frame of another origin only with it, and warns without it from version 153 on. Set only where the browser
   * knows it: others name it on the console. None of the kits that were looked at sets it.
   */
  autofill: true;
}
type Feature = keyof CardFrameAllow;

/** For `iframe.allow`. Only Chromium tells which features it knows, and only Chromium needs `autofill`. */
export function cardFrameAllow(): Feature | `${Feature}; ${Feature}` {
  const { document } = globalThis as { document?: { featurePolicy?: { features(): readonly string[] } } };
  return document?.featurePolicy?.features().includes('autofill') ? 'payment; autofill' : 'payment';
}
