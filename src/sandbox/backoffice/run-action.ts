/** Carries out actions of the back office, each once for each `Idempotency-Key`. A person who lost the answer repeats it safely. */
import type { Context } from '../context.js';
import { createRunOnce, IDEMPOTENCY_HEADER, REPLAYED_HEADER, type RunAnswer } from '../control/idempotency.js';
import type { OfficeRefusal } from './api.js';
import type { OfficeRow } from './row.js';
import type { Person } from './sessions.js';

/** A routed action. */
interface ActionCall {
  readonly row: OfficeRow;
  readonly request: Request;
  /** Text of the body. */
  readonly text: string;
  /** Value of the path's parameter. */
  readonly subject: string | null;
}

/** Runs `answer`, which never rejects, unless an earlier call had the key. */
export type RunAction = (call: ActionCall, person: Person, answer: () => Promise<Response>) => Promise<Response>;

const REFUSALS = {
  bad_key: { status: 400, message: `${IDEMPOTENCY_HEADER} has 1 to 255 characters` },
  other: { status: 422, message: 'Something else was sent from here before, and may have been done. Open it again' },
  unfinished: { status: 409, message: 'The sandbox is doing this, or was interrupted: it may have been done' },
} as const;

const ALREADY_DONE = 'This was done already. Its answer is not stored, because it contains a secret';

function refusal(message: string, isUncertain = false): OfficeRefusal {
  return { message, code: null, ...(isUncertain && { isUncertain }) };
}

async function storedOf(response: Response, { action }: OfficeRow): Promise<RunAnswer> {
  const { status } = response;
  const answer = { status, text: await response.clone().text() };
  if (action !== 'secret') return { answer };
  return { answer, stored: { status: 409, text: JSON.stringify(refusal(ALREADY_DONE)) } };
}

/** Creates the function. */
export function createRunAction(context: Pick<Context, 'store' | 'clock'>): RunAction {
  const runOnce = createRunOnce(context);
  return async ({ row, request, text, subject }, { caller }, answer) => {
    const key = request.headers.get(IDEMPOTENCY_HEADER) ?? '';
    const { pathname, search } = new URL(request.url);
    const { username, merchant } = caller;
    const name = `${row.verb} ${row.path}`;
    const whole = `${name} ${pathname}${search}\n${text}`;
    let response: Response | undefined;
    const once = await runOnce({ key, whole, name, subject, username, merchantId: merchant.id }, async () => {
      response = await answer();
      return storedOf(response, row);
    });
    if (once.end !== 'done') {
      const { status, message } = REFUSALS[once.end];
      return Response.json(refusal(message, once.end === 'unfinished'), { status });
    }
    if (response) return response;
    const headers = { 'Content-Type': 'application/json', [REPLAYED_HEADER]: 'true' };
    return new Response(once.answer.text, { status: once.answer.status, headers });
  };
}
