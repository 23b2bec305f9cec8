/** Reads the parameters of a call from flags, a file and standard input. No message has a value, which may be a card number. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { readSoapField, type SoapField, type SoapOperationInfo } from '../service/index.js';
import { readJson } from '../wire/rest/lossless-json.js';

/** Values by the name or path of their field. */
export interface FieldFlags {
  readonly input?: string;
  readonly file?: string;
  readonly [field: string]: unknown;
}

type Tree = { [name: string]: unknown };

/** Whether a request takes a file. */
export function hasContent(fields: readonly SoapField[]): boolean {
  return fields.some(({ name }) => name === 'content');
}

function put(tree: Tree, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    tree[name] = value;
    return;
  }
  const below = { ...(tree[name] as Tree | undefined) };
  tree[name] = below;
  put(below, rest, value);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a JSON value; types that JSON does not have are text, as in the JSON that this command prints. */
function valueOfJson(field: SoapField, value: unknown): unknown {
  if (field.type === 'string') return value;
  if (typeof value === 'string') return readSoapField(field, value);
  return field.type === 'long' && (typeof value === 'number' || typeof value === 'bigint')
    ? readSoapField(field, String(value))
    : value;
}

async function readInput(source: string): Promise<Tree> {
  const json = source === '-' ? await text(process.stdin) : readFile(source).toString('utf8');
  let value: unknown;
  try {
    value = readJson(json);
  } catch {
    // Without the parser's message, which quotes the text.
    throw new TypeError('--input must be JSON');
  }
  if (!isTree(value)) throw new TypeError('--input must be a JSON object with the fields');
  return value;
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TypeError(`The file ${path} cannot be read${code === undefined ? '' : `: ${code}`}`, { cause: error });
  }
}

function contentOf({ type }: SoapField, path: string): string | Uint8Array {
  const bytes = readFile(path);
  if (type === 'base64Binary') return new Uint8Array(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new TypeError(`The file ${path} is not UTF-8 text`, { cause: error });
  }
}

/** The value at a path; undefined without one. */
export function find(tree: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isTree(value) ? value[name] : undefined), tree);
}

/**
 * Reads the parameters. Fields of `--input` may be in their objects, or at the top level.
 *
 * @throws TypeError naming the field or the file
 */
export async function readParameters({ fields }: SoapOperationInfo, flags: FieldFlags): Promise<object> {
  const input = flags.input === undefined ? {} : await readInput(flags.input);
  const parameters: Tree = {};
  const known = new Set(fields.map(({ name }) => name));
  // Unknown fields are passed on: the client refuses them by name.
  for (const [name, value] of Object.entries(input)) if (!known.has(name) || isTree(value)) parameters[name] = value;
  for (const field of fields) {
    const { name, path } = field;
    const written = find(input, path) ?? (path.length > 1 ? input[name] : undefined);
    if (written !== undefined && written !== null) put(parameters, path, valueOfJson(field, written));
    const flag = flags[path.join('.')] ?? flags[name];
    if (typeof flag === 'string') put(parameters, path, readSoapField(field, flag));
    if (flags.file === undefined) continue;
    if (name === 'content') put(parameters, path, contentOf(field, flags.file));
    if (name === 'filename' && find(parameters, path) === undefined) put(parameters, path, basename(flags.file));
  }
  return parameters;
}
