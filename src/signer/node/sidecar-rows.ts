/**
 * The rows of the table of the sidecar's configuration. A row defines how a member is read, and its default. The types of
 * the written and of the read configuration, and docs/reference/settings.md, are derived from the rows.
 */
import {
  readChoice,
  readList,
  readObject,
  readSecret,
  readText,
  readTextOrSecret,
  readUrl,
  readWhole,
  readBoolean,
  type ConfigPlace,
  type Node,
  type SecretSource,
} from './sidecar-members.js';

/** A required member: `Written` is its type in the file, `Value` its type after reading. */
export interface Row<Written, Value = Written> {
  /** @throws TypeError naming the wrong member; no message contains a secret */
  read(node: Node, place: ConfigPlace): Value;
  /** The allowed values, for the documentation. */
  readonly limits?: string;
  readonly unit?: string;
  /** The members of an object, or of the objects of a list. */
  readonly rows?: Rows;
  /** Only for the types. */
  readonly written?: Written;
}

/** An optional member. */
export interface OptionalRow<Written, Value = Written> extends Row<Written, Value> {
  readonly isOptional: true;
}

/** An optional member with a default. */
export interface DefaultRow<Written, Value = Written> extends OptionalRow<Written, Value> {
  readonly default: Written;
}

export type Rows = Readonly<Record<string, Row<unknown, unknown>>>;

type OptionalNames<Table extends Rows> = {
  [Name in keyof Table]: Table[Name] extends OptionalRow<unknown, unknown> ? Name : never;
}[keyof Table];
type AbsentNames<Table extends Rows> = {
  [Name in OptionalNames<Table>]: Table[Name] extends DefaultRow<unknown, unknown> ? never : Name;
}[OptionalNames<Table>];
type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** The type of a written object. */
export type WrittenOf<Table extends Rows> = Flat<
  { readonly [Name in keyof Table as Exclude<Name, OptionalNames<Table>>]: NonNullable<Table[Name]['written']> } & {
    readonly [Name in keyof Table as Extract<Name, OptionalNames<Table>>]?: NonNullable<Table[Name]['written']>;
  }
>;

/** The type of an object after reading. */
export type ReadOf<Table extends Rows> = Flat<
  { readonly [Name in keyof Table as Exclude<Name, AbsentNames<Table>>]: ReturnType<Table[Name]['read']> } & {
    readonly [Name in keyof Table as Extract<Name, AbsentNames<Table>>]?: ReturnType<Table[Name]['read']>;
  }
>;

export const text: Row<string> = { read: readText };
export const url: Row<string> = { read: readUrl };
export const flag: Row<boolean> = { read: readBoolean };
export const secret: Row<SecretSource, string> = { read: readSecret };
export const textOrSecret: Row<string | SecretSource, string> = { read: readTextOrSecret };

export function whole(least: number, most: number, unit = ''): Row<number> {
  return { read: (node) => readWhole(node, least, most), limits: `${least} to ${most}`, unit };
}

export function choice<const Word extends string>(words: readonly Word[]): Row<Word> {
  return { read: (node) => readChoice(node, words), limits: words.join(', ') };
}

export function list<Written, Value>(row: Row<Written, Value>): Row<readonly Written[], readonly Value[]> {
  return { ...(row as Row<never, Value>), read: (node, place) => readList(node).map((each) => row.read(each, place)) };
}

export function object<Table extends Rows>(
  rows: Table,
): Row<WrittenOf<Table>, ReadOf<Table>> & { readonly rows: Table } {
  return {
    rows,
    read(node, place) {
      const members = Object.entries(readObject(node, Object.keys(rows))).flatMap(([name, member]) => {
        const row = rows[name]!;
        const value = member.value === undefined && 'default' in row ? row.default : member.value;
        return value === undefined && 'isOptional' in row ? [] : [[name, row.read({ ...member, value }, place)]];
      });
      return Object.fromEntries(members) as ReadOf<Table>;
    },
  };
}

export function optional<Written, Value>(row: Row<Written, Value>): OptionalRow<Written, Value> {
  return { ...row, isOptional: true };
}

export function withDefault<Written, Value>(
  row: Row<Written, Value>,
  value: NoInfer<Written>,
): DefaultRow<Written, Value> {
  return { ...row, isOptional: true, default: value };
}
