/**
 * Whether a request has at most one Host header (RFC 9112, section 3.2). Node accepts two and uses the first; a proxy may have
 * used the other.
 *
 * @param rawHeaders names and values in turn, as in `IncomingMessage`
 */
export function hasOneHost({ rawHeaders }: { readonly rawHeaders: readonly string[] }): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}
