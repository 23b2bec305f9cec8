/** The parts of a Content-Type that SOAP needs. RFC 9110, section 8.3.1. */
export interface MediaType {
  /** In lower case, without parameters. */
  readonly type: string;
  readonly charset: string | null;
  /** The action of SOAP 1.2, which version 1.1 has in the header SOAPAction. */
  readonly action: string | null;
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;

/** Reads a Content-Type header; malformed parameters are ignored, and the first of two with one name counts. */
export function readMediaType(header: string | null): MediaType {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of (header ?? '').matchAll(PARAMETER)) {
    const value = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1');
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return {
    type: (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    charset: parameters.get('charset') || null,
    action: parameters.get('action') || null,
  };
}
