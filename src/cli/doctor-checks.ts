/** The checks of `florin doctor`: each asks one thing and says in one line what is wrong and what to do. */
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FlorinError, RestClient } from '../service/index.js';
import { isLoopback, type Account } from './account.js';
import { comparePolicies, createPolicy, readPolicy, writePolicy, type PageSetUp } from './policy.js';

export interface Finding {
  readonly check: string;
  /** `skipped`: it could not be asked, because of an earlier finding. */
  readonly status: 'ok' | 'bad' | 'skipped';
  readonly message: string;
}

/** Milliseconds for what is asked besides the service's own calls. */
const PATIENCE = 10_000;
const CLOCK_LIMIT = 30;
const CERTIFICATE_DAYS = 14;
const DAY = 86_400_000;
const STRANGER =
  'the certificate is signed by nobody whom this machine trusts: is a proxy in between? NODE_EXTRA_CA_CERTS adds an issuer';
/** What Node and OpenSSL call it, in words. */
const TLS_TROUBLE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate has expired: have it renewed',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet: is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name: look at the base URL',
  DEPTH_ZERO_SELF_SIGNED_CERT: STRANGER,
  SELF_SIGNED_CERT_IN_CHAIN: STRANGER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: STRANGER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: STRANGER,
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS on this port: look at the base URL',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it speaks no TLS on this port: look at the base URL',
};

const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message });
const bad = (check: string, message: string): Finding => ({ check, status: 'bad', message });

/** The form of the service's address. */
export function checkUrl({ baseUrl }: Account): Finding {
  const check = 'url';
  if (!URL.canParse(baseUrl)) return bad(check, 'the base URL is no URL: it looks like https://pay.example');
  const { protocol, pathname } = new URL(baseUrl);
  if (/\/webapi(\/|$)/.test(pathname))
    return bad(check, 'the base URL ends before /webapi: leave it and what follows out');
  if (protocol === 'https:' || isLoopback(baseUrl)) return ok(check, `${baseUrl} is ${protocol.slice(0, -1)}`);
  return bad(check, 'the base URL is http: credentials and cards would travel in the open; use https');
}

/** The certificate: whether it is trusted, for this name, and for how long. */
export async function checkTls({ baseUrl }: Account): Promise<Finding> {
  const check = 'tls';
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol === 'http:') return ok(check, 'not needed on this machine');
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    // An address has no server name (RFC 6066): Node warns of one.
    const servername = isIP(host) ? '' : host;
    const socket = connectTls({ host, port: Number(port || 443), servername, timeout: PATIENCE });
    const end = (finding: Finding): void => {
      socket.destroy();
      resolve(finding);
    };
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      const days = Math.floor((until - Date.now()) / DAY);
      const says = `${socket.getProtocol() ?? 'TLS'}, the certificate is good for ${days} days`;
      end(days >= CERTIFICATE_DAYS ? ok(check, says) : bad(check, `${says}: have it renewed`));
    });
    socket.once('timeout', () => end(bad(check, `${hostname} does not answer within ${PATIENCE / 1000} seconds`)));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const { code = 'unknown' } = error;
      end(bad(check, TLS_TROUBLE[code] ?? `no trusted connection to ${hostname}: ${code}`));
    });
  });
}

/** Whether the service answers at all, and how far its clock is from this one. */
export async function checkReach({ baseUrl }: Account): Promise<readonly Finding[]> {
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await ask(`${baseUrl.replace(/\/+$/, '')}/webapi/v3/status/`);
  } catch (error) {
    const code = codeOf(error);
    const look = Object.hasOwn(TLS_TROUBLE, code) ? 'see tls' : 'look at the base URL, DNS and firewall';
    return [bad('reach', `the service does not answer: ${code}; ${look}`)];
  }
  await response.body?.cancel();
  const reach = ok('reach', `the service answers in ${Date.now() - sentAt} ms`);
  const type = response.headers.get('content-type') ?? 'nothing';
  if (response.status === 404 || !/json/.test(type)) {
    return [bad('reach', `something answers with HTTP ${response.status} and ${type}, which is not the service`)];
  }
  return [reach, checkClock(response, (sentAt + Date.now()) / 2)];
}

function checkClock(response: Response, at: number): Finding {
  const theirs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return { check: 'clock', status: 'skipped', message: 'the service does not say its time' };
  const apart = Math.round((at - theirs) / 1000);
  if (Math.abs(apart) <= CLOCK_LIMIT) return ok('clock', 'agrees with the service’s');
  return bad('clock', `${Math.abs(apart)} s ${apart > 0 ? 'ahead of' : 'behind'} the service’s: set it by NTP`);
}

/** User, merchant and password. */
export async function checkCredentials(client: RestClient): Promise<Finding> {
  const says = 'the service knows user, merchant and password';
  return tryCall('credentials', says, () => client.status(), {
    1: 'the service does not know this user, merchant and password together',
    2: 'the user may not use the API: have the permission added',
    3: 'there is no such user',
  });
}

/** What the user may do. Makes one key that is never used; nothing else is changed. */
export async function checkPermissions(client: RestClient): Promise<readonly Finding[]> {
  const denied = { 2: 'the user may not do this: have the permission added' };
  const MerchantReference = 'florin-doctor-finds-nothing';
  const ProcessTxnData = { Action: 'payment', Amount: 100, Currency: 'AUD', Crn1: 'florin doctor', TestMode: true };
  return [
    await tryCall(
      'search',
      'transactions can be searched',
      () => client.searchTransactions({ MerchantReference }),
      denied,
    ),
    await tryCall(
      'authkey',
      'a key was made, for a test, and thrown away',
      () => client.createAuthKey({ ProcessTxnData }),
      denied,
    ),
    await tryCall('tokens', 'tokens can be searched', () => client.searchTokens({ Crn1: MerchantReference }), denied),
  ];
}

async function tryCall(
  check: string,
  says: string,
  call: () => Promise<unknown>,
  known: Readonly<Record<number, string>>,
): Promise<Finding> {
  try {
    await call();
    return ok(check, says);
  } catch (error) {
    const { apiCode, message } = error as FlorinError;
    return bad(check, (apiCode !== undefined && known[apiCode]) || message);
  }
}

/** The signer of the shop: that it is there, well, and refuses what it should. */
export async function checkSigner(url: string): Promise<readonly Finding[]> {
  const base = url.replace(/\/+$/, '');
  try {
    const health = await ask(`${base}/health`);
    const text = await health.text();
    const status = /"status":"(\w+)"/.exec(text)?.[1];
    if (status !== 'ok')
      return [bad('signer', `${base}/health says ${status ?? `HTTP ${health.status}`}: ${advice(status)}`)];
    const foreign = await ask(`${base}/authkey`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://florin-doctor.invalid',
        'sec-fetch-site': 'cross-site',
      },
      body: '{"order":"florin doctor"}',
    });
    await foreign.body?.cancel();
    const isRefused = foreign.status === 403;
    return [
      ok('signer', 'it is there and well'),
      isRefused
        ? ok('origins', 'pages of other origins are refused')
        : bad(
            'origins',
            `a page of another origin is answered with HTTP ${foreign.status}, not 403: is a proxy taking Origin away?`,
          ),
    ];
  } catch (error) {
    return [bad('signer', `${base} does not answer: ${codeOf(error)}`)];
  }
}

function advice(status: string | undefined): string {
  if (status === 'degraded') return 'the payment service does not answer it';
  return status === 'failing' ? 'its store does not answer' : 'is this the signer’s public URL?';
}

/** The policy of a page, held against what the set-up needs. */
export async function checkPage(page: string, setUp: PageSetUp): Promise<readonly Finding[]> {
  const needed = createPolicy(setUp);
  let header: string | null;
  try {
    const response = await ask(page);
    await response.body?.cancel();
    if (!response.ok) return [bad('csp', `the page answers with HTTP ${response.status}`)];
    header = response.headers.get('content-security-policy');
  } catch (error) {
    return [bad('csp', `the page does not answer: ${codeOf(error)}`)];
  }
  if (header === null) return [bad('csp', `the page has no Content-Security-Policy; send: ${writePolicy(needed)}`)];
  const problems = comparePolicies(readPolicy(header), needed, page);
  if (problems.length === 0) return [ok('csp', 'allows what the form needs')];
  return problems.map((problem) => bad('csp', problem));
}

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) });
}

function codeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  if (typeof cause?.code === 'string') return cause.code;
  if (name === 'TimeoutError') return `no answer within ${PATIENCE / 1000} seconds`;
  return 'the address or its port cannot be called';
}
