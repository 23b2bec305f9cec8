/**
 * Whether a host is this machine, by its name alone, without DNS.
 *
 * @param host - As in `URL.hostname`, or an address to listen on: `localhost`, `127.0.0.1`, `[::1]`, `::1`.
 */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/**
 * Like {@link isLoopbackHost}, for a URL that a browser opens: browsers resolve `*.localhost` to the machine itself
 * (Secure Contexts, section 3.1), a server's resolver may not.
 */
export function isLoopbackInBrowser(host: string): boolean {
  return isLoopbackHost(host) || /.\.localhost$/i.test(host);
}
