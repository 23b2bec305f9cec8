/** A browser of the back office without a page: keeps the cookie, and sends what the app sends. */
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { DEMO_MERCHANT, type MerchantSeed } from '../../src/sandbox/merchant.js';
import { openStore } from '../../src/sandbox/node/open-store.js';
import type { Log } from '../../src/sandbox/log.js';
import type { Store } from '../../src/sandbox/store/store.js';
import type { OfficeApi } from '../../src/sandbox/backoffice/api.js';
import { databaseForTest } from './database-for-test.js';
import type { Json } from './rest-caller.js';
import { writeJson } from '../../src/wire/rest/lossless-json.js';
import { IDEMPOTENCY_HEADER } from '../../src/sandbox/control/idempotency.js';
import { stoppedClock } from './service-under-test.js';

export const ADMINISTRATOR = { merchant: DEMO_MERCHANT.number, username: 'demo-admin', password: 'Demo-Admin-1' };
export const MANAGER = { merchant: DEMO_MERCHANT.number, username: 'meg', password: 'the manager’s own' };

/** The demo merchant, with a manager. */
export const SEED: MerchantSeed = {
  ...DEMO_MERCHANT,
  users: [...DEMO_MERCHANT.users, { ...MANAGER, permissions: ['manager'] }],
};

/** An administrator of another merchant. */
export const STRANGER = { merchant: '5353109000000009', username: 'other', password: 'the other’s own' };

/** Another merchant. */
export const OTHER: MerchantSeed = {
  number: STRANGER.merchant,
  shortName: 'OTHER',
  name: 'Other',
  defaultCurrency: 'AUD',
  currencies: ['AUD'],
  users: [{ ...STRANGER, permissions: ['administrator'] }],
};

export interface OfficeAnswer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

export class OfficeCaller {
  readonly sandbox: Sandbox;
  readonly origin: string;
  #cookie = '';

  constructor(sandbox: Sandbox, origin = 'http://localhost:4010') {
    this.sandbox = sandbox;
    this.origin = origin;
  }

  static async open(): Promise<OfficeCaller> {
    const store = await openStore({ database: databaseForTest(), seed: [SEED] });
    return new OfficeCaller(createSandbox({ store, clock: stoppedClock() }));
  }

  /** Signed-in administrators of two merchants that share a sandbox. */
  static async openTwo(log?: Log): Promise<{ office: OfficeCaller; stranger: OfficeCaller; store: Store }> {
    const store = await openStore({ database: databaseForTest(), seed: [DEMO_MERCHANT, OTHER] });
    const sandbox = createSandbox({ store, clock: stoppedClock(), ...(log && { log }) });
    const [office, stranger] = [new OfficeCaller(sandbox), new OfficeCaller(sandbox)];
    await office.signIn();
    await stranger.signIn(STRANGER);
    return { office, stranger, store };
  }

  /** A call by its name, with the values of the path's parameters. */
  async call(name: keyof OfficeApi, body?: object, parameters: readonly string[] = []): Promise<OfficeAnswer> {
    const [method = '', path = ''] = name.split(' ');
    const values = [...parameters];
    return this.send(
      method,
      path.replace(/:\w+/g, () => encodeURIComponent(values.shift() ?? '')),
      body,
    );
  }

  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<OfficeAnswer> {
    const response = await this.sandbox.fetch(
      new Request(`${this.origin}/backoffice/api${path}`, {
        method,
        headers: {
          Cookie: this.#cookie,
          ...(method !== 'GET' && { Origin: this.origin, [IDEMPOTENCY_HEADER]: crypto.randomUUID() }),
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: writeJson(body) }),
      }),
    );
    const [cookie] = (response.headers.get('set-cookie') ?? '').split(';');
    if (cookie) this.#cookie = cookie;
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }

  signIn(person: object = ADMINISTRATOR): Promise<OfficeAnswer> {
    return this.call('POST /session', person);
  }

  /** Calls REST as an API user. */
  async rest(user: string, password: string, path = '/status/', body?: object): Promise<Json> {
    const authorization = Buffer.from(`${user}|${DEMO_MERCHANT.number}:${password}`).toString('base64');
    const response = await this.sandbox.fetch(
      new Request(`${this.origin}/webapi/v3${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    return response.json();
  }

  async pay(terms: object = {}): Promise<string> {
    const TxnReq = {
      Action: 'payment',
      TestMode: true,
      Amount: 10_000,
      Crn1: 'order 7',
      CardDetails: { CardNumber: '5123456789012346', ExpiryDate: '0530', CardHolderName: 'Jane Citizen', Cvn: '123' },
      ...terms,
    };
    return (await this.rest('demo-api', 'Demo-Password-1', '/txns/', { TxnReq })).TxnResp.TxnNumber;
  }
}
