// @ts-check
/** How tests start Chromium. */

/** Chromium obeys the last `--disable-features` only, so ours repeats Playwright's. `chromium-args.spec.ts` compares them. */
export const PLAYWRIGHT_DISABLES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

const DISABLES = [
  ...PLAYWRIGHT_DISABLES,
  // Two hidden pages behind the address bar of every window: half of the processor time of opening one.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // The service is on this machine. A page that a test answers has no address, and would have to ask for permission.
  'LocalNetworkAccessChecks',
];

/** The whole browser. `npm test` names it; a lone run finds Debian's. */
export const CHROMIUM = process.env['FLORIN_CHROMIUM'] ?? '/usr/bin/chromium';

export const CHROMIUM_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  `--disable-features=${DISABLES.join()}`,
];
