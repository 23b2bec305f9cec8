/** Reads the members of a configuration: whatever is wrong is said with the member's whole name, and without its value. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where a secret stands; never in the configuration itself, which ends up in a repository. */
export type SecretSource = { readonly env: string } | { readonly file: string };

/** What a configuration is read with. */
export interface ConfigPlace {
  /** Folder that relative paths begin at. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One member: its name from the root on, and what stands there. */
export interface Node {
  readonly name: string;
  readonly value: unknown;
}

function nameOf({ name }: Node): string {
  return name || 'the configuration';
}

/** The members of an object. @throws TypeError for anything else, and for a member that is not one of `known` */
export function readObject<Name extends string>(node: Node, known: readonly Name[]): Readonly<Record<Name, Node>> {
  const { name, value } = node;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${nameOf(node)} must be an object`);
  }
  const prefix = name && `${name}.`;
  for (const member of Object.keys(value)) {
    if (!known.includes(member as Name)) {
      throw new TypeError(`${nameOf(node)} has no member "${member}"; it has ${known.join(', ')}`);
    }
  }
  const members = known.map((member) => [
    member,
    { name: prefix + member, value: (value as Record<string, unknown>)[member] },
  ]);
  return Object.fromEntries(members) as Record<Name, Node>;
}

/** The node, or undefined when nothing stands there. */
export function ifPresent(node: Node): Node | undefined {
  return node.value === undefined ? undefined : node;
}

/** @throws TypeError for what is no text, or empty */
export function readText(node: Node): string {
  if (typeof node.value === 'string' && node.value !== '') return node.value;
  throw new TypeError(`${node.name} must be text that is not empty`);
}

/** @throws TypeError for what is no http or https URL, and for one with a user name or password: `fetch` refuses those */
export function readUrl(node: Node): string {
  const text = readText(node);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new TypeError(`${node.name} must be an absolute http or https URL`);
  }
  if (hasUserInfo(text)) throw new TypeError(`${node.name} must have no user name or password in it`);
  return text;
}

function hasUserInfo(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && (url.username !== '' || url.password !== '');
}

/** @throws TypeError for what is no whole number of the range */
export function readWhole(node: Node, least: number, most: number): number {
  const { value } = node;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TypeError(`${node.name} must be a whole number from ${least} to ${most}`);
}

/** @throws TypeError for what is neither true nor false */
export function readYesNo(node: Node): boolean {
  if (typeof node.value === 'boolean') return node.value;
  throw new TypeError(`${node.name} must be true or false`);
}

/** @throws TypeError for what is none of the words */
export function readChoice<Word extends string>(node: Node, words: readonly Word[]): Word {
  const word = words.find((each) => each === node.value);
  if (word !== undefined) return word;
  throw new TypeError(`${node.name} must be ${words.map((each) => `"${each}"`).join(' or ')}`);
}

/** @throws TypeError for what is no list, or an empty one */
export function readList(node: Node): readonly Node[] {
  const { name, value } = node;
  if (!Array.isArray(value) || value.length === 0) throw new TypeError(`${name} must be a list that is not empty`);
  return value.map((each: unknown, index) => ({ name: `${name}[${index}]`, value: each }));
}

/** @throws TypeError when the secret is written out, or is not where it should be */
export function readSecret(node: Node, { env, folder }: ConfigPlace): string {
  const rule = `${node.name} must be { "env": "NAME" } or { "file": "/path" }: secrets do not stand in the configuration`;
  if (typeof node.value !== 'object' || node.value === null || Object.keys(node.value).length !== 1) {
    throw new TypeError(rule);
  }
  const source = node.value as { env?: unknown; file?: unknown };
  if (typeof source.env === 'string') {
    const value = env[source.env];
    if (value) return value;
    throw new TypeError(`${node.name} is in the environment variable ${source.env}, which is not set`);
  }
  if (typeof source.file === 'string') return readSecretFile(node.name, resolve(folder, source.file));
  throw new TypeError(rule);
}

/** A text that may be secret, and may be not; an address with a user name or password is. */
export function readTextOrSecret(node: Node, place: ConfigPlace): string {
  if (typeof node.value === 'object' || hasUserInfo(readText(node))) return readSecret(node, place);
  return readText(node);
}

function readSecretFile(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new TypeError(`${name} is in the file ${path}, which cannot be read (${code})`);
  }
  // Editors and `echo` end a file with a line break that is not part of the secret.
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new TypeError(`${name} is in the file ${path}, which is empty`);
  return secret;
}
