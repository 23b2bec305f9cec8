/** The endpoints of the control API: verb, path and function. Bodies are JSON. The behaviour is in SandboxControl. */
import type { Availability, SandboxControl } from '../control.js';
import { FAULT_KINDS } from '../faults/fault-rules.js';
import type { WebhookState } from '../webhooks/webhook.js';
import { readMerchantChange, readMerchantSeed, readUserChange } from './read-merchant.js';
import {
  SetupError,
  readBoolean,
  readChoice,
  readList,
  readMembers,
  readNumber,
  readText,
  readWhole,
  requireText,
  withoutAbsent,
} from './read-record.js';

/** A call to the control API. */
export interface ControlCall {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON; an empty object when no body was sent. */
  readonly body: unknown;
}

/** An endpoint. */
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

function readClock(control: SandboxControl) {
  return { now: new Date(control.now()).toISOString() };
}

async function advanceClock(control: SandboxControl, { body }: ControlCall) {
  const members = readMembers(body, ['advanceSeconds', 'to'], 'clock');
  const seconds = readNumber(members, 'advanceSeconds', 'clock', { from: 0, to: LONGEST_ADVANCE_SECONDS });
  const to = readText(members, 'to', 'clock');
  if ((seconds === undefined) === (to === undefined)) throw new SetupError('clock must have advanceSeconds or to');
  const ahead = seconds ?? (Date.parse(to ?? '') - control.now()) / 1_000;
  if (!(ahead >= 0 && ahead <= LONGEST_ADVANCE_SECONDS)) throw new SetupError('The clock can only go forward');
  await control.advanceClock(ahead);
  return readClock(control);
}

function addFault(control: SandboxControl, { body }: ControlCall) {
  const members = readMembers(body, ['operation', 'kind', 'seconds', 'status', 'times'], 'fault');
  const kind = readChoice(members, 'kind', 'fault', FAULT_KINDS);
  if (!kind) throw new SetupError(`fault.kind is missing; it is one of ${FAULT_KINDS.join(', ')}`);
  return control.addFault({
    operation: requireText(members, 'operation', 'fault'),
    kind,
    ...withoutAbsent({
      seconds: readNumber(members, 'seconds', 'fault', { from: 0, to: DAY_SECONDS }),
      status: readNumber(members, 'status', 'fault', { from: 500, to: 599 }),
      times: readNumber(members, 'times', 'fault', { from: 1, to: HIGHEST }),
    }),
  });
}

function listWebhooks(control: SandboxControl, { query }: ControlCall) {
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  const members = { limit: Number(query.get('limit') ?? 100), state: text('state') };
  return control.listWebhooks({
    limit: readWhole(members, 'limit', 'query', { from: 1, to: 1_000 }) ?? 100,
    ...withoutAbsent({
      state: readChoice(members, 'state', 'query', WEBHOOK_STATES),
      merchant: text('merchant'),
      subject: text('subject'),
    }),
  });
}

function readId({ parameters }: ControlCall): number {
  const id = Number(parameters['id']);
  if (Number.isSafeInteger(id)) return id;
  throw new SetupError('The id of a webhook must be a whole number');
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
    run(control, { body }) {
      const members = readMembers(body, ['merchant'], 'reset');
      return control.reset(readText(members, 'merchant', 'reset'));
    },
  },
  {
    verb: 'POST',
    path: '/seed',
    description: 'add { merchants } with their users',
    run(control, { body }) {
      const members = readMembers(body, ['merchants'], 'seed');
      return control.addMerchants(readList(members, 'merchants', 'seed', readMerchantSeed) ?? []);
    },
  },
  { verb: 'GET', path: '/clock', description: 'the sandbox’s time', run: readClock },
  { verb: 'POST', path: '/clock', description: 'move the clock by { advanceSeconds } or { to }', run: advanceClock },
  {
    verb: 'PUT',
    path: '/availability',
    description: 'answer { availability }: normal, unavailable, dropping, answer_lost',
    run(control, { body }) {
      const members = readMembers(body, ['availability'], 'body');
      const availability = readChoice(members, 'availability', 'body', AVAILABILITIES);
      if (!availability) throw new SetupError('body.availability is missing');
      control.setAvailability(availability);
    },
  },
  {
    verb: 'POST',
    path: '/auth-keys/expire',
    description: 'expire every unused AuthKey',
    run: async (control) => ({ expired: await control.expireAuthKeys() }),
  },
  {
    verb: 'PUT',
    path: '/next-payment',
    description: 'give the next browser payment the effect of { holderName }, a name of the test cards; null ends it',
    run(control, { body }) {
      const members = readMembers(body, ['holderName'], 'body');
      control.setNextPayment(members['holderName'] === null ? null : requireText(members, 'holderName', 'body'));
    },
  },
  { verb: 'GET', path: '/faults', description: 'list the active faults', run: (control) => control.listFaults() },
  { verb: 'POST', path: '/faults', description: 'add { operation, kind, seconds, status, times }', run: addFault },
  { verb: 'DELETE', path: '/faults', description: 'remove all faults', run: (control) => control.clearFaults() },
  { verb: 'GET', path: '/webhooks', description: 'list, by merchant, state, subject, limit', run: listWebhooks },
  {
    verb: 'PUT',
    path: '/webhooks/scenario',
    description: 'set how later webhooks are sent: { copies, delaySeconds, beforeAnswer }',
    run(control, { body }) {
      const members = readMembers(body, ['copies', 'delaySeconds', 'beforeAnswer'], 'scenario');
      control.setWebhookScenario(
        withoutAbsent({
          copies: readNumber(members, 'copies', 'scenario', { from: 0, to: HIGHEST }),
          delaySeconds: readNumber(members, 'delaySeconds', 'scenario', { from: 0, to: DAY_SECONDS }),
          beforeAnswer: readBoolean(members, 'beforeAnswer', 'scenario'),
        }),
      );
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
    path: '/merchants',
    description: 'list merchants with their users',
    run: (control) => control.listMerchants(),
  },
  {
    verb: 'PATCH',
    path: '/merchants/:number',
    description: 'change a merchant',
    run: (control, call) => control.changeMerchant(merchantOf(call), readMerchantChange(call.body)),
  },
  {
    verb: 'PUT',
    path: '/merchants/:number/users',
    description: 'add or change { username, password, permissions, isActive }',
    run: (control, call) => control.saveUser(merchantOf(call), readUserChange(call.body)),
  },
  {
    verb: 'DELETE',
    path: '/merchants/:number/users/:username',
    description: 'remove a user',
    run: (control, call) => control.removeUser(merchantOf(call), call.parameters['username'] ?? ''),
  },
];
