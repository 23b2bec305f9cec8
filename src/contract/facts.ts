/** A file of facts: what one facility answered on one day. It has no credentials, keys, card or merchant numbers. */
import * as z from 'zod';
import { joinDialects, type Learnt } from '../sandbox/dialect/dialect.js';
import { PROBES } from './all-probes.js';
import type { FactValue, Lesson, Probe } from './probe.js';
import { readLesson } from './read-lesson.js';

/** One fact. */
export interface Fact {
  readonly id: string;
  readonly question: string;
  /** Page and section that say what is known. */
  readonly about: string;
  /** `asked`: the run was interrupted before it was compared. */
  readonly state: 'as_sandbox' | 'differs' | 'asked' | 'not_asked';
  readonly facility?: FactValue | undefined;
  readonly sandbox?: FactValue | undefined;
  /** Of a difference: whether a sandbox with these facts answers as the facility. */
  readonly isLearnt?: boolean | undefined;
  /** Why it could not be asked. */
  readonly reason?: string | undefined;
}

/** A file of facts. */
export interface Facts {
  readonly florinFacts: 1;
  /** Day of the run, ISO 8601. */
  readonly date: string;
  /** Origin of the facility. */
  readonly facility: string;
  /** Eight hexadecimal digits that tell the accounts of one facility apart; neither user nor merchant can be read from them. */
  readonly account?: string | undefined;
  readonly facts: readonly Fact[];
}

const VALUE: z.ZodType<FactValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(VALUE), z.record(z.string(), VALUE)]),
);

const FILE = z.object({
  florinFacts: z.literal(1),
  date: z.iso.date(),
  facility: z.url(),
  account: z.string().optional(),
  facts: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      about: z.string(),
      state: z.enum(['as_sandbox', 'differs', 'asked', 'not_asked']),
      facility: VALUE.optional(),
      sandbox: VALUE.optional(),
      isLearnt: z.boolean().optional(),
      reason: z.string().optional(),
    }),
  ),
});

/** Reads a file of facts. @throws Error in one line that names the member */
export function readFacts(value: unknown): Facts {
  const read = FILE.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || 'the file';
  throw new Error(`It is no file of facts of florin contract: ${place}: ${issue?.message ?? 'unreadable'}`);
}

/** Compares values without the order of members. */
export function isSame(one: FactValue | undefined, two: FactValue | undefined): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(two));
}

function sorted(value: FactValue | undefined): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inside]) => [name, sorted(inside)]),
  );
}

/** What a sandbox learns from facts. Of two that contradict each other, the first counts. @throws Error naming the fact */
export function lessonOf(facts: readonly Fact[]): Lesson {
  const probes = new Map<string, Probe>(PROBES.map((probe) => [probe.id, probe]));
  return facts.reduce<Lesson>((lesson, { id, state, facility, sandbox }) => {
    if (state !== 'differs' || facility === undefined || sandbox === undefined) return lesson;
    return joinLessons(lesson, learn(probes.get(id), facility, sandbox));
  }, {});
}

/** The same for a whole file, with its origin. @throws Error naming a fact, or for a run that was interrupted */
export function lessonOfFile({
  facility,
  date,
  facts,
}: Facts): Lesson & { readonly dialect: { readonly learnt: Learnt } } {
  if (facts.some(({ state }) => state === 'asked')) {
    throw new Error(
      'These facts are of a run that was interrupted: run florin contract run again, it goes on from there',
    );
  }
  const lesson = lessonOf(facts);
  const differences = facts
    .filter(({ state }) => state === 'differs')
    .map(({ question, isLearnt = false }) => ({ question, isLearnt }));
  return { ...lesson, dialect: { ...lesson.dialect, learnt: { facility, date, differences } } };
}

/** Whether a sandbox can learn from a fact; a facility may have answered what no sandbox can say. */
export function isReadable(fact: Fact): boolean {
  try {
    lessonOf([fact]);
    return true;
  } catch {
    return false;
  }
}

/** A file may be edited by hand, so a value may have another shape than its probe expects. */
function learn(probe: Probe | undefined, facility: FactValue, sandbox: FactValue): Lesson | undefined {
  try {
    const lesson = probe?.learn?.(facility, sandbox);
    return lesson && readLesson(lesson);
  } catch {
    throw new Error(`The fact ${probe?.id ?? ''} cannot be read: ask for it again`);
  }
}

function joinLessons(first: Lesson, second: Lesson = {}): Lesson {
  const dialect = joinDialects(first.dialect ?? {}, second.dialect ?? {});
  const memberSpelling = { ...second.memberSpelling, ...first.memberSpelling };
  return { ...second, ...first, dialect, ...(Object.keys(memberSpelling).length > 0 && { memberSpelling }) };
}
