/** Where the sandbox and its back office are on this origin. */

/** Path of the sandbox: empty, unless a proxy or a browser tab serves it below one (`publicPath`). */
export const ROOT = /^(.*?)\/backoffice(?:\/|$)/.exec(location.pathname)?.[1] ?? '';

/** Path of the back office. */
export const OFFICE = `${ROOT}/backoffice`;
