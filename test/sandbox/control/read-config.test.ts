import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/sandbox/control/read-config.js';

describe('the configuration file', () => {
  it('may be empty', () => {
    expect(readConfig({})).toEqual({});
  });

  it('completes a merchant with defaults', () => {
    const { merchants } = readConfig({ merchants: [{ number: '77', users: [{ username: 'u', password: 'p' }] }] });
    expect(merchants).toEqual([
      {
        number: '77',
        shortName: 'SHOP77',
        name: 'SHOP77',
        defaultCurrency: 'AUD',
        currencies: ['AUD'],
        settings: {},
        users: [{ username: 'u', password: 'p', permissions: ['API'] }],
      },
    ]);
  });

  it('turns on the source document’s spelling of members', () => {
    const on = readConfig({ settings: { sourceSpelling: true } });
    expect(on.settings?.memberSpelling).toEqual({ MerchantNumber: 'MerchantNumber ' });
    expect(readConfig({ settings: { sourceSpelling: false } }).settings?.memberSpelling).toEqual({});
  });

  it.each([
    [{ settings: { sourceSpelling: 'yes' } }, 'config.settings.sourceSpelling must be true or false'],
    [[], 'config must be an object'],
    [{ prot: 1 }, 'config has no member "prot"'],
    [{ port: 65_536 }, 'config.port must be a number from 0 to 65535'],
    [{ controlToken: 'short' }, 'config.controlToken must have 16 characters or more'],
    [{ settings: { authKeyMinutes: 'x' } }, 'config.settings.authKeyMinutes must be a number'],
    [
      { settings: { webhookRetry: { retrySeconds: 1 } } },
      'config.settings.webhookRetry.retryForSeconds must be a number',
    ],
    [{ settings: { soapNamespaces: { servce: 'urn:x' } } }, 'config.settings.soapNamespaces has no member "servce"'],
    [{ merchants: {} }, 'config.merchants must be an array'],
    [
      { merchants: [{ number: '1', currencies: ['aud'] }] },
      'config.merchants[0].currencies[0] must be a currency code',
    ],
    [{ merchants: [{ number: '1', defaultCurrency: 'AUD', currencies: ['NZD'] }] }, 'currencies must include AUD'],
    [
      { merchants: [{ number: '1', settings: { allowedActions: ['steal'] } }] },
      'allowedActions[0] must be one of payment',
    ],
    [{ merchants: [{ number: '1', settings: { references: { crn4: {} } } }] }, 'references has no member "crn4"'],
    [
      { merchants: [{ number: '1', settings: { references: { crn1: { shortest: 5, longest: 4 } } } }] },
      'crn1.shortest must not be above longest',
    ],
    [
      { merchants: [{ number: '1', settings: { references: { crn2: { from: 2, to: 1 } } } }] },
      'crn2.from must not be above to',
    ],
    [{ merchants: [{ number: '1', users: [{ username: 'a|b', password: 'p' }] }] }, 'username must not have | or :'],
    [{ merchants: [{ number: '1', users: [{ username: 'a', password: 'p', permissions: ['ROOT'] }] }] }, 'one of API'],
  ])('%j is refused in one line', (config, message) => {
    expect(() => readConfig(config)).toThrow(message);
  });

  it.each(['z-a', '\\d', '[a]', '^a'])('refuses %j as a list of characters', (crn1) => {
    const config = { merchants: [{ number: '1', settings: { references: { crn1: { characters: crn1 } } } }] };
    expect(() => readConfig(config)).toThrow('crn1.characters must be characters and ranges, like A-Za-z0-9 -');
  });

  it('names the nearest member of a mistyped one', () => {
    expect(() => readConfig({ prot: 1 })).toThrow('config has no member "prot"; did you mean port? It has port, host');
  });

  it('stops at the first of many wrong items', () => {
    const currencies = Array.from({ length: 300_000 }, () => 'aud');
    expect(() => readConfig({ merchants: [{ number: '1', currencies }] })).toThrow(
      'config.merchants[0].currencies[0] must be a currency code',
    );
  });

  it('takes a member that is undefined, as a module can have it, as absent', () => {
    expect(readConfig({ port: undefined, merchants: [] })).toStrictEqual({ merchants: [] });
  });
});
