/** The OpenAPI 3.1 document of the control API, made of its rows. */
import * as z from 'zod';
import { notesOf } from '../../wire/read-input.js';
import type { JsonSchema } from '../../wire/rest/json-schema.js';
import { FAULT_RULE, MERCHANT, OK, RECORDED_CALL, REFUSAL, TRACED_WEBHOOK, WEBHOOK } from './control-answers.js';
import type { ControlRow } from './control-row.js';
import { CONTROL_ROWS } from './control-rows.js';
import { CONTROL_TOKEN_HEADER } from './gate.js';
import { IDEMPOTENCY_HEADER } from './idempotency.js';

const COMPONENTS = '#/components/schemas/';
const MANNER = {
  io: 'input',
  /** Zod knows no items of a list that is read up to its first wrong item. */
  override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
    const { item } = notesOf.get(zodSchema as unknown as z.ZodType) ?? {};
    if (item) jsonSchema.items = withoutName(z.toJSONSchema(item, MANNER));
  },
} as const;

function withoutName(schema: z.core.JSONSchema.BaseSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema' && name !== '$id'));
}

const SHARED = { Webhook: WEBHOOK, TracedWebhook: TRACED_WEBHOOK, FaultRule: FAULT_RULE, RecordedCall: RECORDED_CALL };

/** Names of all schemas of bodies. */
function nameSchemas(rows: readonly ControlRow[]) {
  const names = z.registry<{ id: string }>();
  const name = (schema: z.ZodType, id: string): unknown => names.has(schema) || names.add(schema, { id });
  for (const [id, schema] of Object.entries({ ...SHARED, Merchant: MERCHANT, Done: OK, Refusal: REFUSAL })) {
    name(schema, id);
  }
  for (const { name: operation, body, answer = OK } of rows) {
    const title = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
    if (body) name(body, `${title}Body`);
    name(answer, `${title}Answer`);
  }
  return names;
}

/** Creates the document. */
export function createControlOpenApi(): JsonSchema {
  const names = nameSchemas(CONTROL_ROWS);
  const { schemas } = z.toJSONSchema(names, { ...MANNER, uri: (id) => COMPONENTS + id });
  const content = (schema: z.ZodType) => ({
    'application/json': { schema: { $ref: COMPONENTS + (names.get(schema)?.id ?? '') } },
  });
  const refusal = (description: string) => ({ description, content: content(REFUSAL) });

  function operationOf({ name, verb, path, description, query, body, answer = OK }: ControlRow) {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, member = '']) => ({
      ...{ name: member, in: 'path', required: true, schema: { type: 'string' } },
    }));
    const inQuery = Object.entries(query?.shape ?? {}).map(([member, schema]) => ({
      ...{ name: member, in: 'query', schema: withoutName(z.toJSONSchema(schema as z.ZodType, MANNER)) },
    }));
    const inHeader = verb === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }];
    return {
      operationId: name,
      summary: description,
      parameters: [...inPath, ...inQuery, ...inHeader],
      ...(body && { requestBody: { content: content(body) } }),
      responses: {
        200: { description: 'Done.', content: content(answer) },
        400: refusal('The request is invalid; the message says why.'),
        401: refusal('The token is missing or wrong.'),
        403: refusal('The host or the origin may not control this sandbox.'),
        ...(verb !== 'GET' && {
          409: refusal('The first call with this Idempotency-Key still runs, or was interrupted.'),
          422: refusal('The Idempotency-Key belongs to another call.'),
        }),
        500: refusal('Internal error.'),
      },
    };
  }

  const paths: Record<string, Record<string, unknown>> = {};
  for (const row of CONTROL_ROWS) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.verb.toLowerCase()]: operationOf(row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of the Florin sandbox',
      description: 'Controls a running sandbox, for tests. Nothing in it exists at the real service.',
      version: '1',
    },
    servers: [{ url: '/_sandbox' }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutName(schema)])),
      parameters: {
        IdempotencyKey: {
          ...{ name: IDEMPOTENCY_HEADER, in: 'header' },
          description: 'A repeated call with the same key gets the same answer, and nothing is done again.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      },
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: CONTROL_TOKEN_HEADER } },
    },
  };
}
