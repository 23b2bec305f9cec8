import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/sandbox/rest/router.js';
import { ROWS } from '../../src/sandbox/rest/rows.js';

const list = (rows: typeof ROWS.v2) => Object.values(rows).map(({ verb, path }) => `${verb} ${path}`);

describe('the tables of REST', () => {
  it('have every endpoint except pages, and the same ones in both versions', () => {
    const endpoints = [
      'POST /txns/',
      'GET /txns/:txnNumber',
      'POST /txns/search',
      'POST /txns/processtxnauthkey',
      'POST /txns/withauthkey/:authKey',
      'POST /txns/withauthkey/:authKey.nv',
      'GET /txns/withauthkey/:resultKey',
      'POST /txns/processiframetxn/:authKey',
      'GET /status/',
      'POST /dvtokens/',
      'PUT /dvtokens/:dvToken',
      'POST /dvtokens/txn/:txnNumber',
      'GET /dvtokens/:dvToken',
      'POST /dvtokens/search',
      'DELETE /dvtokens/:dvToken',
      'POST /dvtokens/adddvtokenauthkey',
      'POST /dvtokens/updatedvtokenauthkey',
      'POST /dvtokens/withauthkey/:authKey',
      'POST /dvtokens/withauthkey/:authKey.nv',
      'POST /dvtokens/withauthkey/update/:authKey',
      'POST /dvtokens/withauthkey/update/:authKey.nv',
      'POST /dvtokens/iframe/add/:authKey',
      'POST /dvtokens/iframe/update/:authKey',
      'GET /dvtokens/withauthkey/:resultKey',
    ];
    expect(list(ROWS.v2)).toEqual(endpoints);
    expect(list(ROWS.v3)).toEqual(endpoints);
  });
});

describe('the router', () => {
  const find = createRouter(Object.values(ROWS.v3));

  it.each([
    ['GET', '/txns/42', { txnNumber: '42' }],
    ['GET', '/txns/42/', { txnNumber: '42' }],
    ['GET', '/txns/a%2Fb', { txnNumber: 'a/b' }],
    ['GET', '/txns/%E0%A4%A', { txnNumber: '%E0%A4%A' }],
    ['GET', '/txns/withauthkey/k', { resultKey: 'k' }],
    ['POST', '/txns/withauthkey/k', { authKey: 'k' }],
    ['POST', '/txns/withauthkey/k.nv', { authKey: 'k' }],
    ['POST', '/txns/withauthkey/k.x.NV/', { authKey: 'k.x' }],
    ['POST', '/txns/withauthkey/.nv', { authKey: '.nv' }],
    ['POST', '/TXNS/WithAuthKey/K', { authKey: 'K' }],
    ['POST', '/dvtokens/withauthkey/update/k.nv', { authKey: 'k' }],
    ['POST', '/dvtokens/iframe/update/k', { authKey: 'k' }],
  ])('%s %s finds a row', (verb, path, parameters) => {
    expect(find(verb, path)).toMatchObject({ found: 'row', parameters });
  });

  it('a path that takes JSON and forms has a row for each', () => {
    const withForms = Object.values(ROWS.v3)
      .filter(({ form }) => form !== undefined)
      .map(({ path }) => path);
    expect(withForms).toEqual([
      '/txns/withauthkey/:authKey',
      '/dvtokens/withauthkey/:authKey',
      '/dvtokens/withauthkey/update/:authKey',
    ]);
  });

  it('a literal segment takes precedence over a parameter, with any method', () => {
    expect(find('GET', '/txns/search')).toEqual({ found: 'path', verbs: ['POST'] });
  });

  it.each(['/', '', '//', '/txns//', '/nothing', '/txns/1/2', '/status/x'])('finds nothing at %j', (path) => {
    expect(find('GET', path).found).toBe('nothing');
  });
});
