/**
 * Sends webhooks from the outbox. The outbox is in the database, so nothing is lost with the process: a sender takes a
 * lease on a webhook, sends it, and records the result. A webhook that was in flight when a process died is sent again
 * after its lease expires: delivery is at least once.
 */
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { createRunner } from '../runner.js';
import type { SandboxSettings } from '../settings.js';
import type { Store } from '../store/store.js';
import type { Deliver, DeliveryEnd } from './delivery.js';
import { nextAttemptAt } from './retry-plan.js';
import type { AttemptOutcome, Webhook, WebhookState } from './webhook.js';

export interface SenderOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: SandboxSettings;
  /** Absent when nothing may be sent. The outbox is then stored and shown only. */
  readonly deliver: Deliver | undefined;
  readonly log: Log;
  /** Names this sender in leases. */
  readonly owner: string;
  /** Milliseconds by the machine's clock. */
  readonly machineNow?: () => number;
}

export interface WebhookSender {
  /** Checks the outbox now. */
  wake(): void;
  /** Resolves when this sender has no due webhook and no delivery in flight. */
  settled(): Promise<void>;
  /** Resolves when each of these was attempted or needs no attempt. */
  attempted(ids: readonly number[]): Promise<void>;
  /** Waits briefly for deliveries in flight, then aborts them and releases their leases. */
  close(): Promise<void>;
}

/** Maximum number of concurrent deliveries to all targets. */
const IN_FLIGHT = 32;
/** Time for deliveries in flight when the sandbox closes. */
const CLOSING_MS = 2_000;
/** Interval at which the outbox is checked for webhooks of stopped processes. */
const POLL_MS = 20_000;

const OUTCOMES = { unreachable: 'unreachable', blocked: 'blocked' } as const;

function isAcknowledged(end: DeliveryEnd): boolean {
  return end.end === 'status' && end.status >= 200 && end.status < 300;
}

export function createSender(options: SenderOptions): WebhookSender {
  const { store, clock, settings, deliver, log, owner, machineNow = () => Date.now() } = options;
  const inFlight = new Map<number, Promise<void>>();
  const closing = new AbortController();
  async function send(webhook: Webhook, send: Deliver): Promise<void> {
    const startedAt = clock.now();
    const begun = performance.now();
    const timeout = AbortSignal.timeout(settings.webhookTimeoutSeconds * 1_000);
    const signal = AbortSignal.any([closing.signal, timeout]);
    const end = await deliverWithin(send, webhook, signal);
    const milliseconds = Math.round(performance.now() - begun);
    let outcome: AttemptOutcome;
    if (end === 'over') outcome = closing.signal.aborted ? 'stopped' : 'timed_out';
    else if (end.end === 'status') outcome = isAcknowledged(end) ? 'acknowledged' : 'answered';
    else outcome = OUTCOMES[end.end];
    const status = end !== 'over' && end.end === 'status' ? end.status : null;
    const number = webhook.attempts + 1;
    const next = nextAttemptAt(webhook.firstDueAt, startedAt, settings.webhookRetry);
    const state = stateAfter(outcome, next);
    const attempt = { number, startedAt, outcome, status, milliseconds };
    await store.write((unit) =>
      unit.endAttempt({
        id: webhook.id,
        owner,
        state,
        dueAt: next ?? webhook.dueAt,
        claimedDueAt: webhook.dueAt,
        ...(outcome !== 'stopped' && { attempt }),
      }),
    );
    // The URL and the body are the shop's data and are not logged.
    log({ level: 'info', event: 'webhook', id: webhook.id, attempt: number, outcome, status, state, milliseconds });
  }

  async function attempt(webhook: Webhook, deliverOne: Deliver): Promise<void> {
    try {
      await send(webhook, deliverOne);
    } catch (error) {
      // After the lease expires, it is sent again.
      log({ level: 'error', event: 'webhook_failed', id: webhook.id, kind: error instanceof Error ? error.name : '' });
    } finally {
      inFlight.delete(webhook.id);
      runner.wake();
    }
  }

  async function claim(): Promise<Webhook | undefined> {
    const at = machineNow();
    return store.write((unit) =>
      unit.claimWebhook({
        now: clock.now(),
        machineNow: at,
        leaseUntil: at + settings.webhookLeaseSeconds * 1_000,
        owner,
        perTarget: settings.webhooksPerTarget,
      }),
    );
  }

  async function setAlarm(): Promise<void> {
    const now = clock.now();
    const due = await store.read((view) => view.nextWebhookDue(now));
    if (due !== undefined) runner.wakeAt(due);
  }

  const runner = createRunner({
    clock,
    async run() {
      while (!runner.isClosed && deliver && inFlight.size < IN_FLIGHT) {
        const webhook = await claim();
        if (!webhook) break;
        inFlight.set(webhook.id, attempt(webhook, deliver));
      }
      if (!runner.isClosed) await setAlarm();
    },
    onFailure: (kind) => log({ level: 'error', event: 'webhook_failed', id: null, kind }),
    pollMs: deliver && POLL_MS,
  });

  /** Without a delivery, the outbox is only stored and shown. */
  function wake(): void {
    if (deliver) runner.wake();
  }

  async function settled(): Promise<void> {
    while (runner.running || inFlight.size > 0) await Promise.all([runner.running, ...inFlight.values()]);
  }

  wake();
  return {
    wake,
    settled,
    async attempted(ids) {
      for (;;) {
        await runner.running;
        const running = ids.map((id) => inFlight.get(id)).filter((delivery) => delivery !== undefined);
        if (running.length > 0) await Promise.all(running);
        else if (!runner.running) return;
      }
    },
    async close() {
      await runner.close();
      const timer = setTimeout(() => closing.abort(), CLOSING_MS);
      await Promise.all(inFlight.values());
      clearTimeout(timer);
    },
  };
}

function stateAfter(outcome: AttemptOutcome, next: number | undefined): WebhookState {
  if (outcome === 'acknowledged') return 'delivered';
  if (outcome === 'blocked') return 'blocked';
  return next === undefined ? 'given_up' : 'waiting';
}

/** Ends when the signal is aborted, even if the delivery ignores it. */
async function deliverWithin(
  deliver: Deliver,
  { url, body }: Webhook,
  signal: AbortSignal,
): Promise<DeliveryEnd | 'over'> {
  const over = new Promise<'over'>((resolve) =>
    signal.addEventListener('abort', () => resolve('over'), { once: true }),
  );
  const end = await Promise.race([
    deliver({ url, body, signal }).catch((): DeliveryEnd => ({ end: 'unreachable' })),
    over,
  ]);
  return signal.aborted ? 'over' : end;
}
