/** The Content-Security-Policy of a page with Florin's form, for each method. docs/guides/methods.md. */

export type Method = 'javascript' | 'webform' | 'iframe' | 'redirect';
export type Isolation = 'page' | 'frame';

/** The set-up of a shop. Origins have no path: `https://shop.example`. */
export interface PageSetUp {
  readonly method: Method;
  readonly isolation: Isolation;
  /** Origin of the payment service. */
  readonly service: string;
  /** Origin of the frame page; required for `isolation="frame"`. */
  readonly frame?: string | undefined;
  /** Origin of the signer, if not that of the page. */
  readonly signer?: string | undefined;
  /** Origin of Florin's script, if not that of the page. */
  readonly scripts?: string | undefined;
  /** Hashes of inline scripts: the import map. */
  readonly hashes?: readonly string[] | undefined;
  /** Hashes of style elements: of elements that a server renders. */
  readonly styles?: readonly string[] | undefined;
  /** URL for reports of violations. */
  readonly reportUrl?: string | undefined;
}

/** Directive names and their sources. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** The strictest policy that the page works with. @throws RangeError when the set-up is invalid */
export function createPolicy(setUp: PageSetUp): Policy {
  const { method, isolation, service, frame, signer, scripts, hashes = [], styles = [], reportUrl } = setUp;
  if (isolation === 'frame' && method !== 'javascript') {
    throw new RangeError('--isolation frame is for --method javascript: the other methods have no fields in the page');
  }
  if (isolation === 'frame' && frame === undefined) throw new RangeError('--isolation frame needs --frame-origin');
  const shop = signer === undefined ? ["'self'"] : ["'self'", signer];
  const sends = method === 'javascript' && isolation === 'page';
  const posts = method === 'webform' || method === 'redirect';
  return new Map<string, readonly string[]>([
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...(scripts === undefined ? [] : [scripts]), ...hashes.map((hash) => `'${hash}'`)]],
    ['style-src', ["'self'", ...styles.map((hash) => `'${hash}'`)]],
    ['img-src', ["'self'"]],
    ['connect-src', sends ? [...shop, service] : shop],
    ['frame-src', framesOf(setUp, shop)],
    // Browsers also apply form-action to redirects: the service redirects a form to the signer.
    ['form-action', posts ? [...shop, service] : ["'self'"]],
    ['base-uri', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
    ['require-trusted-types-for', ["'script'"]],
    ['trusted-types', ['lit-html']],
    // Both, because some browsers do not support report-to.
    ...(reportUrl === undefined
      ? []
      : ([
          ['report-uri', [reportUrl]],
          ['report-to', ['florin']],
        ] as const)),
  ]);
}

/** Frame sources: 3-D Secure starts at the service and ends at the signer's return address, in a frame of the page. */
function framesOf({ method, isolation, service, frame }: PageSetUp, shop: readonly string[]): readonly string[] {
  if (method === 'javascript') return [...shop, ...(isolation === 'frame' && frame ? [frame] : []), service];
  return method === 'iframe' ? [...shop, service] : ["'none'"];
}

/** Writes the value of the header. */
export function writePolicy(policy: Policy): string {
  return [...policy].map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ');
}

/** The headers of the page, by lower-case name. */
export function createHeaders(setUp: PageSetUp): Readonly<Record<string, string>> {
  const { reportUrl } = setUp;
  return {
    'content-security-policy': writePolicy(createPolicy(setUp)),
    ...(reportUrl !== undefined && { 'reporting-endpoints': `florin="${reportUrl}"` }),
  };
}

/** Parses a header. The first of several directives with one name counts, as in browsers. */
export function readPolicy(header: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const directive of header.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/);
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

/** Reports what a page's policy forbids although the set-up needs it, and what it allows that is unsafe on a payment page. */
export function comparePolicies(found: Policy, needed: Policy, page: string): readonly string[] {
  const own = new URL(page).origin;
  const problems: string[] = [];
  for (const name of ['script-src', 'style-src', 'connect-src', 'frame-src', 'form-action']) {
    const isFetch = name !== 'form-action';
    const sources = found.get(name) ?? (isFetch ? found.get('default-src') : undefined);
    if (sources === undefined) continue;
    for (const source of needed.get(name) ?? []) {
      if (source !== "'none'" && !allows(sources, source, own)) problems.push(`${name} does not allow ${source}`);
    }
  }
  const scripts = found.get('script-src') ?? found.get('default-src');
  if (scripts === undefined) problems.push('scripts of any origin may run: it has neither script-src nor default-src');
  const hasPins = scripts?.some((source) => /^'(nonce|sha\d+)-|^'strict-dynamic'$/.test(source)) ?? false;
  for (const source of scripts ?? []) {
    if (source === "'unsafe-inline'" && hasPins) continue;
    if (["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', 'http:', 'data:'].includes(source)) {
      problems.push(`script-src has ${source}: a foreign script could read the card in page isolation`);
    }
  }
  return problems;
}

function allows(sources: readonly string[], needed: string, own: string): boolean {
  const origin = needed === "'self'" ? own : needed;
  const { protocol, host } = new URL(origin);
  return sources.some((source) => {
    if (source === '*' || source === protocol || source === origin || source === host) return true;
    if (source === "'self'") return origin === own;
    // A star matches one or more labels.
    const [, scheme = protocol, domain] = /^(https?:)?(?:\/\/)?\*(\..+)$/.exec(source) ?? [];
    return domain !== undefined && scheme === protocol && host.endsWith(domain);
  });
}
