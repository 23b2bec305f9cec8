/** The two services of `florin contract`: the facility over HTTP, slowly, and a sandbox in this process. */
import { createInterface } from 'node:readline/promises';
import { trimSlashes } from '../core/trim-slashes.js';
import type { Facility } from '../contract/facility.js';
import type { Lesson } from '../contract/probe.js';
import type { Twin } from '../contract/run-contract.js';
import { createClock } from '../sandbox/clock.js';
import { DEMO_MERCHANT } from '../sandbox/merchant.js';
import { createSandbox } from '../sandbox/sandbox.js';
import { openStore } from '../sandbox/node/open-store.js';
import type { Account } from './account.js';
import { note } from './printable.js';

/** How a facility is asked. */
export interface Pace {
  readonly callsPerSecond: number;
  readonly timeoutSeconds: number;
}

const sleep = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** Longest time that a busy service may ask to wait (for more, the run ends), and how often it may. */
const LONGEST_WAIT_SECONDS = 120;
const MOST_WAITS = 3;
const USUAL_WAIT_SECONDS = 10;
/** 429 was not processed; 503 may have been, so only 429 is sent again. */
const TOO_MANY = 429;

/** Sends calls one after the other, not faster than allowed, and waits when the service asks for it. */
export function createPacedFetch({ callsPerSecond, timeoutSeconds }: Pace): Facility['fetch'] {
  let next = 0;
  let last: Promise<unknown> = Promise.resolve();
  const send = async (request: Request): Promise<Response> => {
    await sleep(Math.max(0, next - Date.now()) / 1_000);
    next = Date.now() + 1_000 / callsPerSecond;
    return fetch(request, { signal: AbortSignal.timeout(timeoutSeconds * 1_000) });
  };
  const sendPatiently: Facility['fetch'] = async (request) => {
    for (let waits = 0; ; waits += 1) {
      const answer = await send(request.clone());
      const seconds = waitOf(answer.headers.get('retry-after'));
      if (answer.status !== TOO_MANY || waits === MOST_WAITS || seconds > LONGEST_WAIT_SECONDS) return answer;
      await answer.body?.cancel();
      await sleep(seconds);
    }
  };
  return (request) => {
    const answer = last.then(() => sendPatiently(request));
    last = answer.catch(() => undefined);
    return answer;
  };
}

function waitOf(retryAfter: string | null): number {
  return /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : USUAL_WAIT_SECONDS;
}

/** The facility of an account. */
export function facilityOf(account: Account, pace: Pace, shortName: string | undefined, isGuided: boolean): Facility {
  const { baseUrl, merchantNumber, username, password } = account;
  return {
    baseUrl: trimSlashes(baseUrl),
    merchantNumber,
    username,
    password,
    shortName,
    fetch: createPacedFetch(pace),
    wait: sleep,
    ...(isGuided && { askPerson }),
  };
}

async function askPerson(steps: readonly string[]): Promise<string> {
  for (const [at, step] of steps.entries()) note(`${at + 1}. ${step}`);
  return askLine('> ');
}

/** Asks for one line on the terminal; empty when the terminal ends instead (Ctrl-D). */
export async function askLine(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    return (await Promise.race([terminal.question(question), ended])).trim();
  } finally {
    terminal.close();
  }
}

/** A new sandbox in memory. Its clock moves instead of waiting. */
export async function openTwin(lesson: Lesson): Promise<Twin> {
  const store = await openStore({ database: ':memory:', seed: [DEMO_MERCHANT] });
  const sandbox = createSandbox({ store, clock: createClock(), settings: lesson });
  const [user] = DEMO_MERCHANT.users;
  return {
    facility: {
      baseUrl: 'http://sandbox.florin',
      merchantNumber: DEMO_MERCHANT.number,
      username: user?.username ?? '',
      password: user?.password ?? '',
      fetch: (request) => sandbox.fetch(request),
      wait: (seconds) => (seconds > 0 ? sandbox.control.advanceClock(seconds) : Promise.resolve()),
    },
    close: () => sandbox.close(),
  };
}
