/**
 * Reads a lesson, which comes from a file or from a facility's answers. What a sandbox could not answer, and what would turn
 * one outcome into another, is no lesson.
 */
import * as z from 'zod';
import type { Dialect } from '../sandbox/dialect/dialect.js';
import type { Lesson } from './probe.js';

const WITHOUT_BODY = new Set([204, 205, 304]);
const PLAIN = z.object({
  status: z
    .int()
    .min(200)
    .max(599)
    .refine((status) => !WITHOUT_BODY.has(status)),
  body: z.enum(['answer', 'json', 'html', 'text', 'empty']),
  code: z.union([z.number(), z.string(), z.null()]),
  text: z.string().nullable(),
});
type Code = z.infer<typeof PLAIN>['code'];

/** A search that finds nothing has this code or 0. docs/wire/rest.md section 8. */
const NOTHING_FOUND = 209;
const isSuccess = (code: Code): boolean => code !== null && Number(code) === 0;

const ANSWER = z
  .object({ operation: z.string(), from: PLAIN, to: PLAIN })
  .refine(({ from, to }) => !isSuccess(to.code) || isSuccess(from.code) || from.code === NOTHING_FOUND);

const RULE = z.object({ code: z.string().regex(/^PT_/), text: z.string() });
const CALL = z.object({ call: z.object({ code: z.int().min(1), text: z.string() }) });
const EMPTY = z.record(z.string(), z.union([z.literal(''), z.literal(0), z.null()]));

/** Fields that belong to the connection or to a browser's session. */
const KEPT_HEADERS = /^(content-length|content-encoding|transfer-encoding|connection|set-cookie)$/;
const HEADER_NAME = z
  .string()
  .regex(/^[a-z-]+$/)
  .refine((name) => !KEPT_HEADERS.test(name));

const DIALECT = z.strictObject({
  answers: z.array(ANSWER).optional(),
  outcomes: z.array(z.object({ from: RULE, to: z.union([RULE, CALL]) })).optional(),
  bankTexts: z.record(z.string().regex(/^\d\d$/), z.string().regex(/^(?!approved)/i)).optional(),
  emptyMembers: z.partialRecord(z.enum(['approved', 'declined', 'refused']), EMPTY).optional(),
  headers: z
    .record(
      HEADER_NAME,
      z
        .string()
        .regex(/^[\t -~]*$/)
        .nullable(),
    )
    .optional(),
  // A sentence: codes and amounts have no blank.
  soapTexts: z.record(z.string().regex(/[a-z] [a-z]/i), z.string()).optional(),
  time: z.object({ fractionDigits: z.int().min(0).max(7), zone: z.enum(['local', 'offset', 'UTC', 'Z']) }).optional(),
  mask: z
    .object({ first: z.int().min(0).max(6), between: z.string().regex(/^\D{1,20}$/), last: z.int().min(0).max(4) })
    .optional(),
  emptySearchIsNull: z.boolean().optional(),
  oldestFirst: z.boolean().optional(),
  searchDelaySeconds: z.number().min(0).max(3_600).optional(),
  credentialsFirst: z.boolean().optional(),
  pastExpiry: z.enum(['PT_V5', '114']).optional(),
  fieldErrorUsesKey: z.boolean().optional(),
  pathsInOneCase: z.boolean().optional(),
  refusesBasic: z.boolean().optional(),
} satisfies Record<Exclude<keyof Dialect, 'learnt'>, z.ZodType>);

const LESSON = z.strictObject({
  dialect: DIALECT.optional(),
  // Another case or a blank, never another member.
  memberSpelling: z
    .record(z.string().regex(/^\w+$/), z.string())
    .refine((names) => Object.entries(names).every(([name, to]) => name.toLowerCase() === to.trim().toLowerCase()))
    .optional(),
  authKeyMinutes: z.number().min(1).max(1_440).optional(),
  searchLimit: z.int().min(1).max(100_000).optional(),
});

/** @throws Error */
export function readLesson(lesson: Lesson): Lesson {
  LESSON.parse(lesson);
  return lesson;
}
