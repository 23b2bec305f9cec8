/** A Content-Type, as far as SOAP needs it. RFC 9110, section 8.3.1. */
export interface MediaType {
  /** In lower case, without parameters. */
  readonly type: string;
  readonly charset: string | null;
  /** SOAP 1.2's word for what version 1.1 says in SOAPAction. */
  readonly action: string | null;
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;

/** Reads a Content-Type header; what is no parameter is ignored, and of two the first counts. */
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
