/** Answers of the control API, for its OpenAPI document. The tests hold every answer against them. */
import * as z from 'zod';
import type { Availability, ListedMerchant, TracedWebhook } from '../control.js';
import { FAULT_KINDS, type FaultRule } from '../faults/fault-rules.js';
import type { RecordedCall } from '../journal/recorded-call.js';
import { PERMISSIONS } from '../merchant.js';
import type { WebhookScenario } from '../webhooks/scenario.js';
import type { AttemptOutcome, Webhook, WebhookKind, WebhookState } from '../webhooks/webhook.js';
import { MERCHANT_SETTINGS } from './read-merchant.js';

const INSTANT = z.int().meta({ description: 'Milliseconds since 1970.' });
const TEXT_OR_NULL = z.string().nullable();

export const AVAILABILITIES = ['normal', 'unavailable', 'dropping', 'answer_lost'] as const satisfies Availability[];
/** States by which webhooks are listed. */
export const WEBHOOK_STATES = [
  'waiting',
  'delivered',
  'given_up',
  'blocked',
  'dropped',
] as const satisfies WebhookState[];
const KINDS = ['transaction', 'token'] as const satisfies WebhookKind[];
const OUTCOMES = [
  'acknowledged',
  'answered',
  'timed_out',
  'unreachable',
  'blocked',
  'stopped',
] as const satisfies AttemptOutcome[];

export const OK = z.strictObject({ ok: z.literal(true) });
export const REFUSAL = z.strictObject({ message: z.string() });
export const TIME = z.strictObject({ now: z.iso.datetime() });
export const EXPIRED = z.strictObject({ expired: z.int() });
export const COUNT = z.strictObject({ count: z.int() });
export const AVAILABILITY_ANSWER = z.strictObject({ availability: z.literal(AVAILABILITIES) });
export const NEXT_PAYMENT_ANSWER = z.strictObject({ holderName: TEXT_OR_NULL });
export const SCENARIO_ANSWER = z.strictObject({
  copies: z.int(),
  delaySeconds: z.number(),
  beforeAnswer: z.boolean(),
}) satisfies z.ZodType<WebhookScenario>;

export const FAULT_RULE = z.strictObject({
  id: z.int(),
  merchant: TEXT_OR_NULL,
  operation: z.string(),
  kind: z.literal(FAULT_KINDS),
  seconds: z.number(),
  status: z.int(),
  timesLeft: z.int().nullable(),
}) satisfies z.ZodType<FaultRule>;

export const RECORDED_CALL = z.strictObject({
  id: z.int(),
  merchant: TEXT_OR_NULL,
  calledAt: INSTANT,
  milliseconds: z.number(),
  interface: z.literal(['rest', 'soap']),
  method: z.string(),
  path: z.string(),
  operation: z.string(),
  httpStatus: z.int().nullable(),
  code: TEXT_OR_NULL,
  txnCode: TEXT_OR_NULL,
  fault: TEXT_OR_NULL,
  username: TEXT_OR_NULL,
  order: TEXT_OR_NULL,
  merchantReference: TEXT_OR_NULL,
  amount: z.int().nullable(),
  txnNumber: TEXT_OR_NULL,
  keyHash: TEXT_OR_NULL,
}) satisfies z.ZodType<RecordedCall>;

export const WEBHOOK = z.strictObject({
  id: z.int(),
  merchantId: z.int(),
  kind: z.literal(KINDS),
  subject: z.string(),
  url: z.string(),
  target: z.string(),
  body: z.string(),
  state: z.literal(WEBHOOK_STATES),
  attempts: z.int(),
  createdAt: INSTANT,
  firstDueAt: INSTANT,
  dueAt: INSTANT,
}) satisfies z.ZodType<Webhook>;

const ATTEMPT = z.strictObject({
  number: z.int(),
  startedAt: INSTANT,
  outcome: z.literal(OUTCOMES),
  status: z.int().nullable(),
  milliseconds: z.number(),
});

export const TRACED_WEBHOOK = z.strictObject({
  ...WEBHOOK.shape,
  tries: z.array(ATTEMPT),
}) satisfies z.ZodType<TracedWebhook>;

const USER = z.strictObject({
  username: z.string(),
  permissions: z.array(z.literal(PERMISSIONS)),
  isActive: z.boolean(),
  emailAddress: TEXT_OR_NULL.exactOptional(),
});

export const MERCHANT = z.strictObject({
  number: z.string(),
  shortName: z.string(),
  name: z.string(),
  defaultCurrency: z.string(),
  currencies: z.array(z.string()),
  settings: MERCHANT_SETTINGS,
  users: z.array(USER),
}) satisfies z.ZodType<Record<keyof ListedMerchant, unknown>>;
