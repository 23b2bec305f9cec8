import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inProcess, type ServiceUnderTest } from '../service-under-test.js';
import { closing, CREDENTIALS, opening, SoapCaller, textIn } from './soap-caller.js';

const LOGGED_OUT = 'invalid login';

describe('Login', () => {
  let service: ServiceUnderTest;
  let soap: SoapCaller;
  beforeEach(async () => {
    service = await inProcess.open();
    soap = new SoapCaller(service);
  });
  afterEach(() => service.close());

  async function logIn(): Promise<string> {
    const response = await soap.send('Login', { cliVersion: '1', ...CREDENTIALS });
    expect(textIn(await response.text(), 'LoginResult')).toBe('true');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^ASP\.NET_SessionId=\w{24}; path=\/; HttpOnly$/);
    return cookie.split(';')[0] ?? '';
  }
  const askBank = (cookie: string, bankId = 1) => soap.call('IsBankAvailable', { bankId }, { cookie });

  it('answers false and sets no cookie to wrong credentials', async () => {
    const response = await soap.send('Login', { ...CREDENTIALS, password: 'wrong' });
    expect(response.headers.has('set-cookie')).toBe(false);
    expect(await response.text()).toBe(
      `${opening('Login')}<LoginResult>false</LoginResult><response><ResponseCode>ERROR</ResponseCode>` +
        `<ResponseMessage>invalid login</ResponseMessage></response>${closing('Login')}`,
    );
  });

  it('opens the bank operation until Logout, which has no result element', async () => {
    expect(textIn(await askBank(''), 'ResponseMessage')).toBe(LOGGED_OUT);
    const cookie = await logIn();
    expect(textIn(await askBank(`other=1; ${cookie}`), 'IsBankAvailableResult')).toBe('true');
    expect(await soap.call('Logout', {}, { cookie })).toBe(
      `${opening('Logout')}<response><ResponseCode>SUCCESS</ResponseCode></response>${closing('Logout')}`,
    );
    expect(textIn(await askBank(cookie), 'ResponseMessage')).toBe(LOGGED_OUT);
  });

  it('expires twenty minutes after the last use', async () => {
    const cookie = await logIn();
    await service.control.advanceClock(19 * 60);
    expect(textIn(await askBank(cookie), 'IsBankAvailableResult')).toBe('true');
    await service.control.advanceClock(19 * 60);
    expect(textIn(await askBank(cookie), 'IsBankAvailableResult')).toBe('true');
    await service.control.advanceClock(20 * 60);
    expect(textIn(await askBank(cookie), 'ResponseMessage')).toBe(LOGGED_OUT);
  });

  it.each([
    ['the user is deactivated', { permissions: ['API'], isActive: false }],
    ['the user loses the permission', { permissions: ['manager'], isActive: true }],
    ['the password changes', { permissions: ['API'], isActive: true, password: 'another' }],
  ] as const)('ends when %s', async (_when, change) => {
    const cookie = await logIn();
    expect(textIn(await askBank(cookie), 'IsBankAvailableResult')).toBe('true');
    await service.control.saveUser(CREDENTIALS.merchantNumber, { username: CREDENTIALS.username, ...change });
    expect(textIn(await askBank(cookie), 'ResponseMessage')).toBe(LOGGED_OUT);
  });

  it('has one bank, and reports when it is unavailable', async () => {
    const cookie = await logIn();
    expect(textIn(await askBank(cookie, 2), 'ResponseMessage')).toBe('invalid bank');
    service.control.setUnavailable(true);
    const xml = await askBank(cookie);
    expect(textIn(xml, 'IsBankAvailableResult')).toBe('false');
    expect(textIn(xml, 'ResponseCode')).toBe('SUCCESS');
  });
});
