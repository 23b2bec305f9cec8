import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/sandbox/rest/router.js';
import { ROWS_V2 } from '../../src/sandbox/rest/v2.js';
import { ROWS_V3 } from '../../src/sandbox/rest/v3.js';

const list = (rows: typeof ROWS_V2) => rows.map(({ verb, path }) => `${verb} ${path}`);

describe('the tables of REST', () => {
  it('have the endpoints T1 to T5, T8 and T11, and the same ones in both versions', () => {
    const transactions = [
      'POST /txns',
      'GET /txns/:txnNumber',
      'POST /txns/search',
      'POST /txns/processtxnauthkey',
      'POST /txns/withauthkey/:authKey',
      'GET /txns/withauthkey/:resultKey',
      'GET /status',
    ];
    expect(list(ROWS_V2)).toEqual(expect.arrayContaining(transactions));
    expect(list(ROWS_V3)).toEqual(list(ROWS_V2));
  });
});

describe('the router', () => {
  const find = createRouter(ROWS_V3);

  it.each([
    ['GET', '/txns/42', { txnNumber: '42' }],
    ['GET', '/txns/42/', { txnNumber: '42' }],
    ['GET', '/txns/a%2Fb', { txnNumber: 'a/b' }],
    ['GET', '/txns/%E0%A4%A', { txnNumber: '%E0%A4%A' }],
    ['GET', '/txns/withauthkey/k', { resultKey: 'k' }],
    ['POST', '/txns/withauthkey/k', { authKey: 'k' }],
  ])('%s %s finds a row', (verb, path, parameters) => {
    expect(find(verb, path)).toMatchObject({ found: 'row', parameters });
  });

  it('a literal segment wins over a parameter, whatever its verb', () => {
    expect(find('GET', '/txns/search')).toEqual({ found: 'path', verbs: ['POST'] });
  });

  it.each(['/', '', '//', '/txns//', '/nothing', '/txns/1/2', '/status/x'])('finds nothing at %j', (path) => {
    expect(find('GET', path).found).toBe('nothing');
  });
});
