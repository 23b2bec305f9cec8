/** The control of a sandbox in another process: the same functions over the control API. */
import { trimSlashes } from '../../core/trim-slashes.js';
import type { SandboxControl } from '../control.js';
import { SetupError } from './read-setup.js';

/** The same functions, each of which answers later. */
type Remote<Local> = {
  readonly [Name in keyof Local]: Local[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : Remote<Local[Name]>;
};

/** {@link SandboxControl} over HTTP: every function returns a promise. */
export type RemoteControl = Remote<SandboxControl>;

/** Options of {@link createRemoteControl}. */
export interface RemoteControlOptions {
  /** Address of the sandbox, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Token of its control API. */
  readonly token: string;
  /** Sends the requests. Default: the runtime's own. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

function withQuery(path: string, members: object = {}): string {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}

/**
 * Controls a running sandbox over its control API. What it refuses rejects with its message.
 *
 * @example
 * const control = createRemoteControl({ url: 'http://127.0.0.1:4010', token: process.env.FLORIN_CONTROL_TOKEN });
 * await control.setNextPayment('NO FUNDS', { merchant: '7001' });
 */
export function createRemoteControl({ url, token, fetch: send = fetch }: RemoteControlOptions): RemoteControl {
  const base = `${trimSlashes(url)}/_sandbox`;

  async function call<Answer>(verb: Verb, path: string, body?: object): Promise<Answer> {
    const response = await send(base + path, {
      method: verb,
      headers: { 'Florin-Control-Token': token, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
    });
    const answer: unknown = await response.json().catch(() => {
      throw new SetupError(`${url} answers, but not with JSON: it is no sandbox`);
    });
    if (response.ok) return answer as Answer;
    throw new SetupError(
      (answer as { readonly message?: string }).message ?? `The sandbox answered ${response.status}`,
    );
  }

  const done = async (verb: Verb, path: string, body?: object): Promise<void> => void (await call(verb, path, body));
  const segment = encodeURIComponent;

  return {
    expireAuthKeys: async (whose) =>
      (await call<{ readonly expired: number }>('POST', '/auth-keys/expire', whose)).expired,
    setAvailability: (availability, whose) => done('PUT', '/availability', { availability, ...whose }),
    availability: async (whose) =>
      (
        await call<{ availability: ReturnType<SandboxControl['availability']> }>(
          'GET',
          withQuery('/availability', whose),
        )
      ).availability,
    setUnavailable: (isUnavailable, whose) =>
      done('PUT', '/availability', { availability: isUnavailable ? 'unavailable' : 'normal', ...whose }),
    setWebhookScenario: (scenario, whose) => done('PUT', '/webhooks/scenario', { ...scenario, ...whose }),
    webhookScenario: (whose) => call('GET', withQuery('/webhooks/scenario', whose)),
    now: async () => Date.parse((await call<{ readonly now: string }>('GET', '/clock')).now),
    advanceClock: (advanceSeconds) => done('POST', '/clock', { advanceSeconds }),
    freezeClock: () => done('PUT', '/clock/frozen', { frozen: true }),
    runClock: () => done('PUT', '/clock/frozen', { frozen: false }),
    useRealClock: () => done('POST', '/clock/real'),
    reset: (merchant) => done('POST', '/reset', { merchant }),
    addMerchants: (merchants) => done('POST', '/seed', { merchants }),
    listMerchants: () => call('GET', '/merchants'),
    changeMerchant: (number, change) => done('PATCH', `/merchants/${segment(number)}`, change),
    saveUser: (number, user) => done('PUT', `/merchants/${segment(number)}/users`, user),
    removeUser: (number, username) => done('DELETE', `/merchants/${segment(number)}/users/${segment(username)}`),
    setNextPayment: (holderName, whose) => done('PUT', '/next-payment', { holderName, ...whose }),
    nextPayment: async (whose) =>
      (await call<{ readonly holderName: string | null }>('GET', withQuery('/next-payment', whose))).holderName,
    addFault: (fault) => call('POST', '/faults', fault),
    listFaults: () => call('GET', '/faults'),
    clearFaults: (whose) => done('DELETE', withQuery('/faults', whose)),
    listWebhooks: (filter) => call('GET', withQuery('/webhooks', filter)),
    getWebhook: (id) => call('GET', `/webhooks/${id}`),
    resendWebhook: (id) => done('POST', `/webhooks/${id}/resend`),
    webhooksSettled: () => done('POST', '/webhooks/settle'),
    calls: {
      find: (match) => call('GET', withQuery('/calls', match)),
      count: async (match) => (await call<{ readonly count: number }>('GET', withQuery('/calls/count', match))).count,
      waitFor: (match, wait) => call('GET', withQuery('/calls/wait', { ...match, ...wait })),
      reset: (merchant) => done('DELETE', withQuery('/calls', { merchant })),
    },
  };
}
