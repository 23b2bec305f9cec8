/** Creates the OpenAPI 3.1 document of one version from the wire's schemas and the endpoint table. */
import { API_CODES } from '../../wire/codes.js';
import { messageAnswer } from '../../wire/rest/answers.js';
import { describeSchemas, referenceTo, type JsonSchema } from '../../wire/rest/json-schema.js';
import type { WireSchema } from '../../wire/rest/wire-object.js';
import type { MemberSpelling } from '../../wire/rest/write-wire.js';
import type { Version } from '../rest/read-terms.js';
import { ROWS } from '../rest/rows.js';
import { DEFAULT_SETTINGS, fillSettings, type SandboxSettings } from '../settings.js';
import { EXAMPLE_VALUES, examplesOf, type Example } from './examples.js';
import { shapeOfPath, type FormField, type Operation } from './operation.js';
import { PAGE_OUTCOME, SHARED_RESPONSES, writeResponses } from './responses.js';
import { TOKEN_OPERATIONS } from './token-operations.js';
import { TRANSACTION_OPERATIONS } from './transaction-operations.js';

/** An OpenAPI document, or an object of one. */
export type OpenApiObject = JsonSchema;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const TABLE: readonly Operation[] = [...TRANSACTION_OPERATIONS, ...TOKEN_OPERATIONS];

/** A page's form is sent to the page's own address. */
const PAGE_FORMS = TABLE.filter(({ answer }) => answer.kind === 'page').map((page): Operation => ({
  ...page,
  id: `${page.id}.form`,
  name: page.name.replace('show', 'send'),
  title: `${page.title}: its form`,
  description: 'Sent by the page itself. The response is a redirect, or the page again with its errors.',
  verb: 'POST',
  body: { form: [] },
}));

/** All operations of the endpoint table and the forms of its pages. */
export const OPERATIONS: readonly Operation[] = [...TABLE, ...PAGE_FORMS];

const TAGS = [
  { name: 'Transactions', description: 'Payments, refunds, captures and reversals.' },
  { name: 'Tokens', description: 'Stored cards and bank accounts.' },
  { name: 'Pages', description: 'Pages of the service itself.' },
  { name: 'Status', description: 'Availability of the service.' },
];

const PARAMETERS: Readonly<Record<string, OpenApiObject>> = {
  authKey: {
    description: 'The AuthKey, the only credential of a browser.',
    schema: { type: 'string', format: 'uuid' },
  },
  resultKey: {
    description: 'The ResultKey that the browser received.',
    schema: { type: 'string', format: 'uuid' },
  },
  txnNumber: { description: 'TxnNumber of a transaction.', schema: { type: 'string', pattern: '^[0-9]+$' } },
  dvToken: {
    description: 'A DVToken: 16 digits that start with 599999.',
    schema: { type: 'string', pattern: '^599999[0-9]{10}$' },
  },
  merchantShortName: { description: "The merchant's short name.", schema: { type: 'string' } },
};

/** True when the sandbox implements the operation. Pages have their own handler and no rows. */
function isAnswered(operation: Operation, version: Version): boolean {
  if (operation.answer.kind === 'page') return true;
  const shape = shapeOfPath(operation.path);
  return ROWS[version].some(({ verb, path }) => verb === operation.verb && shapeOfPath(path) === shape);
}

/** The implemented operations of a version, which are the documented ones. */
export function operationsOf(version: Version): readonly Operation[] {
  return OPERATIONS.filter((operation) => isAnswered(operation, version));
}

function writeIntroduction(version: Version): string {
  const codes = Object.entries(API_CODES).map(([code, text]) => `| ${code} | ${text} |`);
  return [
    `The REST interface of the payment service, version ${version.slice(1)}, as implemented by the Florin sandbox.`,
    'Every answer to a call is HTTP 200 with `APIResponse`. **Its ResponseCode 0 means that the call worked, not that anything was paid**: that is `TxnResp.ResponseCode`, a text, and only "0" is approved.',
    'Amounts are whole numbers of the lowest denomination of their currency: 19900 is 199.00 AUD. In a request null equals absent, unknown members are ignored, and the texts "true" and "false" are taken for Booleans. In an answer every member is written, null when it is empty. A slash at the end of a path is optional.',
    ['| API code | Text |', '| --- | --- |', ...codes].join('\n'),
  ].join('\n\n');
}

function writeParameters(operation: Operation, path: string): readonly OpenApiObject[] {
  const own = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const shown = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inPath = own.map((name, index) => ({
    name: shown[index] ?? name,
    in: 'path',
    required: true,
    ...PARAMETERS[name],
    example: EXAMPLE_VALUES[name as keyof typeof EXAMPLE_VALUES],
  }));
  const inQuery = (operation.query ?? []).map(({ name, description }) => ({
    name,
    in: 'query',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  return [...inPath, ...inQuery];
}

function writeForm(fields: readonly FormField[]): OpenApiObject {
  const properties = fields.map(({ name, description }) => [name, { type: 'string', description }]);
  return { type: 'object', properties: Object.fromEntries(properties) as OpenApiObject };
}

function writeBody({ body }: Operation, version: Version, example: Example): OpenApiObject | undefined {
  if (!body) return undefined;
  const { schema, form } = body;
  return {
    required: true,
    content: {
      ...(schema && { [JSON_TYPE]: { schema: referenceTo(schema[version]), example: example.request } }),
      ...(form && { [FORM_TYPE]: { schema: writeForm(form), example: example.form } }),
    },
  };
}

function writeOperation(operation: Operation, path: string, version: Version, example: Example): OpenApiObject {
  const parameters = writeParameters(operation, path);
  const names = operation.formId ? `${operation.id}, ${operation.formId}` : operation.id;
  const requestBody = writeBody(operation, version, example);
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.title,
    description: operation.description,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: writeResponses(operation, version, example),
    security: operation.caller === 'server' ? [{ merchant: [] }, { basic: [] }] : [],
    'x-florin-name': names,
    ...(operation.answer.kind === 'page' && { 'x-florin-page': true }),
  };
}

/** OpenAPI treats paths that differ only in parameter names as one path; the first name that fits both is used. */
function pathsOf(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const byShape = new Map<string, Operation[]>();
  for (const operation of operations) {
    const shape = shapeOfPath(operation.path);
    byShape.set(shape, [...(byShape.get(shape) ?? []), operation]);
  }
  const named = [...byShape.values()].map((group): [string, readonly Operation[]] => {
    const [first = '', ...others] = new Set(group.map(({ path }) => path));
    return [others.length === 0 ? first : first.replace(/\{\w+\}$/, '{key}'), group];
  });
  return new Map(named);
}

function writePaths(
  operations: readonly Operation[],
  version: Version,
  { memberSpelling: spelling, publicPath }: SandboxSettings,
): OpenApiObject {
  const examples = examplesOf(version, spelling);
  const paths: Record<string, OpenApiObject> = {};
  for (const [path, group] of pathsOf(operations)) {
    const verbs = group.map((operation) => {
      const example = examples[operation.name] ?? {};
      return [operation.verb.toLowerCase(), writeOperation(operation, path, version, example)];
    });
    const isOutside = group.some(({ isOutsideVersions }) => isOutsideVersions);
    paths[path] = {
      ...(isOutside && { servers: [{ url: `${publicPath}/` }] }),
      ...(Object.fromEntries(verbs) as OpenApiObject),
    };
  }
  return paths;
}

function writeComponents(operations: readonly Operation[], version: Version, spelling: MemberSpelling): OpenApiObject {
  const requests: WireSchema[] = [];
  const answers: WireSchema[] = [messageAnswer];
  for (const { body, answer } of operations) {
    if (body?.schema) requests.push(body.schema[version]);
    if (answer.kind === 'json') answers.push(answer.schema[version]);
  }
  return {
    schemas: {
      ...describeSchemas(requests, 'request'),
      ...describeSchemas(answers, 'answer', spelling),
      PageOutcome: PAGE_OUTCOME,
    },
    responses: SHARED_RESPONSES,
    securitySchemes: {
      merchant: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: '`base64(username|merchantNumber:password)`, without a scheme.',
      },
      basic: {
        type: 'http',
        scheme: 'basic',
        description: 'The same after `Basic`; the user name is `username|merchantNumber`.',
      },
    },
  };
}

/** Creates the document of a version, for a sandbox with these settings. */
export function createOpenApi(version: Version, settings: SandboxSettings = DEFAULT_SETTINGS): OpenApiObject {
  const spelling = settings.memberSpelling;
  const operations = operationsOf(version).map((each) => ({ ...each, description: fillSettings(each.description, settings) }));
  return {
    openapi: '3.1.1',
    info: {
      title: `Payment service, REST version ${version.slice(1)} (Florin sandbox)`,
      version: `${version.slice(1)}.0`,
      description: writeIntroduction(version),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: `${settings.publicPath}/webapi/${version}`, description: 'This sandbox' }],
    tags: TAGS.filter(({ name }) => operations.some(({ tag }) => tag === name)),
    paths: writePaths(operations, version, settings),
    components: writeComponents(operations, version, spelling),
  };
}
