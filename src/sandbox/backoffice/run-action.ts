/**
 * Carries out actions of the back office, each once for each `Idempotency-Key`. A person who lost the answer repeats it safely.
 */
import { maskCardNumbers } from '../../core/card/mask-card-numbers.js';
import type { Context } from '../context.js';
import {
  createRunOnce,
  IDEMPOTENCY_HEADER,
  REPLAYED_HEADER,
  type RunAnswer,
  UNUSABLE_KEYS,
} from '../control/idempotency.js';
import type { OfficeRefusal } from './api.js';
import type { OfficeRow } from './row.js';
import type { Person } from './sessions.js';

interface ActionCall {
  readonly row: OfficeRow;
  readonly request: Request;
  readonly text: string;
  /** What the action says that it changed. */
  readonly detail: () => string | null;
  /** Value of the path's parameter. */
  readonly subject: string | null;
}

/** Runs `answer`, which never rejects, unless an earlier call had the key. */
export type RunAction = (call: ActionCall, person: Person, answer: () => Promise<Response>) => Promise<Response>;

/** For people, who see no keys. */
const TEXTS = {
  other: 'Something else was sent from here before, and may have been done. Open it again',
  unfinished: 'The sandbox is doing this, or was interrupted: it may have been done',
  bad_key: UNUSABLE_KEYS.bad_key.message,
} as const;

const ALREADY_DONE = 'This was done already. Its answer is not stored, because it contains a secret';

function refusal(message: string, isUncertain = false): OfficeRefusal {
  return { message, code: null, ...(isUncertain && { isUncertain }) };
}

const mask = (text: string | null): string | null => text && maskCardNumbers(text);

async function storedOf(response: Response, { row: { action }, detail }: ActionCall): Promise<RunAnswer> {
  const { status } = response;
  const run = { answer: { status, text: await response.clone().text() }, detail: mask(detail()) };
  if (action !== 'secret') return run;
  return { ...run, stored: { status: 409, text: JSON.stringify(refusal(ALREADY_DONE)) } };
}

export function createRunAction(context: Pick<Context, 'store' | 'clock'>): RunAction {
  const runOnce = createRunOnce(context);
  return async (call, { caller }, answer) => {
    const { row, request, text, subject } = call;
    const key = request.headers.get(IDEMPOTENCY_HEADER) ?? '';
    const { pathname, search } = new URL(request.url);
    const { username, merchant } = caller;
    const name = `${row.verb} ${row.path}`;
    const whole = `${name} ${pathname}${search}\n${text}`;
    let response: Response | undefined;
    const once = await runOnce(
      { key, whole, name, subject: mask(subject), username, merchantId: merchant.id },
      async () => {
        response = await answer();
        return storedOf(response, call);
      },
    );
    if (once.end !== 'done') {
      const { status } = UNUSABLE_KEYS[once.end];
      return Response.json(refusal(TEXTS[once.end], once.end === 'unfinished'), { status });
    }
    if (response) return response;
    const headers = { 'Content-Type': 'application/json', [REPLAYED_HEADER]: 'true' };
    return new Response(once.answer.text, { status: once.answer.status, headers });
  };
}
