/**
 * Validates every REST response of the sandbox's tests against its own OpenAPI document. It uses the document only, not
 * the sandbox's routes.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { createOpenApi } from '../../src/sandbox/openapi/document.js';
import { DEFAULT_SETTINGS } from '../../src/sandbox/settings.js';
import type { MemberSpelling } from '../../src/wire/rest/write-wire.js';

/** The inputs of a check. */
export interface SeenAnswer {
  readonly method: string;
  /** Path and query of the request. */
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Returns the problem of a response without quoting its content, or undefined. */
export type CheckAnswer = (answer: SeenAnswer) => string | undefined;

interface Media {
  readonly schema: object;
}
interface Described {
  readonly content?: Readonly<Record<string, Media>>;
}
type Responses = Readonly<Record<string, Described | { readonly $ref: string }>>;
interface DescribedOperation {
  readonly responses: Responses;
  /** True for a page for people. */
  readonly 'x-florin-page'?: boolean;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Described>> };
}

// Both packages are CommonJS with an export named `default`; Node and the type checker see it differently.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

const VERBS = ['get', 'post', 'put', 'delete'];
/** Schema of responses for an unknown path or method. */
const MESSAGE = '#/components/schemas/MessageAnswer';

function patternOf(path: string): RegExp {
  return new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')}/?$`,
  );
}

/** Sort order: more literal paths come first. */
function orderOf(path: string): number {
  return (path.match(/\{/g) ?? []).length * 1_000 - path.replace(/\{\w+\}/g, '').length;
}

class VersionChecker {
  readonly #document: Document;
  readonly #ajv: Ajv2020;
  readonly #id: string;
  readonly #paths: readonly (readonly [RegExp, string])[];

  constructor(version: 'v2' | 'v3', spelling: MemberSpelling) {
    const document = createOpenApi(version, { ...DEFAULT_SETTINGS, memberSpelling: spelling });
    this.#document = document as unknown as Document;
    this.#id = version;
    // Not strict, because the document has OpenAPI keywords that JSON Schema does not know.
    this.#ajv = new Ajv2020({ strict: false });
    addFormats(this.#ajv);
    this.#ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
    this.#ajv.addSchema(document, version);
    this.#paths = Object.keys(this.#document.paths)
      .sort((a, b) => orderOf(a) - orderOf(b))
      .map((path) => [patternOf(path), path] as const);
  }

  check({ method, path, status, type, text }: SeenAnswer): string | undefined {
    const below = path.split('?')[0] ?? '';
    const found = this.#paths.find(([pattern]) => pattern.test(below))?.[1];
    if (found === undefined) return this.#checkMessage(404, status, text);
    const item = this.#document.paths[found] ?? {};
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    if (item['get']?.['x-florin-page'] && !Object.hasOwn(item, verb)) return status === 405 ? undefined : `${status}`;
    if (method === 'OPTIONS') return status === 204 ? undefined : `${status} to a preflight`;
    if (!VERBS.includes(verb) || !Object.hasOwn(item, verb)) return this.#checkMessage(405, status, text);
    const { responses } = item[verb] ?? { responses: {} };
    const described = this.#resolve(responses[status] ?? responses[`${Math.floor(status / 100)}XX`]);
    if (!described) return `${status} is not documented`;
    const [media] = type.split(';');
    if (!described.content) return undefined;
    if (!media || !Object.hasOwn(described.content, media)) return `${status} as ${type} is not documented`;
    if (media !== 'application/json') return undefined;
    const reference = (described.content[media]?.schema as { readonly $ref: string }).$ref;
    return this.#checkJson(reference, text);
  }

  #resolve(response: Responses[string] | undefined): Described | undefined {
    if (!response || !('$ref' in response)) return response;
    return this.#document.components.responses[response.$ref.replace(/.*\//, '')];
  }

  #checkMessage(expected: number, status: number, text: string): string | undefined {
    if (status !== expected) return `${status} for an undocumented operation; expected ${expected}`;
    return this.#checkJson(MESSAGE, text);
  }

  #checkJson(reference: string, text: string): string | undefined {
    // ajv caches the compiled schema.
    const validate = this.#ajv.getSchema(this.#id + reference) as ValidateFunction;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return 'the body is not JSON';
    }
    if (validate(value)) return undefined;
    return (validate.errors ?? [])
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ');
  }
}

const PREFIX = /^\/webapi\/(v2|v3)(\/.*|\?.*)?$/;
const known = new Map<string, VersionChecker>();

/** Creates the check. Documents and validators are created once per process. */
export function createAnswerChecker(spelling: MemberSpelling = {}): CheckAnswer {
  return (answer) => {
    const [, version, below = '/'] = PREFIX.exec(answer.path) ?? [];
    if (version !== 'v2' && version !== 'v3') return undefined;
    const key = version + JSON.stringify(spelling);
    const checker = known.get(key) ?? new VersionChecker(version, spelling);
    known.set(key, checker);
    const problem = checker.check({ ...answer, path: below });
    return problem && `${answer.method} ${version}: ${problem}`;
  };
}
