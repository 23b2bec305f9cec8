/**
 * The live stream: server-sent events with the newest transaction number and the state of the sandbox. It asks the
 * database, so it also shows what another process has stored.
 */
import type { Context } from '../context.js';
import type { SandboxControl } from '../control.js';
import { unassignedFor } from './call-rows.js';
import type { LiveEvent, SandboxState } from './api.js';
import type { SignedInScope } from './row.js';
import { findPerson, type Person } from './sessions.js';

const INTERVAL_MS = 1_000;
/**
 * Ticks between two heartbeats. A silent connection would be closed: `ClientLimits.readingMs`. A heartbeat also checks the
 * session.
 */
const HEARTBEAT_TICKS = 8;

/** State of the sandbox as it counts for the person's merchant: what is set for all, and for this merchant. */
export function describeSandbox(
  control: SandboxControl,
  { clock }: Pick<Context, 'clock'>,
  { caller }: Pick<Person, 'caller'>,
): SandboxState {
  const { number: merchant } = caller.merchant;
  return {
    now: control.now(),
    ahead: clock.offset,
    availability: control.availability({ merchant }),
    faults: control.listFaults().filter((fault) => fault.merchant === null || fault.merchant === merchant),
    nextPayment: control.nextPayment({ merchant }),
    webhooks: control.webhookScenario({ merchant }),
  };
}

/** Opens the stream. It ends with the session, with the connection, or with the sandbox. */
export function openLiveStream(request: Request, scope: SignedInScope): Response {
  const { context, control, person, closing } = scope;
  const encoder = new TextEncoder();
  const merchantId = person.caller.merchant.id;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  const gone = new AbortController();

  async function readEvent(): Promise<LiveEvent> {
    const newest = await context.store.read(async (view) => ({
      latest: await view.latestTxnNumber(merchantId),
      latestCall: await view.latestCall(merchantId, await unassignedFor(person, view)),
    }));
    return { ...newest, sandbox: describeSandbox(control, context, person) };
  }

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let known = '';
      let ticks = 0;
      const end = (): void => {
        if (!isOpen) return;
        isOpen = false;
        clearTimeout(timer);
        gone.abort();
        controller.close();
      };
      const write = (text: string): void => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };
      const tick = async (): Promise<void> => {
        const event = await readEvent();
        // A change of the time alone sends no event.
        const mark = JSON.stringify({ ...event, sandbox: { ...event.sandbox, now: 0 } });
        ticks += 1;
        if (mark !== known) write(`data: ${JSON.stringify(event)}\n\n`);
        else if (ticks % HEARTBEAT_TICKS === 0) write(': heartbeat\n\n');
        known = mark;
        if (ticks % HEARTBEAT_TICKS === 0 && !(await findPerson(request, context.store))) return end();
        if (isOpen) timer = setTimeout(() => void tick().catch(end), INTERVAL_MS);
      };
      closing.addEventListener('abort', end, { once: true, signal: gone.signal });
      if (closing.aborted) return end();
      void tick().catch(end);
    },
    cancel() {
      isOpen = false;
      clearTimeout(timer);
      gone.abort();
    },
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' } });
}
