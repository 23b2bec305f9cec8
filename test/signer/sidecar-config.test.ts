import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { startSidecar } from '../../src/signer/node/sidecar.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-config-'));
  writeFileSync(join(folder, 'empty'), '\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const ENV = {
  SECRET: 'a secret for tests, of thirty-two bytes or more',
  PASSWORD: 'Demo-Password-1',
  ORDER_KEY: 'an order key for tests, thirty-two bytes or more',
  CALLBACK_KEY: 'a callback key for tests, thirty-two bytes or more',
  NOTHING: '',
};
const CONFIG = {
  service: {
    ...{ baseUrl: 'http://127.0.0.1:9', merchantNumber: '1', username: 'u' },
    password: { env: 'PASSWORD' },
  },
  secret: { env: 'SECRET' },
  publicUrl: 'https://shop.example/pay',
  merchantName: 'Example Shop',
  orders: { issuer: 'shop', audience: 'florin', keys: [{ kid: 'k', alg: 'HS256', key: { env: 'ORDER_KEY' } }] },
  callbacks: { url: 'https://shop.example/payments', kid: 'c', alg: 'HS256', key: { env: 'CALLBACK_KEY' } },
};
const read = (changes: Readonly<Record<string, unknown>> = {}) =>
  readSidecarConfig({ ...CONFIG, ...changes }, { folder, env: ENV });

describe('the configuration of the sidecar', () => {
  it('has defaults for all optional members', () => {
    expect(read()).toMatchObject({
      store: { sqlite: join(folder, 'florin-claims.sqlite') },
      listen: { port: 4000, host: '127.0.0.1', proxies: 0 },
      reconcileSeconds: 60,
      keyLifetimeSeconds: 1800,
      confirmsByEmail: false,
      tellsNoFunds: false,
      callbacks: { issuer: 'florin', audience: 'shop', timeoutSeconds: 60 },
      frame: undefined,
    });
    expect(read().redis).toBeUndefined();
  });

  it('reads the design tokens of the service’s frame', () => {
    const theme = { light: { ink: '#1c2024' }, dark: { ink: 'white' }, radius: '0', font: 'system-ui' };
    expect(read({ iframe: { theme, css: 'label{color:red}' } }).methods).toEqual({
      iframe: { theme, css: 'label{color:red}' },
    });
    expect(read({ iframe: {} }).methods).toEqual({ iframe: {} });
  });

  it.each([
    [{ iframe: { theme: { light: { ink: 'url(//x)' } } } }, /^iframe\.theme\.light\.ink must be a CSS colour/],
    [{ iframe: { theme: { radius: '8px}' } } }, /^iframe\.theme\.radius must be a CSS length/],
    [{ iframe: { theme: { ink: 'red' } } }, /^iframe\.theme has no member "ink"; it has light, dark/],
    [{ secret: 'written out, and long enough for a secret' }, /^secret must be \{ "env"/],
    [{ service: { ...CONFIG.service, password: 'Written-Out-1' } }, /^service\.password must be \{ "env"/],
    [
      { service: { ...CONFIG.service, pasword: 1 } },
      /^service has no member "pasword"; did you mean password\? It has baseUrl/,
    ],
    [{ service: { ...CONFIG.service, password: { env: 'GONE' } } }, /variable GONE, which is not set/],
    [{ service: { ...CONFIG.service, password: { env: 'NOTHING' } } }, /variable NOTHING, which is not set/],
    [{ service: { ...CONFIG.service, password: { file: 'gone' } } }, /gone, which cannot be read \(ENOENT\)/],
    [{ service: { ...CONFIG.service, password: { file: 'empty' } } }, /empty, which is empty/],
    [{ service: undefined }, /^service must be an object/],
    [{ publicUrl: 'shop.example/pay' }, /^publicUrl must be an absolute http or https URL/],
    [{ allowedOrigins: ['https://shop.example/'] }, /^allowedOrigins\[0\] must be an origin/],
    [{ orders: { ...CONFIG.orders, keys: [] } }, /^orders\.keys must be a list that is not empty/],
    [
      { orders: { ...CONFIG.orders, keys: [{ ...CONFIG.orders.keys[0], alg: 'none' }] } },
      /^orders\.keys\[0\]\.alg must be one of HS256, ES256, EdDSA/,
    ],
    [{ callbacks: undefined }, /^callbacks must be an object/],
    [
      { callbacks: { ...CONFIG.callbacks, timeoutSeconds: 301 } },
      /^callbacks\.timeoutSeconds must be a whole number from 1 to 300/,
    ],
    [{ store: { sqlite: 'a', postgres: { env: 'SECRET' } } }, /^store must be/],
    [{ store: { schema: 'a' } }, /^store must be/],
    [{ listen: { port: 70_000 } }, /^listen\.port must be a whole number from 0 to 65535/],
    [{ reconcileSeconds: 0.5 }, /^reconcileSeconds must be a whole number from 5 to 3600/],
    [{ frame: { listen: { port: 0 }, signingKey: { env: 'SECRET' } } }, /^frame\.signingKey must be a JWK/],
    [{ returnTo: 'javascript:alert(1)' }, /^returnTo must be a path of the shop/],
    [{ returnTo: '//evil.example/{order}' }, /^returnTo must be a path of the shop/],
    [{ returnTo: 'https://{order}.evil.example' }, /^returnTo must be a path of the shop/],
    [{ savedCards: { returnTo: '//evil.example' } }, /^savedCards\.returnTo must be a path of the shop/],
    [{ secret: { env: 'ORDER_KEY' } }, /^orders\.keys\[0\]\.key must not be the same secret as secret/],
    [{ otherSecret: { env: 'SECRET' } }, /^otherSecret must not be the same secret as secret/],
    [
      { service: { ...CONFIG.service, otherPassword: { env: 'PASSWORD' } } },
      /^service\.otherPassword must not be the same secret as service\.password/,
    ],
    [{ secret: { env: 'PASSWORD' } }, /^secret must not be the same secret as service\.password/],
    [
      { callbacks: { ...CONFIG.callbacks, key: { env: 'ORDER_KEY' } } },
      /^callbacks\.key must not be the same secret as orders\.keys\[0\]\.key/,
    ],
    [
      { orders: { ...CONFIG.orders, keys: [CONFIG.orders.keys[0], { ...CONFIG.orders.keys[0], kid: 'l' }] } },
      /^orders\.keys\[1\]\.key must not be the same secret/,
    ],
    [
      { support: { mail: 'help@shop.example' } },
      /^support has no member "mail"; did you mean email\? It has email, phone, url/,
    ],
    [{ support: { url: '/help' } }, /^support\.url must be an http or https URL/],
    [{ confirmsByEmail: 1 }, /^confirmsByEmail must be true or false/],
    [{ redirect: {} }, /^redirect\.merchantShortName must be text/],
    [{ webform: { titel: 'x' } }, /^webform has no member "titel"; did you mean title\? It has title/],
    [{ challenge: 'yes' }, /^challenge must be true or false/],
    [{ merchantname: 'x' }, /^the configuration has no member "merchantname"/],
  ])('%j is refused with the name of the member and without a secret', (changes, says) => {
    const refusal = (() => {
      try {
        read(changes);
        return new Error('taken');
      } catch (error) {
        return error as Error;
      }
    })();
    expect(refusal.message).toMatch(says);
    for (const secret of [ENV.SECRET, ENV.ORDER_KEY, ENV.PASSWORD, 'Written-Out-1', 'written out'])
      expect(refusal.message).not.toContain(secret);
  });

  it('accepts a sentence or addresses for the shop’s contact', () => {
    for (const support of ['Ask at the counter.', { email: 'help@shop.example', phone: '+61 2 5550 0000' }])
      expect(read({ support, confirmsByEmail: true })).toMatchObject({ support, confirmsByEmail: true });
  });

  it('allows the other methods if their members are there', () => {
    expect(read().methods).toEqual({});
    expect(read({ iframe: {}, redirect: { merchantShortName: 'shop' }, webform: { title: 'Pay' } }).methods).toEqual({
      iframe: {},
      redirect: { merchantShortName: 'shop' },
      webform: { title: 'Pay' },
    });
  });

  it('a list is no configuration', () => {
    expect(() => readSidecarConfig([], { folder, env: ENV })).toThrow('the configuration must be an object');
  });

  it('a secret in a file loses its last line break and nothing else', () => {
    writeFileSync(join(folder, 'spaced'), ' two words \r\n');
    const service = { ...CONFIG.service, password: { file: 'spaced' } };
    expect(read({ service }).service.password).toBe(' two words ');
  });
});

describe('the sidecar', () => {
  it('reports a port that is in use, and closes everything', { timeout: 30_000 }, async () => {
    const first = await startSidecar(read({ listen: { port: 0 } }), () => undefined);
    const port = Number(new URL(first.url).port);
    await expect(startSidecar(read({ listen: { port } }), () => undefined)).rejects.toThrow(
      `Cannot listen on port ${port} of 127.0.0.1: it is in use`,
    );
    await first.close();
    await expect(fetch(first.url)).rejects.toThrow();
    await (await startSidecar(read({ listen: { port } }), () => undefined)).close();
  });
});
