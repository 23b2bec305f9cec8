/** `florin-server/browser`: the sandbox and a signer in a browser tab, for pages without a server. */
export {
  removeBrowserSandbox,
  startBrowserSandbox,
  type BrowserSandbox,
  type BrowserSandboxOptions,
} from './start-browser-sandbox.js';
export type { BrowserCall, BrowserOrder, BrowserPayment, BrowserSurcharges } from './contract.js';
export type { NextPayment } from '../core/card/test-values.js';
