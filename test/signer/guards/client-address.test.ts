/** Which callers count as one client, with any spelling of their address. */
import { describe, expect, it } from 'vitest';
import { clientKey, partsOf, renameKey } from '../../../src/signer/guards/client-address.js';

describe('the key of a client', () => {
  it.each([
    '203.0.113.8',
    '203.0.113.8:40001',
    '203.0.113.8:1',
    ' 203.0.113.8 ',
    '"203.0.113.8:40001"',
    '::ffff:203.0.113.8',
    '::FFFF:203.0.113.8',
    '[::ffff:203.0.113.8]:40001',
    '::ffff:203.0.113.8:40001',
    '::ffff:cb00:7108',
    '0:0:0:0:0:ffff:cb00:7108',
    '64:ff9b::203.0.113.8',
  ])('is the IPv4 address alone: %s', (address) => expect(clientKey(address)).toBe('203.0.113.8'));

  it.each([
    '2001:db8:1:2::8',
    '2001:db8:1:2:0:0:0:9',
    '2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd',
    '[2001:db8:1:2::8]',
    '[2001:db8:1:2::8]:40001',
    '"[2001:db8:1:2::8]:40001"',
    '2001:db8:1:2::8%eth0',
    '[2001:db8:1:2::8%25eth0]:40001',
    '2001:db8:1:2:0:0:0:9:40001',
    '2001:db8:1:2:0:0:0:9:80',
    '2001:db8:1:2::8:40001',
    '2001:db8:1:2::192.0.2.7',
  ])('is the /64 and the /48 of an IPv6 address: %s', (address) =>
    expect(clientKey(address)).toBe('2001:db8:1:2/2001:db8:1'),
  );

  it.each([
    undefined,
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.999',
    '1.2.3.256',
    'x1.2.3.4',
    '1.2.3.4x',
    '1.2.3.4.5',
    '1.2.3.4:5x',
    '"1.2.3.4',
    'for="1.2.3.4"',
    'x[::1]',
    '[::1]x',
    '1:2:3:4:5:6:7:8::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9:10',
    '1::2:123456',
    '::1.2.3.256',
    '1::2::3',
    '::12345:1',
    '2001:db8',
    'x:1',
    '[',
    ':',
    '%',
  ])('is one for all clients with an unreadable address: %s', (address) => expect(clientKey(address)).toBe('unknown'));

  it.each([
    ['255.255.255.255', '255.255.255.255'],
    ['203.0.113.18:40001', '203.0.113.18'],
    ['1:2:3:4:5:6:7::', '1:2:3:4/1:2:3'],
    ['64:ff9b::', '0.0.0.0'],
    ['::ffff:255.254.3.2', '255.254.3.2'],
    ['::', '0:0:0:0/0:0:0'],
    ['::1', '0:0:0:0/0:0:0'],
    ['2002:cb00:7108:1::1', '2002:cb00:7108:1/2002:cb00:7108'],
  ])('keeps its groups apart: %s', (address, key) => expect(clientKey(address)).toBe(key));
});

describe('the parts of a key', () => {
  it('are the client and its network, which only an IPv6 client has', () => {
    expect(partsOf(clientKey('2001:db8:1:2::8'))).toEqual(['2001:db8:1:2', '2001:db8:1']);
    expect(partsOf(clientKey('192.0.2.7'))).toEqual(['192.0.2.7', undefined]);
  });

  it('are renamed one by one', async () => {
    const nameOf = (part: string) => Promise.resolve(`<${part}>`);
    expect(await renameKey('2001:db8:1:2/2001:db8:1', nameOf)).toBe('<2001:db8:1:2>/<2001:db8:1>');
    expect(await renameKey('192.0.2.7', nameOf)).toBe('<192.0.2.7>');
  });
});
