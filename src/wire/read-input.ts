/**
 * Schemas of what an operator writes: options, configuration files, bodies of the control API and of the back office. An
 * error is one sentence with the full path of the member, what is allowed, and the nearest name of a mistyped member. It
 * never contains a value. docs/decisions/0003-schemas.md
 */
import * as z from 'zod';
import { listNames } from '../core/nearest-name.js';

/** A string with at least one character. */
export function text(most = Infinity) {
  const rule = most === Infinity ? 'must be text that is not empty' : `must be a string of 1 to ${most} characters`;
  return z.string(rule).min(1, rule).max(most, rule);
}

export function number(from: number, to: number) {
  const rule = `must be a number from ${from} to ${to}`;
  return z.number(rule).min(from, rule).max(to, rule);
}

export function whole(from: number, to: number) {
  const rule = `must be a whole number from ${from} to ${to}`;
  return z.number(rule).int(rule).min(from, rule).max(to, rule);
}

export function textLike(rule: string, pattern: RegExp) {
  return z.string(rule).regex(pattern, rule);
}

export const flag = () => z.boolean('must be true or false');

export function choice<const Value extends string | number>(values: readonly Value[]) {
  return z.literal(values, `must be one of ${values.join(', ')}`);
}

/** An array, read up to its first wrong item: Zod would collect a problem for each of a million items. */
export function list<Item extends z.ZodType>(item: Item, rule = 'must be an array') {
  return z.array(z.unknown(), rule).transform((items, context) => {
    const read: z.output<Item>[] = [];
    for (const [index, each] of items.entries()) {
      const { data, error } = item.safeParse(each);
      error?.issues.forEach((issue) => context.addIssue({ ...issue, path: [index, ...issue.path] }));
      if (error) return z.NEVER;
      read.push(data);
    }
    return read;
  });
}

/** An object with these members and no others. */
export function object<const Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  // The message about unknown members is the list of the known ones: `sentenceOf` needs both.
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? names : 'must be an object') });
}

/** The same, where each member may be absent. */
export function someOf<const Shape extends z.ZodRawShape>(shape: Shape) {
  const members = Object.entries(shape).map(([name, member]) => [name, z.exactOptional(member)]);
  return object(Object.fromEntries(members) as { [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]> });
}

/**
 * @param root name of the value in messages; empty if the paths begin at its members
 * @throws `Refusal` of one sentence
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  root: string,
  Refusal: new (message: string) => Error = TypeError,
): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error) throw new Refusal(sentenceOf(error, root));
  return data;
}

/** The first problem as a sentence. A mistyped member comes before the one that is missing because of it. */
function sentenceOf({ issues }: z.ZodError, root: string): string {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const path = issue.path.reduce<string>(
    (parent, step) => (typeof step === 'number' ? `${parent}[${step}]` : `${parent}${parent && '.'}${String(step)}`),
    root,
  );
  const name = path || 'the configuration';
  if (issue.code !== 'unrecognized_keys') return `${name} ${issue.message}`;
  const [written = ''] = issue.keys;
  return `${name} has no member "${written}"${listNames(written, issue.message.split(', '), 'it has')}`;
}

/** Plain data in which a member that is undefined is absent, as in JSON. For files: it follows any depth. */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(given.map(([name, member]) => [name, withoutUndefined(member)]));
}
