import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS, OPERATION_NAMES, type Operation, type OperationName } from '../../../src/wire/soap/operations.js';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { inProcess, type ServiceUnderTest } from '../service-under-test.js';
import {
  ACCOUNT_TOKEN,
  CARD_TOKEN,
  CREDENTIALS,
  OTHER_MERCHANT,
  PAYMENT,
  SoapTokenCaller,
  opening,
  refusal,
  textIn,
  type Members,
} from './soap-caller.js';

/** Requests that would have an effect with valid credentials. */
const REQUESTS: { readonly [O in OperationName]?: Members } = {
  AddBankAccountToken: { tokenRequest: ACCOUNT_TOKEN },
  AddToken: { tokenRequest: CARD_TOKEN },
  ProcessPayment: { txnReq: PAYMENT },
  CreateSession: { ipAddress: '203.0.113.9', sharedSecret: 'Demo-Shared-Secret-1' },
};

/** Results that cannot be empty. */
const EMPTY: { readonly [O in OperationName]?: string } = {
  Login: '<LoginResult>false</LoginResult>',
  GetAnonymousToken:
    '<GetAnonymousTokenResult><VerificationResult>false</VerificationResult></GetAnonymousTokenResult>',
};

const WITH_CREDENTIALS = OPERATION_NAMES.filter((name) => 'username' in (OPERATIONS[name] as Operation).request);

const BAD: readonly (readonly [string, Members])[] = [
  ['none', {}],
  ['no password', { ...CREDENTIALS, password: undefined }],
  ['another password', { ...CREDENTIALS, password: 'demo-password-1' }],
  ['another user', { ...CREDENTIALS, username: 'nobody' }],
  ['another merchant', { ...CREDENTIALS, merchantNumber: '1' }],
  ["another merchant's user", { ...CREDENTIALS, merchantNumber: OTHER_MERCHANT.number }],
  ['a user without permission', { ...CREDENTIALS, username: 'reader' }],
  ['parts that are joined', { ...CREDENTIALS, username: 'demo-api|5353109000000000', merchantNumber: '' }],
];

describe.each(['1.1', '1.2'] as const)('credentials by SOAP %s', (version) => {
  let service: ServiceUnderTest;
  let soap: SoapTokenCaller;
  beforeAll(async () => {
    const [user] = DEMO_MERCHANT.users;
    if (!user) throw new Error('The demo merchant has a user');
    const seed = [
      { ...DEMO_MERCHANT, users: [user, { ...user, username: 'reader', permissions: [] }] },
      { ...OTHER_MERCHANT, users: [{ ...user, password: 'Other-Password-1' }] },
    ];
    service = await inProcess.open({ seed });
    soap = new SoapTokenCaller(service, version);
  });
  afterAll(() => service.close());

  it('are required by the sixteen operations that the source marks', () => {
    expect(WITH_CREDENTIALS).toHaveLength(16);
  });

  it.each(OPERATION_NAMES.filter((name) => !WITH_CREDENTIALS.includes(name) && name !== 'Logout'))(
    '%s has none, and requires a login',
    async (operation) => {
      const xml = await soap.call(operation);
      expect(textIn(xml, 'ResponseMessage')).toBe('invalid login');
      expect(xml.slice(0, opening(operation, version).length)).toBe(opening(operation, version));
    },
  );

  it.each(WITH_CREDENTIALS.flatMap((operation) => BAD.map(([name, bad]) => [operation, name, bad] as const)))(
    '%s refuses %s',
    async (operation, _, bad) => {
      const { result }: Operation = OPERATIONS[operation];
      const empty = EMPTY[operation] ?? `<${operation}Result />`;
      const expected = result === null || result === 'string' ? '' : empty;
      const answer = await soap.call(operation, { ...REQUESTS[operation], ...bad });
      expect(answer).toBe(refusal(operation, 'invalid login', version, expected));
    },
  );

  it('have no effect when they are wrong', async () => {
    expect(await soap.ask('SearchTokens')).toContain('<SearchTokensResult /><response>');
    expect(await soap.search()).toContain('<SearchTransactionsResult /><response>');
  });

  it.each(WITH_CREDENTIALS)('%s reports an unavailable service', async (operation) => {
    service.control.setUnavailable(true);
    const xml = await soap.call(operation, { ...CREDENTIALS, ...REQUESTS[operation] });
    service.control.setUnavailable(false);
    expect(xml).toContain('<ResponseMessage>One or more sub-systems are currently unavailable</ResponseMessage>');
  });
});
