/** Reads the members of a configuration. Errors name the member by its full path, never its value. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { listNames } from '../../core/nearest-name.js';

/** Where to read a secret. Configurations end up in repositories, so the secret itself is not in it. */
export type SecretSource = { readonly env: string } | { readonly file: string };

/** Where a configuration comes from. */
export interface ConfigPlace {
  /** Base folder of relative paths. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One member: its path from the root, and its value. */
export interface Node {
  readonly name: string;
  readonly value: unknown;
}

function nameOf({ name }: Node): string {
  return name || 'the configuration';
}

/**
 * The members of an object. @throws TypeError for anything else, and for a member that is not one
 * of `known`
 */
export function readObject<Name extends string>(node: Node, known: readonly Name[]): Readonly<Record<Name, Node>> {
  const { name, value } = node;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${nameOf(node)} must be an object`);
  }
  const prefix = name && `${name}.`;
  for (const member of Object.keys(value)) {
    if (!known.includes(member as Name)) {
      throw new TypeError(`${nameOf(node)} has no member "${member}"${listNames(member, known, 'it has')}`);
    }
  }
  const members = known.map((member) => [
    member,
    { name: prefix + member, value: (value as Record<string, unknown>)[member] },
  ]);
  return Object.fromEntries(members) as Record<Name, Node>;
}

/** The node, or undefined if the member is missing. */
export function ifPresent(node: Node): Node | undefined {
  return node.value === undefined ? undefined : node;
}

/** @throws TypeError unless it is non-empty text */
export function readText(node: Node): string {
  if (typeof node.value === 'string' && node.value !== '') return node.value;
  throw new TypeError(`${node.name} must be text that is not empty`);
}

/**
 * @throws TypeError unless it is an http or https URL without user name or password, because
 * `fetch` refuses those
 */
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

/** @throws TypeError unless it is a whole number in the range */
export function readWhole(node: Node, least: number, most: number): number {
  const { value } = node;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TypeError(`${node.name} must be a whole number from ${least} to ${most}`);
}

/** @throws TypeError unless it is a boolean */
export function readBoolean(node: Node): boolean {
  if (typeof node.value === 'boolean') return node.value;
  throw new TypeError(`${node.name} must be true or false`);
}

/** @throws TypeError unless it is one of the values */
export function readChoice<Value extends string>(node: Node, values: readonly Value[]): Value {
  const value = values.find((each) => each === node.value);
  if (value !== undefined) return value;
  throw new TypeError(`${node.name} must be ${values.map((each) => `"${each}"`).join(' or ')}`);
}

/** @throws TypeError unless it is a non-empty list */
export function readList(node: Node): readonly Node[] {
  const { name, value } = node;
  if (!Array.isArray(value) || value.length === 0) throw new TypeError(`${name} must be a list that is not empty`);
  return value.map((each: unknown, index) => ({ name: `${name}[${index}]`, value: each }));
}

/** @throws TypeError when the secret is in the configuration itself, or is missing at its source */
export function readSecret(node: Node, { env, folder }: ConfigPlace): string {
  const rule = `${node.name} must be { "env": "NAME" } or { "file": "/path" }: secrets must not be in the configuration`;
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

/** A text, or a secret. A URL with a user name or password is a secret. */
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
  // Editors and `echo` add a line break that is not part of the secret.
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new TypeError(`${name} is in the file ${path}, which is empty`);
  return secret;
}
