/** The checks of `florin doctor`: each reports in one line what is wrong and what to do. */
import { trimSlashes } from '../core/trim-slashes.js';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FlorinError, RestClient } from '../service/index.js';
import type { HealthReason } from '../signer/index.js';
import { isLoopbackUrl, type Account } from './account.js';
import { checkFacility } from './doctor-facility.js';
import { checkPayment } from './doctor-payment.js';
import { checkSearch } from './doctor-search.js';
import { bad, ok, type Finding } from './finding.js';
import { comparePolicies, createPolicy, readPolicy, writePolicy, type PageSetUp } from './policy.js';

/** Timeout of each connection that `doctor` makes outside the service client. */
const TIMEOUT_MS = 10_000;
const CLOCK_LIMIT = 30;
const CERTIFICATE_DAYS = 14;
const DAY = 86_400_000;
const UNTRUSTED = 'the issuer of the certificate is not trusted: is there a proxy? NODE_EXTRA_CA_CERTS adds an issuer';
/** Error codes of Node and OpenSSL, as messages. */
const TLS_TROUBLE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate has expired: renew it',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet: is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name: check the base URL',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_SSL_WRONG_VERSION_NUMBER: 'there is no TLS on this port: check the base URL',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'there is no TLS on this port: check the base URL',
};

/** Checks the format of the service's address. */
export function checkUrl({ baseUrl }: Account): Finding {
  const check = 'url';
  if (!URL.canParse(baseUrl)) return bad(check, 'the base URL is not a URL like https://pay.example');
  const { protocol, pathname, username, password } = new URL(baseUrl);
  if (username || password) return bad(check, 'the base URL must have no user name or password in it: remove them');
  if (/\/webapi(\/|$)/.test(pathname))
    return bad(check, 'the base URL must not contain /webapi: remove it and everything after it');
  if (protocol === 'https:' || isLoopbackUrl(baseUrl)) return ok(check, `${baseUrl} is ${protocol.slice(0, -1)}`);
  return bad(check, 'the base URL is http: credentials and cards would be sent without encryption; use https');
}

/** Checks the certificate: trust, name, expiry. */
export async function checkTls({ baseUrl }: Account): Promise<Finding> {
  const check = 'tls';
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol === 'http:') return ok(check, 'not needed on this machine');
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    // RFC 6066 allows no IP address as server name, and Node warns of it.
    const servername = isIP(host) ? '' : host;
    const socket = connectTls({ host, port: Number(port || 443), servername, timeout: TIMEOUT_MS });
    const end = (finding: Finding): void => {
      socket.destroy();
      resolve(finding);
    };
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      const days = Math.floor((until - Date.now()) / DAY);
      const message = `${socket.getProtocol() ?? 'TLS'}, the certificate is valid for ${days} days`;
      end(days >= CERTIFICATE_DAYS ? ok(check, message) : bad(check, `${message}: renew it`));
    });
    socket.once('timeout', () => end(bad(check, `${hostname} does not answer within ${TIMEOUT_MS / 1000} seconds`)));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const { code = 'unknown' } = error;
      end(bad(check, TLS_TROUBLE[code] ?? `no trusted connection to ${hostname}: ${code}`));
    });
  });
}

/** Checks whether the service answers, and compares its clock with that of this machine. */
export async function checkReach({ baseUrl }: Account): Promise<readonly Finding[]> {
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await request(`${trimSlashes(baseUrl)}/webapi/v3/status/`);
  } catch (error) {
    const code = codeOf(error);
    const hint = Object.hasOwn(TLS_TROUBLE, code) ? 'see tls' : 'check the base URL, DNS and firewall';
    return [bad('reach', `the service does not answer: ${code}; ${hint}`)];
  }
  await response.body?.cancel();
  const reach = ok('reach', `the service answers in ${Date.now() - sentAt} ms`);
  const type = response.headers.get('content-type') ?? 'nothing';
  if (response.status === 404 || !/json/.test(type)) {
    return [bad('reach', `the answer, HTTP ${response.status} and ${type}, is not from the payment service`)];
  }
  return [reach, checkClock(response, (sentAt + Date.now()) / 2)];
}

function checkClock(response: Response, at: number): Finding {
  const theirs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return { check: 'clock', status: 'skipped', message: 'the service sends no time' };
  const apart = Math.round((at - theirs) / 1000);
  if (Math.abs(apart) <= CLOCK_LIMIT) return ok('clock', 'agrees with that of the service');
  return bad('clock', `${Math.abs(apart)} s ${apart > 0 ? 'ahead of' : 'behind'} that of the service: set it by NTP`);
}

/** Checks user, merchant and password. */
export async function checkCredentials(client: RestClient): Promise<Finding> {
  const success = 'the service accepts user, merchant and password';
  return tryCall('credentials', success, () => client.status(), {
    1: 'the service refuses this combination of user, merchant and password',
    2: 'the user may not use the API: ask for the permission',
    3: 'the user does not exist',
  });
}

/**
 * Checks the user's permissions. Creates one key that is never used; nothing else is changed, except with `paysTest`, which
 * makes one payment in test mode.
 */
export async function checkPermissions(
  client: RestClient,
  paysTest: boolean,
  crn1 = 'florin-doctor',
): Promise<readonly Finding[]> {
  const denied = { 2: 'the user may not do this: ask for the permission' };
  const refusedReference = {
    106: `the facility refuses the Crn1 ${JSON.stringify(crn1)}: try one of your orders with --crn1, and ask the bank for the form that it takes`,
    107: 'the facility requires a Crn2: name it in the answer of priceOrder, and ask the bank for its form',
    108: 'the facility requires a Crn3: name it in the answer of priceOrder, and ask the bank for its form',
    111: 'the facility refuses the MerchantReference of the signer, 50 small letters, digits and -: ask the bank to allow it',
  };
  const ProcessTxnData = {
    Action: 'payment',
    Amount: 100,
    Currency: 'AUD',
    Crn1: crn1,
    // Of the form of the signer's own.
    MerchantReference: `florin-${'0'.repeat(24)}-${'0'.repeat(18)}`,
    TestMode: true,
  } as const;
  return [
    await tryCheck('search', () => checkSearch(client), denied),
    await tryCheck('facility', () => checkFacility(client), denied),
    await tryCall(
      'authkey',
      'keys can be created; one test key was created and is not used',
      () => client.createAuthKey({ ProcessTxnData }),
      { ...denied, ...refusedReference },
    ),
    await tryCall('tokens', 'tokens can be searched', () => client.searchTokens({ Crn1: 'florin doctor' }), denied),
    ...(paysTest ? [await tryCheck('payment', () => checkPayment(client), denied)] : []),
  ];
}

function tryCall(
  check: string,
  success: string,
  call: () => Promise<unknown>,
  known: Readonly<Record<number, string>>,
): Promise<Finding> {
  return tryCheck(check, () => call().then(() => ok(check, success)), known);
}

async function tryCheck(
  check: string,
  examine: () => Promise<Finding>,
  known: Readonly<Record<number, string>>,
): Promise<Finding> {
  try {
    return await examine();
  } catch (error) {
    const { apiCode, message } = error as FlorinError;
    return bad(check, (apiCode !== undefined && known[apiCode]) || message);
  }
}

/** Checks the shop's signer: its health, and that it refuses other origins. */
export async function checkSigner(url: string): Promise<readonly Finding[]> {
  const base = trimSlashes(url);
  try {
    const health = await request(`${base}/health`);
    const text = await health.text();
    const status = /"status":"(\w+)"/.exec(text)?.[1];
    if (status === undefined)
      return [bad('signer', `${base}/health says HTTP ${health.status}: is this the signer’s public URL?`)];
    if (status !== 'ok') return [bad('signer', `${base}/health says ${status}: ${readReasons(text)}`)];
    const foreign = await request(`${base}/authkey`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://florin-doctor.invalid',
        'sec-fetch-site': 'cross-site',
      },
      body: '{"order":"florin doctor"}',
    });
    const isRefused = /"code":"origin_refused"/.test(await foreign.text());
    return [
      ok('signer', 'it answers and is healthy'),
      isRefused
        ? ok('origins', 'pages of other origins are refused')
        : bad(
            'origins',
            `a page of another origin is answered with HTTP ${foreign.status} and not refused: does a proxy remove Origin?`,
          ),
    ];
  } catch (error) {
    return [bad('signer', `${base} does not answer: ${codeOf(error)}`)];
  }
}

/** Why the signer is not well. */
export const HEALTH_REASONS: Readonly<Record<HealthReason, string>> = {
  store_unreachable: 'its store does not answer',
  store_unwritable: 'its store cannot be written: is it full or read-only?',
  service_unreachable: 'the payment service does not answer it',
  service_refuses: 'the payment service refuses its calls: service_call_failed in its log has the code',
  throttled: 'so many payments are declined that it asks for a challenge',
  callback_hangs: 'a callback of the shop has taken longer than its limit',
  clocks_apart: 'the clocks of host, store and service differ: set them by NTP',
  clients_unknown: 'calls reach it without the address of their client',
};

function readReasons(health: string): string {
  const texts = Object.entries(HEALTH_REASONS).filter(([reason]) => health.includes(`"${reason}"`));
  return texts.map(([, text]) => text).join('; ');
}

/** Compares the policy of a page with the one that the set-up needs. */
export async function checkPage(page: string, setUp: PageSetUp): Promise<readonly Finding[]> {
  const needed = createPolicy(setUp);
  let header: string | null;
  try {
    const response = await request(page);
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

async function request(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
}

function codeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  if (typeof cause?.code === 'string') return cause.code;
  if (name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`;
  return 'the address or its port cannot be called';
}
