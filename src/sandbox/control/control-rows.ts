/** The endpoints of the control API: verb, path and function. Bodies are JSON. The behaviour is in SandboxControl. */
import * as z from 'zod';
import { choice, flag, list, number, object, someOf, whole } from '../../wire/read-input.js';
import type { SandboxControl } from '../control.js';
import { FAULT_SHAPE } from '../faults/fault-rules.js';
import { CALL_MATCH, CALL_WAIT } from '../journal/call-match.js';
import {
  AVAILABILITIES,
  AVAILABILITY_ANSWER,
  COUNT,
  EXPIRED,
  FAULT_RULE,
  MERCHANT,
  NEXT_PAYMENT_ANSWER,
  RECORDED_CALL,
  SCENARIO_ANSWER,
  TIME,
  TRACED_WEBHOOK,
  WEBHOOK,
  WEBHOOK_STATES,
} from './control-answers.js';
import { row, type ControlRow } from './control-row.js';
import { MERCHANT_CHANGE, MERCHANT_NUMBER, MERCHANT_SEED, USER_CHANGE } from './read-merchant.js';
import { SetupError, TEXT } from './read-setup.js';
import { SCENARIO_SHAPE } from '../webhooks/scenario.js';

/** Ten years. A larger number is a typing error. */
const LONGEST_ADVANCE_SECONDS = 10 * 366 * 86_400;

const CLOCK = someOf({ advanceSeconds: number(0, LONGEST_ADVANCE_SECONDS), to: TEXT });
/** Whom a call concerns. Default: all merchants. */
const ONE_OF_ALL = { merchant: MERCHANT_NUMBER.exactOptional() };
const WHOSE = object(ONE_OF_ALL);
const FAULT = object({ ...ONE_OF_ALL, ...FAULT_SHAPE });
const WEBHOOK_QUERY = someOf({
  limit: whole(1, 1_000),
  state: choice(WEBHOOK_STATES),
  merchant: z.string(),
  subject: z.string(),
});
const SCENARIO = object({ ...ONE_OF_ALL, ...someOf(SCENARIO_SHAPE).shape });

function readClock(control: SandboxControl) {
  return { now: new Date(control.now()).toISOString() };
}

async function advanceClock(control: SandboxControl, { advanceSeconds, to }: z.output<typeof CLOCK>) {
  if ((advanceSeconds === undefined) === (to === undefined)) {
    throw new SetupError('clock must have advanceSeconds or to');
  }
  const ahead = advanceSeconds ?? (Date.parse(to ?? '') - control.now()) / 1_000;
  if (!(ahead >= 0 && ahead <= LONGEST_ADVANCE_SECONDS)) throw new SetupError('The clock can only go forward');
  await control.advanceClock(ahead);
  return readClock(control);
}

function idOf({ id: text }: Readonly<Record<string, string>>): number {
  const id = Number(text);
  if (Number.isSafeInteger(id)) return id;
  throw new SetupError('The id of a webhook must be a whole number');
}

const CLOCK_ROWS = [
  row({
    name: 'readClock',
    verb: 'GET',
    path: '/clock',
    description: 'the sandbox’s time',
    answer: TIME,
    run: readClock,
  }),
  row({
    name: 'moveClock',
    verb: 'POST',
    path: '/clock',
    description: 'move the clock by { advanceSeconds } or { to }',
    body: CLOCK,
    where: 'clock',
    answer: TIME,
    run: (control, { body }) => advanceClock(control, body),
  }),
  row({
    name: 'freezeClock',
    verb: 'PUT',
    path: '/clock/frozen',
    description: 'let the clock stand still or run again: { frozen }',
    body: object({ frozen: flag() }),
    answer: TIME,
    run(control, { body }) {
      if (body.frozen) control.freezeClock();
      else control.runClock();
      return readClock(control);
    },
  }),
  row({
    name: 'useRealClock',
    verb: 'POST',
    path: '/clock/real',
    description: 'turn the clock back to the machine’s; if it is ahead, all merchants are reset first',
    answer: TIME,
    async run(control) {
      await control.useRealClock();
      return readClock(control);
    },
  }),
];

const ANSWER_ROWS = [
  row({
    name: 'readAvailability',
    verb: 'GET',
    path: '/availability',
    description: 'how calls are answered, of the query’s merchant or in general',
    query: WHOSE,
    answer: AVAILABILITY_ANSWER,
    run: (control, { query }) => ({ availability: control.availability(query) }),
  }),
  row({
    name: 'setAvailability',
    verb: 'PUT',
    path: '/availability',
    description: 'answer { merchant } or all with { availability }: normal, unavailable, dropping, answer_lost',
    body: object({ ...ONE_OF_ALL, availability: choice(AVAILABILITIES) }),
    run: (control, { body: { availability, ...whose } }) => control.setAvailability(availability, whose),
  }),
  row({
    name: 'expireAuthKeys',
    verb: 'POST',
    path: '/auth-keys/expire',
    description: 'expire the unused AuthKeys of { merchant } or of all merchants',
    body: WHOSE,
    answer: EXPIRED,
    run: async (control, { body }) => ({ expired: await control.expireAuthKeys(body) }),
  }),
  row({
    name: 'readNextPayment',
    verb: 'GET',
    path: '/next-payment',
    description: 'the name that waits for a payment of the query’s merchant, or of any',
    query: WHOSE,
    answer: NEXT_PAYMENT_ANSWER,
    run: (control, { query }) => ({ holderName: control.nextPayment(query) }),
  }),
  row({
    name: 'setNextPayment',
    verb: 'PUT',
    path: '/next-payment',
    description: 'give the next browser payment, of { merchant } or of any, the effect of { holderName }; null ends it',
    body: object({ ...ONE_OF_ALL, holderName: TEXT.nullable() }),
    run: (control, { body: { holderName, ...whose } }) => control.setNextPayment(holderName, whose),
  }),
  row({
    name: 'listFaults',
    verb: 'GET',
    path: '/faults',
    description: 'list the active faults',
    answer: z.array(FAULT_RULE),
    run: (control) => control.listFaults(),
  }),
  row({
    name: 'addFault',
    verb: 'POST',
    path: '/faults',
    description: 'add { operation, kind, seconds, status, times, merchant }',
    body: FAULT,
    where: 'fault',
    answer: FAULT_RULE,
    run: (control, { body }) => control.addFault(body),
  }),
  row({
    name: 'clearFaults',
    verb: 'DELETE',
    path: '/faults',
    description: 'remove all faults, or those of the query’s merchant',
    query: WHOSE,
    run: (control, { query }) => control.clearFaults(query),
  }),
];

const WEBHOOK_ROWS = [
  row({
    name: 'listWebhooks',
    verb: 'GET',
    path: '/webhooks',
    description: 'list, by merchant, state, subject, limit',
    query: WEBHOOK_QUERY,
    answer: z.array(WEBHOOK),
    run: (control, { query }) => control.listWebhooks(query),
  }),
  row({
    name: 'readWebhookScenario',
    verb: 'GET',
    path: '/webhooks/scenario',
    description: 'how later webhooks of the query’s merchant, or of all, are sent',
    query: WHOSE,
    answer: SCENARIO_ANSWER,
    run: (control, { query }) => control.webhookScenario(query),
  }),
  row({
    name: 'setWebhookScenario',
    verb: 'PUT',
    path: '/webhooks/scenario',
    description: 'set how later webhooks, of { merchant } or of all, are sent: { copies, delaySeconds, beforeAnswer }',
    body: SCENARIO,
    where: 'scenario',
    run: (control, { body: { merchant, ...scenario } }) =>
      control.setWebhookScenario(scenario, merchant === undefined ? {} : { merchant }),
  }),
  row({
    name: 'settleWebhooks',
    verb: 'POST',
    path: '/webhooks/settle',
    description: 'wait until all due webhooks have been attempted',
    run: (control) => control.webhooksSettled(),
  }),
  row({
    name: 'readWebhook',
    verb: 'GET',
    path: '/webhooks/:id',
    description: 'one webhook with its attempts',
    answer: TRACED_WEBHOOK,
    run: (control, { parameters }) => control.getWebhook(idOf(parameters)),
  }),
  row({
    name: 'resendWebhook',
    verb: 'POST',
    path: '/webhooks/:id/resend',
    description: 'send a webhook again now',
    run: (control, { parameters }) => control.resendWebhook(idOf(parameters)),
  }),
];

const CONDITIONS = Object.keys(CALL_MATCH.shape).join(', ');

const CALL_ROWS = [
  row({
    name: 'findCalls',
    verb: 'GET',
    path: '/calls',
    description: `list the calls that this process answered, in order; by ${CONDITIONS}`,
    query: CALL_MATCH,
    answer: z.array(RECORDED_CALL),
    run: (control, { query }) => control.calls.find(query),
  }),
  row({
    name: 'countCalls',
    verb: 'GET',
    path: '/calls/count',
    description: 'count calls, by the same conditions',
    query: CALL_MATCH,
    answer: COUNT,
    run: async (control, { query }) => ({ count: await control.calls.count(query) }),
  }),
  row({
    name: 'waitForCalls',
    verb: 'GET',
    path: '/calls/wait',
    description: 'list calls, by the same conditions, when there are count (1), or fail after timeoutSeconds (5)',
    query: object({ ...CALL_MATCH.shape, ...CALL_WAIT.shape }),
    answer: z.array(RECORDED_CALL),
    run(control, { query: { count, timeoutSeconds, ...match } }) {
      const wait = { ...(count !== undefined && { count }), ...(timeoutSeconds !== undefined && { timeoutSeconds }) };
      return control.calls.waitFor(match, wait);
    },
  }),
  row({
    name: 'forgetCalls',
    verb: 'DELETE',
    path: '/calls',
    description: 'forget all calls, or those of the query’s merchant',
    query: WHOSE,
    run: (control, { query }) => control.calls.reset(query.merchant),
  }),
];

const MERCHANT_ROWS = [
  row({
    name: 'reset',
    verb: 'POST',
    path: '/reset',
    description: 'delete the data of { merchant } or of all merchants, and end what was set for it',
    body: WHOSE,
    where: 'reset',
    run: (control, { body }) => control.reset(body.merchant),
  }),
  row({
    name: 'addMerchants',
    verb: 'POST',
    path: '/seed',
    description: 'add { merchants } with their users',
    body: object({ merchants: list(MERCHANT_SEED).default([]) }),
    where: 'seed',
    run: (control, { body }) => control.addMerchants(body.merchants),
  }),
  row({
    name: 'listMerchants',
    verb: 'GET',
    path: '/merchants',
    description: 'list merchants with their users',
    answer: z.array(MERCHANT),
    run: (control) => control.listMerchants(),
  }),
  row({
    name: 'changeMerchant',
    verb: 'PATCH',
    path: '/merchants/:number',
    description: 'change a merchant',
    body: MERCHANT_CHANGE,
    where: 'merchant',
    run: (control, { parameters, body }) => control.changeMerchant(parameters['number'] ?? '', body),
  }),
  row({
    name: 'saveUser',
    verb: 'PUT',
    path: '/merchants/:number/users',
    description: 'add or change { username, password, permissions, isActive }',
    body: USER_CHANGE,
    where: 'user',
    run: (control, { parameters, body }) => control.saveUser(parameters['number'] ?? '', body),
  }),
  row({
    name: 'removeUser',
    verb: 'DELETE',
    path: '/merchants/:number/users/:username',
    description: 'remove a user',
    run: (control, { parameters }) => control.removeUser(parameters['number'] ?? '', parameters['username'] ?? ''),
  }),
];

/** The endpoints below `/_sandbox`. */
export const CONTROL_ROWS: readonly ControlRow[] = [
  ...MERCHANT_ROWS,
  ...CLOCK_ROWS,
  ...ANSWER_ROWS,
  ...CALL_ROWS,
  ...WEBHOOK_ROWS,
];
