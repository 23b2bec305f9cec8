/** The Content-Security-Policy of a page with Florin's form, for each way of taking cards. design.md section 4. */

export type Method = 'javascript' | 'webform' | 'iframe' | 'redirect';
export type Isolation = 'page' | 'frame';

/** How a shop is set up. Origins are bare: `https://shop.example`. */
export interface PageSetUp {
  readonly method: Method;
  readonly isolation: Isolation;
  /** Where browsers send the card. */
  readonly service: string;
  /** Where the frame page is; needed for `isolation="frame"`. */
  readonly frame?: string | undefined;
  /** Where the signer is, when it is not the page's own origin. */
  readonly signer?: string | undefined;
  /** Where Florin's script comes from, when it is not the page's own origin. */
  readonly scripts?: string | undefined;
  /** Hashes of what stands in the page: an import map. */
  readonly hashes?: readonly string[] | undefined;
  /** Where browsers report what the policy has refused. */
  readonly reportUrl?: string | undefined;
}

/** Directive by directive: names, and what may stand there. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** What the page needs and nothing else. @throws RangeError when the set-up is none */
export function createPolicy(setUp: PageSetUp): Policy {
  const { method, isolation, service, frame, signer, scripts, hashes = [], reportUrl } = setUp;
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
    ['style-src', ["'self'"]],
    ['img-src', ["'self'"]],
    ['connect-src', sends ? [...shop, service] : shop],
    ['frame-src', framesOf(setUp, shop)],
    // Browsers hold the answer's redirect against it as well: the service sends a form on to the signer.
    ['form-action', posts ? [...shop, service] : ["'self'"]],
    ['base-uri', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
    ['require-trusted-types-for', ["'script'"]],
    ['trusted-types', ['lit-html']],
    // Both: not every browser knows the newer one.
    ...(reportUrl === undefined
      ? []
      : ([
          ['report-uri', [reportUrl]],
          ['report-to', ['florin']],
        ] as const)),
  ]);
}

/** 3-D Secure begins at the service and ends at the signer's return address, in a frame of the page. */
function framesOf({ method, isolation, service, frame }: PageSetUp, shop: readonly string[]): readonly string[] {
  if (method === 'javascript') return [...shop, ...(isolation === 'frame' && frame ? [frame] : []), service];
  return method === 'iframe' ? [...shop, service] : ["'none'"];
}

/** As it stands in the header. */
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

/** The first of several directives of one name counts, as in browsers. */
export function readPolicy(header: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const directive of header.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/);
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

/** What a page's policy forbids of that which the set-up needs, and what it allows that no payment page should. */
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
      problems.push(`script-src has ${source}: a script of somebody else could read the card in page isolation`);
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
    // A star stands for one or more labels.
    const [, scheme = protocol, domain] = /^(https?:)?(?:\/\/)?\*(\..+)$/.exec(source) ?? [];
    return domain !== undefined && scheme === protocol && host.endsWith(domain);
  });
}
