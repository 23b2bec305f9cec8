/** Asks a facility and a sandbox the same questions, and finds what a sandbox has to learn. */
import { codeText, saidBy, textOf } from './describe.js';
import { AccountRefused, Caller, CannotAsk, NoAnswer, NotATest, type Facility } from './facility.js';
import { isReadable, isSame, lessonOf, type Fact } from './facts.js';
import { leavesTraces, PROBES } from './all-probes.js';
import type { FactValue, Lesson, Probe } from './probe.js';
import { card, payment } from './requests.js';
import { withoutSecrets, withoutSecretText } from './without-secrets.js';
import { DEFAULT_SETTINGS } from '../sandbox/settings.js';

/** A sandbox to compare with. */
export interface Twin {
  readonly facility: Facility;
  close(): Promise<void>;
}

export interface RunOptions {
  readonly facility: Facility;
  /** Starts a new sandbox that has learnt something. */
  readonly openTwin: (lesson: Lesson) => Promise<Twin>;
  /** What to ask besides the questions that need neither time nor a person. */
  readonly allows: { readonly transactions: boolean; readonly long: boolean; readonly person: boolean };
  /** Facts of an earlier run that was interrupted. */
  readonly known?: readonly Fact[];
  /** Called after each answer of the facility, so that an interrupted run goes on. */
  readonly note?: (fact: Fact, asked: number, all: number) => void | Promise<void>;
}

type Asked = { readonly value: FactValue } | { readonly reason: string };

/** Bank code of the proof: the year of an expiry that no card has. */
const PROOF_CODE = '45';

/**
 * Shows that the facility is in test mode. Nothing else may be sent before: the amount is the smallest one, the card is the
 * service's own for tests, and a live bank declines its month 99.
 *
 * @throws NotATest; CannotAsk when it makes no payments
 */
async function proveTestMode(call: Caller): Promise<void> {
  const proof = payment(call, { Amount: 1, CardDetails: card({ ExpiryDate: `99${PROOF_CODE}` }) });
  const answer = await call.pay(proof);
  const made = answer.json?.['TxnResp'] as Readonly<Record<string, unknown>> | null | undefined;
  if (!made) {
    throw new CannotAsk(`the facility makes no test payments: ${saidBy(answer)}`);
  }
  if (textOf(made['BankResponseCode']) !== PROOF_CODE) {
    const said = `${textOf(made['ResponseCode'])} ${textOf(made['ResponseText'])}`;
    throw new CannotAsk(`its test payments do not follow the rule of month 99, so no more were made: ${said}`);
  }
}

/** One call: a wrong password in all of them would lock the account. @throws AccountRefused */
async function assertAccount(call: Caller): Promise<void> {
  const answer = await call.rest('GET', '/status/');
  if (codeText(answer) === '0') return;
  const said = withoutSecretText(saidBy(answer), call.facility);
  throw new AccountRefused(`The facility does not take the account: ${said}. Nothing else was sent`);
}

async function ask(probe: Probe, call: Caller): Promise<Asked> {
  try {
    if (leavesTraces(probe)) {
      await call.once('proof', () => proveTestMode(call));
      call.isProven = true;
    }
    return { value: withoutSecrets(await probe.ask(call), call.facility) };
  } catch (error) {
    if (error instanceof CannotAsk) return { reason: withoutSecretText(error.message, call.facility) };
    if (error instanceof NotATest || error instanceof NoAnswer) throw error;
    // Such as a list of null: an answer that no code of a probe expects.
    return { reason: 'the answer has an unexpected shape' };
  }
}

function whyNot(probe: Probe, allows: RunOptions['allows']): string | undefined {
  const { needs } = probe;
  if (leavesTraces(probe) && !allows.transactions) return 'it makes transactions or tokens, which were not allowed';
  if (needs === 'long' && !allows.long) return 'it waits an hour: --long asks it';
  return needs === 'person' && !allows.person ? 'it needs a person: --guided asks it' : undefined;
}

const about = ({ id, question, about: page }: Probe) => ({ id, question, about: page });
/** Failures one after the other, after which the facility is taken for gone. */
const MOST_FAILURES = 3;

/** Asks the facility. @throws NotATest, NoAnswer */
async function askFacility(call: Caller, { allows, known = [], note }: RunOptions): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  let failures = 0;
  for (const [at, probe] of PROBES.entries()) {
    const earlier = known.find(({ id, facility }) => id === probe.id && facility !== undefined);
    const reason = whyNot(probe, allows);
    if (earlier || reason !== undefined) {
      facts.push(earlier ?? { ...about(probe), state: 'not_asked', reason });
      continue;
    }
    const asked = await ask(probe, call).catch((error: unknown): Asked => {
      if (!(error instanceof NoAnswer)) throw error;
      failures += 1;
      // A payment whose answer is lost is not made again before test mode is proved.
      if (failures >= MOST_FAILURES || (leavesTraces(probe) && !call.isProven)) throw error;
      return { reason: `no answer: ${withoutSecretText(error.message, call.facility)}` };
    });
    if ('value' in asked) failures = 0;
    const fact: Fact =
      'value' in asked
        ? { ...about(probe), state: 'asked', facility: asked.value }
        : { ...about(probe), state: 'not_asked', reason: asked.reason };
    facts.push(fact);
    await note?.(fact, at + 1, PROBES.length);
  }
  return facts;
}

/** What a sandbox answers to every question that the facility has answered. */
async function askTwin(facts: readonly Fact[], lesson: Lesson, openTwin: RunOptions['openTwin']) {
  const twin = await openTwin(lesson);
  try {
    const call = new Caller(twin.facility, 'florin-contract-sandbox');
    const values = new Map<string, FactValue>();
    for (const probe of PROBES) {
      if (!facts.some(({ id, facility }) => id === probe.id && facility !== undefined)) continue;
      const asked = probe.presume
        ? { value: probe.presume({ ...DEFAULT_SETTINGS, ...lesson }) }
        : await ask(probe, call);
      values.set(probe.id, 'value' in asked ? asked.value : asked.reason);
    }
    return values;
  } finally {
    await twin.close();
  }
}

/** Compares facts of a facility with a sandbox, and with one that has learnt from them. */
export async function compareFacts(asked: readonly Fact[], openTwin: RunOptions['openTwin']): Promise<readonly Fact[]> {
  const own = await askTwin(asked, {}, openTwin);
  const facts = asked.map((fact): Fact => {
    if (fact.facility === undefined) return fact;
    const sandbox = own.get(fact.id);
    if (isSame(fact.facility, sandbox))
      return { ...fact, state: 'as_sandbox', sandbox: undefined, isLearnt: undefined };
    return { ...fact, state: 'differs', sandbox };
  });
  if (!facts.some(({ state }) => state === 'differs')) return facts;
  const learnt = await askTwin(facts, lessonOf(facts.filter(isReadable)), openTwin);
  return facts.map((fact) =>
    fact.state === 'differs' ? { ...fact, isLearnt: isSame(fact.facility, learnt.get(fact.id)) } : fact,
  );
}

/** Deletes the tokens of a run. A failure leaves a test card behind, which nobody can charge. */
async function cleanUp(call: Caller): Promise<void> {
  for (const token of call.tokens) await call.rest('DELETE', `/dvtokens/${token}`).catch(() => undefined);
}

/** Runs all probes. @throws AccountRefused, NotATest, NoAnswer when the run has to end */
export async function runContract(options: RunOptions): Promise<readonly Fact[]> {
  const call = new Caller(options.facility, `florin-contract-${crypto.randomUUID().slice(0, 8)}`);
  await assertAccount(call);
  const asked = await askFacility(call, options).finally(() => cleanUp(call));
  return compareFacts(asked, options.openTwin);
}
