/**
 * What the bank's step (3-D Secure) may do in its frame, and an embedded checkout, which has the step inside; and how long it
 * lasts. The bank's origins are not known. docs/reference/frame-permissions.md is made of this file.
 */

/** The features of `allow`, each with its reason. */
export const BANK_FRAME_ALLOW = {
  /** The bank confirms a payment with a passkey. */
  'publickey-credentials-get *': true,
  /** The bank offers a passkey for the next time. */
  'publickey-credentials-create *': true,
  /** The browser offers the one-time code of a text message. */
  'otp-credentials *': true,
  /** Secure Payment Confirmation: the browser itself shows the amount. */
  'payment *': true,
};

/** The flags of `sandbox`. None lets the bank's page navigate the shop's. */
export const BANK_FRAME_SANDBOX = {
  /** Most banks' pages need scripts. */
  'allow-scripts': true,
  /** The answer is a form. */
  'allow-forms': true,
  /** The bank's session and passkeys belong to its origin. */
  'allow-same-origin': true,
  /** A bank opens a window for its terms or its login. */
  'allow-popups': true,
  /** Such a window is a normal one. It cannot navigate the shop's page either. */
  'allow-popups-to-escape-sandbox': true,
  /**
   * A link of the bank opens its app on the device: the address of an app is the only one that it may give to the shop's window.
   */
  'allow-top-navigation-to-custom-protocols': true,
  /** Some banks ask with `confirm()` before they cancel. */
  'allow-modals': true,
};

/** For `iframe.allow`. */
export const BANK_ALLOW = Object.keys(BANK_FRAME_ALLOW).join('; ');
/** For `iframe.sandbox`. */
export const BANK_SANDBOX = Object.keys(BANK_FRAME_SANDBOX).join(' ');

/** How long banks usually wait for the shopper (3-D Secure). Milliseconds. */
export const BANK_STEP_TIME = 600_000;
