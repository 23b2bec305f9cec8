/** What the probes call: a payment service with one merchant's account, real or a sandbox. */
import { writeAuthorization, type Credentials } from '../wire/rest/credentials.js';
import { readText, type TextAnswer } from './read-text.js';

/** A payment service with the account of a merchant. */
export interface Facility extends Credentials {
  /** Without `/webapi`, and without a trailing slash. */
  readonly baseUrl: string;
  /** Must not follow redirects. */
  fetch(request: Request): Promise<Response>;
  /** The merchant's name in the address of the hosted page. */
  readonly shortName?: string | undefined;
  /** Shows steps to a person and resolves with what that person typed. Absent when nobody is there. */
  askPerson?(steps: readonly string[]): Promise<string>;
  /** Waits; a sandbox moves its clock instead. */
  wait(seconds: number): Promise<void>;
}

/** The service's answer is not that of a test: no other payment may be made. */
export class NotATest extends Error {
  constructor(what: string) {
    super(`${what}: this is no test facility, so no other payment was made`);
    this.name = 'NotATest';
  }
}

/** The facility did not answer. The run ends, and goes on from here the next time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The facility does not take the account, or is no payment service: nothing else was sent. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}

/** A probe cannot learn its fact here. */
export class CannotAsk extends Error {
  override readonly name = 'CannotAsk';
}

type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';

/** Statuses of a gateway whose service is down, and of one that limits calls. */
const DOWN = new Set([429, 502, 503, 504]);
/** APIResponse.ResponseCode. docs/wire/rest.md section 8. */
const UNAVAILABLE = 900;

/** A REST call. */
export interface RestInit {
  /** A value is sent as JSON, a text as it is. */
  readonly body?: unknown;
  readonly version?: 'v2' | 'v3';
  /** `none` as a browser; a text as the whole header. The account's own by default. */
  readonly authorization?: 'none' | (string & {});
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer extends TextAnswer {
  /** The parsed body, or undefined if it is not JSON. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** The calls of a facility. Every transaction is asked for in test mode, and checked to be a test. */
export class Caller {
  readonly facility: Facility;
  /** References of this run begin with it, so that its transactions can be told from others. */
  readonly reference: string;
  /** Transactions of this run. */
  made = 0;
  /** Whether a first payment was a test. */
  isProven = false;
  /** Stored cards to delete after the run. */
  readonly tokens = new Set<string>();
  readonly #once = new Map<string, Promise<unknown>>();

  constructor(facility: Facility, reference: string) {
    this.facility = facility;
    this.reference = reference;
  }

  /** Runs something once for all probes that need its result. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#once.get(name) ?? make()) as Promise<T>;
    this.#once.set(name, made);
    // What failed because the facility was away is tried again by the next probe.
    return made.catch((error: unknown) => {
      if (error instanceof NoAnswer) this.#once.delete(name);
      throw error;
    });
  }

  async send(path: string, method: Verb, headers: Readonly<Record<string, string>>, body?: string): Promise<Answer> {
    const request = new Request(this.facility.baseUrl + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    let answer: TextAnswer;
    try {
      answer = await readText(await this.facility.fetch(request));
    } catch (error) {
      throw new NoAnswer(error instanceof Error ? error.message : String(error));
    }
    const json = asObject(answer.text);
    const { ResponseCode } = (json?.['APIResponse'] ?? {}) as { readonly ResponseCode?: unknown };
    // What a service says while it is down is no fact about it; but a payment that it tells of all the same counts.
    if (DOWN.has(answer.status) || ResponseCode === UNAVAILABLE) {
      if (method === 'POST') assertTest({ ...answer, json });
      throw new NoAnswer(`it is not available: ${answer.status}`);
    }
    return { ...answer, json };
  }

  rest(method: Verb, path: string, init: RestInit = {}): Promise<Answer> {
    const { body, version = 'v3', authorization = writeAuthorization(this.facility), type = 'application/json' } = init;
    const headers = {
      ...(authorization !== 'none' && { Authorization: authorization }),
      ...(body !== undefined && { 'Content-Type': type }),
      ...init.headers,
    };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return this.send(`/webapi/${version}${path}`, method, headers, text);
  }

  soap(xml: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('/evolve/service_1_4_4.asmx', 'POST', headers, xml);
  }

  /** T8. @throws NotATest */
  async result(key: string): Promise<Answer> {
    const answer = await this.rest('GET', `/txns/withauthkey/${key}`);
    assertTest(answer);
    return answer;
  }

  /** T1 in test mode. @throws NotATest when the service made a transaction that is no test */
  async pay(txnReq: Readonly<Record<string, unknown>>, version: 'v2' | 'v3' = 'v3'): Promise<Answer> {
    const answer = await this.rest('POST', '/txns/', { version, body: { TxnReq: { ...txnReq, TestMode: true } } });
    assertTest(answer);
    if (answer.json?.['TxnResp']) this.made += 1;
    return answer;
  }
}

/** A transaction that a rule of the service refused has asked no bank, so it may be no test. */
function assertTest({ json }: Answer): void {
  const made = json?.['TxnResp'] as Readonly<Record<string, unknown>> | null | undefined;
  if (!made || made['IsTestTxn'] === true) return;
  const isRefused = /^PT_/.test(String(made['ResponseCode'])) && !made['BankResponseCode'];
  if (!isRefused) throw new NotATest('The answer to a payment in test mode does not say that it is a test');
}

function asObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
