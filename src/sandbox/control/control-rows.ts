/** The endpoints of the control API: verb, path and function. Bodies are JSON. The behaviour is in SandboxControl. */
import * as z from 'zod';
import { choice, flag, list, number, object, someOf, whole } from '../../wire/read-input.js';
import type { Availability, SandboxControl } from '../control.js';
import { FAULT_KINDS } from '../faults/fault-rules.js';
import { CALL_MATCH, CALL_WAIT } from '../journal/call-match.js';
import type { WebhookState } from '../webhooks/webhook.js';
import { MERCHANT_CHANGE, MERCHANT_NUMBER, MERCHANT_SEED, USER_CHANGE } from './read-merchant.js';
import { readSetup, SetupError, TEXT } from './read-setup.js';

/** A call to the control API. */
export interface ControlCall {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON; an empty object when no body was sent. */
  readonly body: unknown;
}

export interface ControlRow {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/_sandbox`. */
  readonly path: string;
  /** Short description, for the list at `GET /_sandbox`. */
  readonly description: string;
  /** Resolves with the response's body; undefined is sent as `{ "ok": true }`. @throws SetupError */
  run(control: SandboxControl, call: ControlCall): unknown;
}

const AVAILABILITIES: readonly Availability[] = ['normal', 'unavailable', 'dropping', 'answer_lost'];
/** States by which webhooks are listed. */
export const WEBHOOK_STATES: readonly WebhookState[] = ['waiting', 'delivered', 'given_up', 'blocked', 'dropped'];
/** Ten years. A larger number is a typing error. */
const LONGEST_ADVANCE_SECONDS = 10 * 366 * 86_400;
const DAY_SECONDS = 86_400;
const HIGHEST = Number.MAX_SAFE_INTEGER;

const CLOCK = someOf({ advanceSeconds: number(0, LONGEST_ADVANCE_SECONDS), to: TEXT });
/** Whom a call concerns. Default: all merchants. */
const MERCHANT = { merchant: MERCHANT_NUMBER.exactOptional() };
const FROZEN = object({ frozen: flag() });
const FAULT = object({
  ...MERCHANT,
  operation: TEXT,
  kind: choice(FAULT_KINDS),
  seconds: number(0, DAY_SECONDS).exactOptional(),
  status: number(500, 599).exactOptional(),
  times: number(1, HIGHEST).exactOptional(),
});
const WEBHOOK_QUERY = someOf({
  limit: whole(1, 1_000),
  state: choice(WEBHOOK_STATES),
  merchant: z.string(),
  subject: z.string(),
});
const WHOSE = object(MERCHANT);
const SEED = object({ merchants: list(MERCHANT_SEED).default([]) });
const AVAILABILITY = object({ ...MERCHANT, availability: choice(AVAILABILITIES) });
const NEXT_PAYMENT = object({ ...MERCHANT, holderName: TEXT.nullable() });
const SCENARIO = someOf({
  merchant: MERCHANT_NUMBER,
  copies: number(0, HIGHEST),
  delaySeconds: number(0, DAY_SECONDS),
  beforeAnswer: flag(),
});

function readClock(control: SandboxControl) {
  return { now: new Date(control.now()).toISOString() };
}

async function advanceClock(control: SandboxControl, { body }: ControlCall) {
  const { advanceSeconds, to } = readSetup(CLOCK, body, 'clock');
  if ((advanceSeconds === undefined) === (to === undefined)) {
    throw new SetupError('clock must have advanceSeconds or to');
  }
  const ahead = advanceSeconds ?? (Date.parse(to ?? '') - control.now()) / 1_000;
  if (!(ahead >= 0 && ahead <= LONGEST_ADVANCE_SECONDS)) throw new SetupError('The clock can only go forward');
  await control.advanceClock(ahead);
  return readClock(control);
}

function listWebhooks(control: SandboxControl, { query }: ControlCall) {
  return control.listWebhooks(readSetup(WEBHOOK_QUERY, queryOf(query, ['limit']), 'query'));
}

/** Members of a query, where numbers are text. */
function queryOf<Name extends string>(query: URLSearchParams, numbers: readonly Name[]): Record<string, unknown> {
  const isNumber = (name: string): boolean => (numbers as readonly string[]).includes(name);
  return Object.fromEntries([...query].map(([name, value]) => [name, isNumber(name) ? Number(value) : value]));
}

function readId({ parameters }: ControlCall): number {
  const id = Number(parameters['id']);
  if (Number.isSafeInteger(id)) return id;
  throw new SetupError('The id of a webhook must be a whole number');
}

const MATCH_NUMBERS = ['amount', 'after'] as const;

function matchOf(query: URLSearchParams) {
  return readSetup(CALL_MATCH, queryOf(query, MATCH_NUMBERS), 'query');
}

function merchantOf({ parameters }: ControlCall): string {
  return parameters['number'] ?? '';
}

/** The endpoints below `/_sandbox`. */
export const CONTROL_ROWS: readonly ControlRow[] = [
  {
    verb: 'POST',
    path: '/reset',
    description: 'delete the data of { merchant } or of all merchants',
    run: (control, { body }) => control.reset(readSetup(WHOSE, body, 'reset').merchant),
  },
  {
    verb: 'POST',
    path: '/seed',
    description: 'add { merchants } with their users',
    run: (control, { body }) => control.addMerchants(readSetup(SEED, body, 'seed').merchants),
  },
  { verb: 'GET', path: '/clock', description: 'the sandbox’s time', run: readClock },
  { verb: 'POST', path: '/clock', description: 'move the clock by { advanceSeconds } or { to }', run: advanceClock },
  {
    verb: 'PUT',
    path: '/clock/frozen',
    description: 'let the clock stand still or run again: { frozen }',
    run(control, { body }) {
      const { frozen } = readSetup(FROZEN, body, 'body');
      if (frozen) control.freezeClock();
      else control.runClock();
      return readClock(control);
    },
  },
  {
    verb: 'POST',
    path: '/clock/real',
    description: 'turn the clock back to the machine’s; if it is ahead, all merchants are reset first',
    async run(control) {
      await control.useRealClock();
      return readClock(control);
    },
  },
  {
    verb: 'PUT',
    path: '/availability',
    description: 'answer { merchant } or all with { availability }: normal, unavailable, dropping, answer_lost',
    run(control, { body }) {
      const { availability, ...whose } = readSetup(AVAILABILITY, body, 'body');
      control.setAvailability(availability, whose);
    },
  },
  {
    verb: 'POST',
    path: '/auth-keys/expire',
    description: 'expire the unused AuthKeys of { merchant } or of all merchants',
    run: async (control, { body }) => ({ expired: await control.expireAuthKeys(readSetup(WHOSE, body, 'body')) }),
  },
  {
    verb: 'PUT',
    path: '/next-payment',
    description: 'give the next browser payment, of { merchant } or of any, the effect of { holderName }; null ends it',
    run(control, { body }) {
      const { holderName, ...whose } = readSetup(NEXT_PAYMENT, body, 'body');
      control.setNextPayment(holderName, whose);
    },
  },
  { verb: 'GET', path: '/faults', description: 'list the active faults', run: (control) => control.listFaults() },
  {
    verb: 'POST',
    path: '/faults',
    description: 'add { operation, kind, seconds, status, times, merchant }',
    run: (control, { body }) => control.addFault(readSetup(FAULT, body, 'fault')),
  },
  {
    verb: 'DELETE',
    path: '/faults',
    description: 'remove all faults, or those of the query’s merchant',
    run: (control, { query }) => control.clearFaults(readSetup(WHOSE, queryOf(query, []), 'query')),
  },
  { verb: 'GET', path: '/webhooks', description: 'list, by merchant, state, subject, limit', run: listWebhooks },
  {
    verb: 'PUT',
    path: '/webhooks/scenario',
    description: 'set how later webhooks, of { merchant } or of all, are sent: { copies, delaySeconds, beforeAnswer }',
    run(control, { body }) {
      const { merchant, ...scenario } = readSetup(SCENARIO, body, 'scenario');
      control.setWebhookScenario(scenario, merchant === undefined ? {} : { merchant });
    },
  },
  {
    verb: 'POST',
    path: '/webhooks/settle',
    description: 'wait until all due webhooks have been attempted',
    run: (control) => control.webhooksSettled(),
  },
  {
    verb: 'GET',
    path: '/webhooks/:id',
    description: 'one webhook with its attempts',
    run: (control, call) => control.getWebhook(readId(call)),
  },
  {
    verb: 'POST',
    path: '/webhooks/:id/resend',
    description: 'send a webhook again now',
    run: (control, call) => control.resendWebhook(readId(call)),
  },
  {
    verb: 'GET',
    path: '/calls',
    description: `list the calls that this process answered, in order; by ${Object.keys(CALL_MATCH.shape).join(', ')}`,
    run: (control, { query }) => control.calls.find(matchOf(query)),
  },
  {
    verb: 'GET',
    path: '/calls/count',
    description: 'count calls, by the same conditions',
    run: async (control, { query }) => ({ count: await control.calls.count(matchOf(query)) }),
  },
  {
    verb: 'GET',
    path: '/calls/wait',
    description: 'list calls, by the same conditions, when there are count (1), or fail after timeoutSeconds (5)',
    run(control, { query }) {
      const { count, timeoutSeconds, ...match } = queryOf(query, [...MATCH_NUMBERS, 'count', 'timeoutSeconds']);
      const wait = { ...(count !== undefined && { count }), ...(timeoutSeconds !== undefined && { timeoutSeconds }) };
      return control.calls.waitFor(readSetup(CALL_MATCH, match, 'query'), readSetup(CALL_WAIT, wait, 'query'));
    },
  },
  {
    verb: 'DELETE',
    path: '/calls',
    description: 'forget all calls, or those of the query’s merchant',
    run: (control, { query }) => control.calls.reset(readSetup(WHOSE, queryOf(query, []), 'query').merchant),
  },
  {
    verb: 'GET',
    path: '/merchants',
    description: 'list merchants with their users',
    run: (control) => control.listMerchants(),
  },
  {
    verb: 'PATCH',
    path: '/merchants/:number',
    description: 'change a merchant',
    run: (control, call) => control.changeMerchant(merchantOf(call), readSetup(MERCHANT_CHANGE, call.body, 'merchant')),
  },
  {
    verb: 'PUT',
    path: '/merchants/:number/users',
    description: 'add or change { username, password, permissions, isActive }',
    run: (control, call) => control.saveUser(merchantOf(call), readSetup(USER_CHANGE, call.body, 'user')),
  },
  {
    verb: 'DELETE',
    path: '/merchants/:number/users/:username',
    description: 'remove a user',
    run: (control, call) => control.removeUser(merchantOf(call), call.parameters['username'] ?? ''),
  },
];
