/** Creates the OpenAPI 3.1 document of one version from the rows of REST, their descriptions and the wire's schemas. */
import { API_CODES } from '../../wire/codes.js';
import { messageAnswer } from '../../wire/rest/answers.js';
import { describeSchemas, referenceTo, type JsonSchema } from '../../wire/rest/json-schema.js';
import type { WireSchema } from '../../wire/rest/wire-object.js';
import type { MemberSpelling } from '../../wire/rest/write-wire.js';
import type { Version } from '../auth-key.js';
import { ROWS, type RowId } from '../rest/rows.js';
import { DEFAULT_SETTINGS, fillSettings, type SandboxSettings } from '../settings.js';
import { EXAMPLE_VALUES, examplesOf, type Example } from './examples.js';
import { FORM_TYPE, JSON_TYPE } from './media-types.js';
import type { FormField, Operation, OperationDoc, Tag } from './operation.js';
import { PAGE_OPERATIONS } from './page-operations.js';
import { PAGE_OUTCOME, SHARED_RESPONSES, writeResponses } from './responses.js';
import { TOKEN_DOCS } from './token-operations.js';
import { TRANSACTION_DOCS } from './transaction-operations.js';

export type OpenApiObject = JsonSchema;

/** Descriptions of all operations by number. */
export const DOCS: Readonly<Record<RowId, OperationDoc>> = { ...TRANSACTION_DOCS, ...TOKEN_DOCS };

function tagOf(id: RowId): Tag {
  if (id === 'T11') return 'Status';
  return id.startsWith('T') ? 'Transactions' : 'Tokens';
}

/** All operations of the endpoint table, and the forms of its pages. */
export const OPERATIONS: readonly Operation[] = [
  ...(Object.keys(DOCS) as RowId[]).map((id): Operation => {
    const { verb, path } = ROWS.v3[id];
    return { ...DOCS[id], id, tag: tagOf(id), verb, path: path.replace(/:(\w+)/g, '{$1}') };
  }),
  ...PAGE_OPERATIONS,
];

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

/** A browser sends forms and opens pages, with no credentials but the key in the path. Servers make all other calls. */
function isBrowserCall({ body, answer }: Operation): boolean {
  return body?.form !== undefined || answer.kind === 'page';
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
    security: isBrowserCall(operation) ? [] : [{ merchant: [] }, { basic: [] }],
    'x-florin-name': names,
    ...(operation.answer.kind === 'page' && { 'x-florin-page': true }),
  };
}

/** OpenAPI treats paths that differ only in parameter names as one path. Such a parameter is named `key`. */
function pathsOf(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const byShape = new Map<string, Operation[]>();
  for (const operation of operations) {
    const shape = operation.path.replace(/\{\w+\}/g, '{}');
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
  const operations = OPERATIONS.map((each) => ({ ...each, description: fillSettings(each.description, settings) }));
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
