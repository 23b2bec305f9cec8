import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { inProcess, type ServiceUnderTest } from '../service-under-test.js';
import { TokenCaller } from '../token-caller.js';
import {
  OTHER_CREDENTIALS,
  OTHER_MERCHANT,
  SUCCESS,
  SoapTokenCaller,
  closing,
  opening,
  textIn,
  type Members,
} from './soap-caller.js';

const SECRET = 'Demo-Shared-Secret-1';
const SILENT = { ...OTHER_MERCHANT, number: '5353109000000002', shortName: 'SILENT', settings: {} };

type Parts = readonly [success: string, crn1: string, crn2: string, crn3: string];

/** As docs/wire/soap.md section 3 describes it. */
function sign(parts: Parts, secret = SECRET): string {
  const text = parts.map((part) => `${Buffer.byteLength(part, 'utf8')}:${part}`).join('');
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}

function membersOf([success, crn1, crn2, crn3]: Parts): Record<string, string> {
  return { success, crn1, crn2, crn3 };
}

describe.each(['1.1', '1.2'] as const)('GetAnonymousToken by SOAP %s', (version) => {
  let service: ServiceUnderTest;
  let soap: SoapTokenCaller;
  let token: string;

  beforeAll(async () => {
    service = await inProcess.open({ seed: [DEMO_MERCHANT, OTHER_MERCHANT, SILENT] });
    soap = new SoapTokenCaller(service, version);
    const rest = new TokenCaller(service);
    await soap.added({ CRN1: 'Zoë', CRN2: 'b' });
    await rest.submitToken(await rest.addKey({ Crn1: 'Zoë', Crn2: 'b', Crn3: 'c' }));
    token = textIn(await soap.ask('SearchTokens', { search: { CRN3: 'c' } }), 'Token') ?? '';
    await soap.added({ CRN1: 'none else' });
    await soap.added({ CRN1: 'Zoë', CRN2: 'b', CRN3: 'another' });
  });
  afterAll(() => service.close());

  const ask = (members: Members, credentials?: Members) => soap.ask('GetAnonymousToken', members, credentials);
  const NOT_VERIFIED =
    `${opening('GetAnonymousToken', version)}<GetAnonymousTokenResult><VerificationResult>false</VerificationResult>` +
    `</GetAnonymousTokenResult>${SUCCESS}${closing('GetAnonymousToken')}`;
  const NO_TOKEN = NOT_VERIFIED.replace('>false<', '>true<');

  it.each([['true'], ['True'], ['1']])('returns the token of a page, for success %j', async (success) => {
    const parts: Parts = [success, 'Zoë', 'b', 'c'];
    const xml = await ask({ ...membersOf(parts), signature: sign(parts) });
    expect(xml).toContain('<GetAnonymousTokenResult><VerificationResult>true</VerificationResult><DataVaultToken>');
    expect(textIn(xml, 'Token')).toBe(token);
    expect(textIn(xml, 'ResponseCode')).toBe('SUCCESS');
  });

  it('accepts a signature in capitals', async () => {
    const parts: Parts = ['true', 'Zoë', 'b', 'c'];
    const xml = await ask({ ...membersOf(parts), signature: sign(parts).toUpperCase() });
    expect(textIn(xml, 'Token')).toBe(token);
  });

  it('treats an absent element as an empty string', async () => {
    const xml = await ask({ success: 'true', crn1: 'none else', signature: sign(['true', 'none else', '', '']) });
    expect(textIn(xml, 'CRN1')).toBe('none else');
  });

  it.each<[string, Members]>([
    ['no signature', {}],
    ['an empty signature', { signature: '' }],
    ['a signature with another secret', { signature: sign(['true', 'Zoë', 'b', 'c'], 'x') }],
    ['a signature without the last digit', { signature: sign(['true', 'Zoë', 'b', 'c']).slice(0, -1) }],
    ['a signature with one more digit', { signature: `${sign(['true', 'Zoë', 'b', 'c'])}0` }],
    ['another success', { success: 'false', signature: sign(['true', 'Zoë', 'b', 'c']) }],
    ['another CRN', { crn2: 'x', signature: sign(['true', 'Zoë', 'b', 'c']) }],
    ['the same letters in other parts', { crn1: 'Zoëb', crn2: '', signature: sign(['true', 'Zoë', 'b', 'c']) }],
  ])('reports a mismatch for %s, and returns no token', async (_, members) => {
    expect(await ask({ ...membersOf(['true', 'Zoë', 'b', 'c']), ...members })).toBe(NOT_VERIFIED);
  });

  it.each<[string, Parts]>([
    ['of nobody', ['true', 'nobody', '', '']],
    ['without any reference', ['true', '', '', '']],
    ['with fewer references than the token has', ['true', 'Zoë', '', '']],
    ['of a page that failed', ['false', 'Zoë', 'b', 'c']],
    ['of a page with another outcome', ['maybe', 'Zoë', 'b', 'c']],
  ])('verifies a signature %s, and returns no token', async (_, parts) => {
    expect(await ask({ ...membersOf(parts), signature: sign(parts) })).toBe(NO_TOKEN);
  });

  it("does not return another merchant's token", async () => {
    const parts: Parts = ['true', 'Zoë', 'b', 'c'];
    expect(await ask({ ...membersOf(parts), signature: sign(parts) }, OTHER_CREDENTIALS)).toBe(NO_TOKEN);
  });

  it('never verifies a signature for a merchant without a secret', async () => {
    const parts: Parts = ['true', 'Zoë', 'b', 'c'];
    const silent = { ...OTHER_CREDENTIALS, merchantNumber: SILENT.number };
    for (const signature of ['', sign(parts, 'null'), sign(parts)]) {
      expect(await ask({ ...membersOf(parts), signature }, silent)).toBe(NOT_VERIFIED);
    }
  });
});
