/**
 * Schemas of what an operator writes: options, configuration files, bodies of the control API and of the back office. An
 * error is one sentence with the full path of the member, what is allowed, and the nearest name of a mistyped member. It
 * never contains a value. docs/decisions/0003-schemas.md
 */
import * as z from 'zod';
import { listNames } from '../core/nearest-name.js';

/** What docs/reference/settings.md says of a schema. */
interface Notes {
  readonly limits?: string;
  readonly unit?: string;
  /** Of a list. */
  readonly item?: z.ZodType;
}

export const notesOf = new WeakMap<z.ZodType, Notes>();

export function noted<Schema extends z.ZodType>(schema: Schema, notes: Notes): Schema {
  notesOf.set(schema, notes);
  return schema;
}

/** A string with at least one character. */
export function text(most = Infinity) {
  const rule = most === Infinity ? 'must be text that is not empty' : `must be a string of 1 to ${most} characters`;
  return z.string(rule).min(1, rule).max(most, rule);
}

export function number(from: number, to: number) {
  const rule = `must be a number from ${from} to ${to}`;
  return z.number(rule).min(from, rule).max(to, rule);
}

export function whole(from: number, to: number, unit = '') {
  const rule = `must be a whole number from ${from} to ${to}`;
  const schema = z.number(rule).int(rule).min(from, rule).max(to, rule);
  return noted(schema, { limits: `${from} to ${to}`, unit });
}

export function textLike(rule: string, pattern: RegExp) {
  return z.string(rule).regex(pattern, rule);
}

export const flag = () => z.boolean('must be true or false');

export function choice<const Value extends string | number>(values: readonly Value[]) {
  const rule = values.length < 3 ? `must be ${values.join(' or ')}` : `must be one of ${values.join(', ')}`;
  return noted(z.literal(values, rule), { limits: values.join(', ') });
}

/** Where a transform of a schema says what is wrong. */
export type Problems = Pick<z.core.$RefinementCtx, 'addIssue'>;

function readPart<Schema extends z.ZodType>(schema: Schema, value: unknown, context: Problems, path: number[] = []) {
  const { data, error } = schema.safeParse(value);
  error?.issues.forEach((issue) => context.addIssue({ ...issue, path: [...path, ...issue.path] }));
  return { value: data as z.output<Schema>, isWrong: error !== undefined };
}

/** An array, read up to its first wrong item: Zod would collect a problem for each of a million items. */
export function list<Item extends z.ZodType>(
  item: Item,
  rule = 'must be an array',
): z.ZodType<readonly z.output<Item>[], readonly z.input<Item>[]> {
  const read = z.array(z.unknown(), rule).transform((values, context) => {
    const items: z.output<Item>[] = [];
    for (const [index, each] of values.entries()) {
      const { value, isWrong } = readPart(item, each, context, [index]);
      if (isWrong) return z.NEVER;
      items.push(value);
    }
    return items;
  });
  return noted(read, { item }) as unknown as z.ZodType<readonly z.output<Item>[], readonly z.input<Item>[]>;
}

/** The first schema for the values that `isFirst` accepts, else the second: a union whose error is that of one of them. */
export function either<First extends z.ZodType, Second extends z.ZodType>(
  isFirst: (value: unknown) => boolean,
  first: First,
  second: Second,
) {
  const read = z
    .unknown()
    .transform((value, context) => readPart(isFirst(value) ? first : second, value, context).value);
  return read as unknown as z.ZodType<z.output<First | Second>, z.input<First | Second>>;
}

/** An object with these members and no others. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  const schema = z.strictObject(shape, {
    // The message about unknown members is the list of the known ones: `sentenceOf` needs both.
    error: ({ code }) => (code === 'unrecognized_keys' ? names : 'must be an object'),
  });
  // Zod's own type is mapped, which loses the comments of the members in the published types.
  return schema as unknown as z.ZodObject<Shape, z.core.$strict>;
}

/** The same, where each member may be absent. */
export function someOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const members = Object.entries(shape).map(([name, member]) => [name, z.exactOptional(member)]);
  return object(Object.fromEntries(members) as { [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]> });
}

interface Manner {
  /** Class of the error; default TypeError. */
  readonly Refusal?: new (message: string) => Error;
  /** True for the options of a function. */
  readonly isOptions?: boolean;
}

/**
 * @param root name of the value in messages; empty if the paths begin at its members
 * @throws `Refusal` of one sentence
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  root: string,
  { Refusal = TypeError, isOptions = false }: Manner = {},
): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error) throw new Refusal(sentenceOf(error, root, isOptions));
  return data;
}

/** The first problem as a sentence. A mistyped member comes before the one that is missing because of it. */
function sentenceOf({ issues }: z.ZodError, root: string, isOptions: boolean): string {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const path = issue.path.reduce<string>(pathOf, root);
  const name = path || (isOptions ? 'the options' : 'the configuration');
  if (issue.code !== 'unrecognized_keys') return `${name} ${issue.message}`;
  const [written = ''] = issue.keys;
  const known = issue.message.split(', ');
  return isOptions
    ? `${pathOf(path, written)} is not an option${listNames(written, known, 'the options are')}`
    : `${name} has no member "${written}"${listNames(written, known, 'it has')}`;
}

function pathOf(parent: string, step: PropertyKey): string {
  if (typeof step === 'number') return `${parent}[${step}]`;
  return parent === '' ? String(step) : `${parent}.${String(step)}`;
}

/** Plain data in which a member that is undefined is absent, as in JSON. For files: it follows any depth. */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(given.map(([name, member]) => [name, withoutUndefined(member)]));
}
