/** Readers for operator input: the bodies of the control API and the configuration file. */

/** Invalid operator input. The message has one line. */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupError';
  }
}

/** A JSON object with unchecked members. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Reads an object. Unknown members are refused as typing errors.
 *
 * @param where prefix of the message, such as `merchants[0]`
 * @throws SetupError
 */
export function readMembers(value: unknown, known: readonly string[], where: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SetupError(`${where} must be an object`);
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw new SetupError(`${where} has no member "${name}"; it may have ${known.join(', ')}`);
  }
  return value as Members;
}

/** Reads an optional string. @throws SetupError */
export function readText(members: Members, name: string, where: string, longest = 200): string | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= longest) return value;
  throw new SetupError(`${where}.${name} must be a string of 1 to ${longest} characters`);
}

/** Reads a required string. @throws SetupError */
export function requireText(members: Members, name: string, where: string): string {
  const text = readText(members, name, where);
  if (text === undefined) throw new SetupError(`${where}.${name} is missing`);
  return text;
}

/** Reads an optional number in a range. @throws SetupError */
export function readNumber(
  members: Members,
  name: string,
  where: string,
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= from && value <= to) return value;
  throw new SetupError(`${where}.${name} must be a number from ${from} to ${to}`);
}

/** Reads an optional whole number in a range. @throws SetupError */
export function readWhole(
  members: Members,
  name: string,
  where: string,
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  if (Number.isInteger(value)) return readNumber(members, name, where, { from, to });
  throw new SetupError(`${where}.${name} must be a whole number from ${from} to ${to}`);
}

/** Reads an optional boolean. @throws SetupError */
export function readBoolean(members: Members, name: string, where: string): boolean | undefined {
  const value = members[name];
  if (value === undefined || typeof value === 'boolean') return value;
  throw new SetupError(`${where}.${name} must be true or false`);
}

/** Reads an optional choice. @throws SetupError */
export function readChoice<T extends string | number>(
  members: Members,
  name: string,
  where: string,
  choices: readonly T[],
): T | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new SetupError(`${where}.${name} must be one of ${choices.join(', ')}`);
  return choice;
}

/** Reads an optional array. @throws SetupError */
export function readList<T>(
  members: Members,
  name: string,
  where: string,
  readItem: (item: unknown, where: string) => T,
): readonly T[] | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new SetupError(`${where}.${name} must be an array`);
  return value.map((item, index) => readItem(item, `${where}.${name}[${index}]`));
}

/** Reads an item of an array of strings. @throws SetupError */
export function readTextItem(item: unknown, where: string): string {
  if (typeof item === 'string' && item !== '') return item;
  throw new SetupError(`${where} must be a string`);
}

/** Omits undefined members. */
export function withoutAbsent<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
