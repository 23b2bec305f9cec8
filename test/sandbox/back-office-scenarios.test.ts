/** Whose scenarios a person may set, and sees. docs/guides/back-office.md "Scenarios". */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR, OfficeCaller, STRANGER } from './office-caller.js';
import type { Json } from './rest-caller.js';

let office: OfficeCaller;
let stranger: OfficeCaller;
beforeEach(async () => {
  ({ office, stranger } = await OfficeCaller.openTwo());
});
afterEach(() => office.sandbox.close());

const read = async (by: OfficeCaller): Promise<Json> => (await by.call('GET /sandbox')).body;
const CHANGES = [
  ['PUT', '/sandbox/availability', { availability: 'unavailable' }],
  ['PUT', '/sandbox/next-payment', { holderName: 'NO FUNDS' }],
  ['PUT', '/sandbox/webhooks/scenario', { copies: 0 }],
  ['POST', '/sandbox/faults', { operation: 'T1', kind: 'error_before' }],
  ['POST', '/sandbox/auth-keys/expire', {}],
] as const;

describe('a scenario', () => {
  it('of another merchant is not set or ended by an administrator, and is not an action', async () => {
    const before = await read(office);
    office.sandbox.control.addFault({ operation: 'T1', kind: 'delay', merchant: ADMINISTRATOR.merchant });
    for (const [method, path, body] of CHANGES) {
      const answer = await stranger.send(method, path, { ...body, merchant: ADMINISTRATOR.merchant });
      expect(answer, path).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('your own') as unknown },
      });
    }
    for (const query of ['', `merchant=${STRANGER.merchant}&`]) {
      const path = `/sandbox/faults?${query}merchant=${ADMINISTRATOR.merchant}`;
      expect((await stranger.send('DELETE', path)).status).toBe(403);
    }
    expect(await read(office)).toEqual({ ...before, faults: [expect.objectContaining({ kind: 'delay' })] });
    expect((await stranger.call('POST /actions/search', {})).body.actions).toEqual([]);
  });

  it('is shown to the people for whose merchant it counts', async () => {
    const usual = await read(stranger);
    for (const [method, path, body] of CHANGES) {
      expect((await office.send(method, path, { ...body, merchant: ADMINISTRATOR.merchant })).status, path).toBe(200);
    }
    const ofOne = { availability: 'unavailable', nextPayment: 'NO FUNDS', webhooks: { copies: 0 } };
    expect(await read(office)).toMatchObject({ ...ofOne, faults: [{ operation: 'T1' }] });
    expect(await read(stranger)).toEqual(usual);
    await office.send('PUT', '/sandbox/availability', { availability: 'dropping' });
    for (const each of [office, stranger]) expect(await read(each)).toMatchObject({ availability: 'dropping' });
    await office.send('POST', '/sandbox/faults', { operation: 'T2', kind: 'delay' });
    expect((await read(office)).faults).toHaveLength(2);
    expect((await read(stranger)).faults).toMatchObject([{ operation: 'T2', merchant: null }]);
  });
});
