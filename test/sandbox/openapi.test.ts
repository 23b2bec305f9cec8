/** API9: the document describes exactly the implemented interface, and is valid. */
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { createOpenApi, OPERATIONS } from '../../src/sandbox/openapi/document.js';
import { DEFAULT_SETTINGS, type SandboxSettings } from '../../src/sandbox/settings.js';
import { examplesOf } from '../../src/sandbox/openapi/examples.js';
import { pageAt, type PageAddress } from '../../src/sandbox/pages/page-address.js';
import { ROWS } from '../../src/sandbox/rest/rows.js';
import { SOURCE_SPELLING } from '../../src/wire/rest/write-wire.js';
import type { Json } from './rest-caller.js';

const VERSIONS = ['v2', 'v3'] as const;

function vectors(name: string): Json {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
}

/** Every object of a JSON value, outer ones first. */
function objectsIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

describe.each(VERSIONS)('the OpenAPI document of %s', (version) => {
  const document: Json = createOpenApi(version);
  const documented = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'delete']
      .filter((verb) => verb in item)
      .map((verb) => ({ verb, path, operation: item[verb] })),
  );

  it('is valid OpenAPI 3.1 and JSON', async () => {
    const text = JSON.stringify(document);
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(JSON.parse(text)).toEqual(document);
  });

  it('has every route of the sandbox, and no other', () => {
    const shapeOf = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}');
    const rows = Object.values(ROWS[version]).map(({ verb, path }) => `${verb} ${shapeOf(path)}`);
    const inDocument = documented
      .filter(({ operation }) => !operation['x-florin-page'])
      .map(({ verb, path }) => `${verb.toUpperCase()} ${shapeOf(path)}`);
    expect(inDocument.sort()).toEqual([...new Set(rows)].sort());
  });

  it('has the whole endpoint table: T1 to T12 and D1 to D14', () => {
    const numbered = OPERATIONS.flatMap(({ id, formId = [] }) => [id, formId].flat()).filter((id) =>
      /^[TD]\d+$/.test(id),
    );
    const wanted = (letter: string, count: number) => Array.from({ length: count }, (_, index) => letter + (index + 1));
    expect(new Set(numbered)).toEqual(new Set([...wanted('T', 12), ...wanted('D', 14)]));
  });

  it('has every page of the sandbox, and no other', () => {
    const pages = documented.filter(({ operation }) => operation['x-florin-page']);
    const names = pages.map(({ path, operation }) => {
      const base = document.paths[path].servers?.[0].url ?? document.servers[0].url;
      const address = `http://sandbox.test${base}${path}`.replace(/(?<!:)\/\//, '/').replace(/\{\w+\}/, 'x');
      const { name } = pageAt(new URL(address)) ?? {};
      expect(operation['x-florin-name'].split('.')[0], path).toBe(name);
      return name;
    });
    // All names of the URL parser's type.
    const all: Record<PageAddress['name'], true> = { T9: true, T12: true, D13: true, D14: true };
    expect(new Set(names)).toEqual(new Set(Object.keys(all)));
  });

  it('has no dangling reference', () => {
    for (const { $ref } of objectsIn(document)) {
      if ($ref === undefined) continue;
      const place = $ref
        .slice(2)
        .split('/')
        .reduce((at: Json, step: string) => at?.[step], document);
      expect(place, $ref).toBeDefined();
    }
  });

  it('has a component for each object, and no ambiguous one', () => {
    const again: Json = createOpenApi(version);
    expect(Object.keys(document.components.schemas)).toEqual(Object.keys(again.components.schemas));
    for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
      // Responses are closed, requests are open: a name for both would lose one meaning.
      const isAnswer = /(Answer|Resp|Response|Result|^MaskedCardDetails)$/.test(name);
      expect(schema.additionalProperties, name).toBe(isAnswer ? false : undefined);
      if (isAnswer) expect(schema.required, name).toEqual(Object.keys(schema.properties));
    }
  });

  it('describes every operation with its parameters and credentials', () => {
    const names = documented.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { path, operation } of documented) {
      const inPath = (operation.parameters ?? []).filter((each: Json) => each.in === 'path');
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(inPath.map(({ name }: Json) => name)).toEqual(wanted);
      expect(inPath.every(({ description }: Json) => description)).toBe(true);
      const isOfBrowser = /^(submit|show|send)/.test(operation.operationId);
      expect(operation.security.length === 0, operation.operationId).toBe(isOfBrowser);
    }
  });

  it('gives amounts their unit', () => {
    const { TxnReq, TxnResp } = document.components.schemas;
    for (const { properties } of [TxnReq, TxnResp]) {
      for (const name of ['Amount', 'AmountOriginal', 'AmountSurcharge']) {
        expect(properties[name]).toMatchObject({ type: ['integer', 'null'] });
        expect(properties[name].description).toContain('lowest denomination');
      }
    }
  });

  it('has an example of every JSON body', () => {
    const examples = examplesOf(version);
    for (const { name, body, answer } of OPERATIONS) {
      expect(examples[name]?.request !== undefined, name).toBe(body?.schema !== undefined);
      expect(examples[name]?.answer !== undefined, name).toBe(answer.kind === 'json');
      expect(examples[name]?.form !== undefined, name).toBe((body?.form ?? []).length > 0);
    }
  });

  it('has the configured member names', () => {
    const spelled: Json = createOpenApi(version, { ...DEFAULT_SETTINGS, memberSpelling: SOURCE_SPELLING });
    const { required, properties } = spelled.components.schemas.TxnResp;
    expect(required).toContain('MerchantNumber ');
    expect(properties).not.toHaveProperty('MerchantNumber');
  });

  it('states the lifetime of a key in this sandbox', () => {
    const textOf = (settings: SandboxSettings) => JSON.stringify(createOpenApi(version, settings));
    expect(textOf(DEFAULT_SETTINGS)).toContain('It expires after 30 minutes.');
    const changed = textOf({ ...DEFAULT_SETTINGS, authKeyMinutes: 1, resultKeyHours: 2_000 });
    expect(changed).toContain('It expires after 1 minute.');
    expect(changed).toContain('can be read for 2,000 hours.');
  });
});

describe('the OpenAPI documents', () => {
  it('differ where the versions do', () => {
    const [v2, v3]: Json[] = VERSIONS.map((version) => createOpenApi(version).components);
    expect(v3.schemas.TxnResp.properties).toHaveProperty('StatementDescriptor');
    expect(v2.schemas.TxnResp.properties).not.toHaveProperty('StatementDescriptor');
    expect(v3.schemas.MaskedCardDetails.properties).toHaveProperty('Issuer');
    expect(v2.schemas.MaskedCardDetails.properties).not.toHaveProperty('Issuer');
    expect(v2.schemas.TxnReq.properties).not.toHaveProperty('StatementDescriptor');
  });

  it('show the response of the test vectors', () => {
    const { answer } = vectors('rest-process-txn').v2;
    answer.TxnResp.CardDetails.ExpiryDate = '0539';
    expect(examplesOf('v2', SOURCE_SPELLING)['processTransaction']?.answer).toEqual(answer);
  });
});
