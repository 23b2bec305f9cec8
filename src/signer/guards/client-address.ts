/**
 * The address of a client, and its rate-limit key: an IPv4 address, or the IPv6 /64 of one subscriber together with
 * its /48, because providers also give out whole /48s (65,536 /64s each). Reads addresses in the
 * form of hosts and of proxies.
 */

/** Separates client and network in a key. It occurs in no address and no client name. */
const BETWEEN = '/';
/** Clients with an unknown address share one limit. */
export const UNKNOWN_CLIENT = 'unknown';

const GROUPS = 8;
/** `::ffff:0:0/96` and `64:ff9b::/96`: the last two groups are an IPv4 address. */
const HOLDERS = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/**
 * The key under which a client is counted: `192.0.2.7`, `2001:db8:1:2/2001:db8:1`, or `unknown`.
 * @param address with or without a port, brackets, quotes and a zone
 */
export function clientKey(address: string | undefined): string {
  const bare = stripPort(address ?? '');
  const ipv4 = readIpv4(bare);
  if (ipv4 !== undefined) return ipv4;
  const groups = readIpv6(bare);
  if (!groups) return UNKNOWN_CLIENT;
  if (HOLDERS.includes(groups.slice(0, 6).join(':'))) return writeIpv4(groups[6] ?? '0', groups[7] ?? '0');
  return groups.slice(0, 4).join(':') + BETWEEN + groups.slice(0, 3).join(':');
}

/**
 * The client's address: the last one in the header of the shop's own proxy; without the header, that of the connection.
 * @param name of the header
 */
export function readClientAddress(
  headers: Headers,
  name: string | undefined,
  connection: string | undefined,
): string | undefined {
  const written = name === undefined ? '' : (headers.get(name) ?? '');
  return written.slice(written.lastIndexOf(',') + 1).trim() || connection;
}

/** The two parts of a key; an IPv4 client has only the first. */
export function partsOf(key: string): readonly [client: string, network: string | undefined] {
  const [client = '', network] = key.split(BETWEEN, 2);
  return [client, network];
}

/** The same key with names instead of addresses. */
export async function renameKey(key: string, nameOf: (part: string) => Promise<string>): Promise<string> {
  const names = await Promise.all(key.split(BETWEEN).map(nameOf));
  return names.join(BETWEEN);
}

/** The address without its port: proxies send `"[2001:db8::1%eth0]:443"` and `192.0.2.7:443`. */
function stripPort(text: string): string {
  const plain = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();
  const inBrackets = /^\[([^\]]*)\](?::\d*)?$/.exec(plain)?.[1];
  const address = inBrackets ?? plain.replace(/^(.*\.\d+):\d*$/, '$1');
  return address.split('%', 1)[0] ?? '';
}

function readIpv4(text: string): string | undefined {
  const bytes = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) ? text.split('.').map(Number) : [];
  return bytes.length > 0 && bytes.every((byte) => byte <= 255) ? bytes.join('.') : undefined;
}

/** Eight groups without leading zeros; undefined if the text is not an IPv6 address. */
function readIpv6(text: string): readonly string[] | undefined {
  const [head = '', tail, more] = text.split('::');
  const before = readGroups(head);
  const after = tail === undefined ? [] : readGroups(tail);
  if (!before || !after || more !== undefined) return undefined;
  // A ninth group, or a group of five digits, is a port after an address without brackets.
  const last = tail === undefined ? before : after;
  if (/^\d{5}$/.test(last.at(-1) ?? '') || (tail === undefined && before.length === GROUPS + 1)) last.pop();
  const missing = GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}

/** The groups of a part. An IPv4 address at the end becomes two groups. */
function readGroups(part: string): string[] | undefined {
  if (part === '') return [];
  const groups = part.split(':');
  const end = groups.at(-1) ?? '';
  if (!end.includes('.')) return groups;
  const bytes = readIpv4(end)?.split('.').map(Number);
  if (!bytes) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return [...groups.slice(0, -1), (a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

function writeIpv4(high: string, low: string): string {
  const [a, b] = [parseInt(high, 16), parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
