/** A row of the control API: one endpoint, with what it reads and answers. */
import * as z from 'zod';
import type { SandboxControl } from '../control.js';
import { readSetup } from './read-setup.js';

/** A call to the control API. */
export interface ControlCall {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON; an empty object when no body was sent. */
  readonly body: unknown;
}

interface RowTexts {
  /** Name of the operation in the OpenAPI document. */
  readonly name: string;
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/_sandbox`. */
  readonly path: string;
  /** Short description, for the list at `GET /_sandbox`. */
  readonly description: string;
  /** The response's body; `{ "ok": true }` by default. The tests hold every answer against it. */
  readonly answer?: z.ZodType;
}

export interface ControlRow extends RowTexts {
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Resolves with the response's body; undefined is sent as `{ "ok": true }`. @throws SetupError */
  run(control: SandboxControl, call: ControlCall): unknown;
}

/** Members of a query. Where the schema has a number, the text of one is read. */
function readQuery(query: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const shape: Readonly<Record<string, unknown>> = schema.shape;
  return Object.fromEntries(
    [...query].map(([name, value]) => {
      const member = shape[name];
      const inner: unknown = member instanceof z.ZodExactOptional ? member.unwrap() : member;
      return [name, inner instanceof z.ZodNumber ? Number(value || Number.NaN) : value];
    }),
  );
}

/** Creates a row. `run` gets what the schemas have read. @param where name of the body in messages; `body` by default */
export function row<Query extends z.ZodObject = never, Body extends z.ZodType = never>({
  where = 'body',
  run,
  ...texts
}: RowTexts & {
  readonly query?: Query;
  readonly body?: Body;
  readonly where?: string;
  run(
    control: SandboxControl,
    input: { readonly parameters: ControlCall['parameters']; query: z.output<Query>; body: z.output<Body> },
  ): unknown;
}): ControlRow {
  const { query: querySchema, body: bodySchema } = texts;
  return {
    ...texts,
    run: (control, { parameters, query, body }) =>
      run(control, {
        parameters,
        query: (querySchema && readSetup(querySchema, readQuery(query, querySchema), 'query')) as z.output<Query>,
        body: (bodySchema && readSetup(bodySchema, body, where)) as z.output<Body>,
      }),
  };
}
