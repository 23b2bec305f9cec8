/**
 * Decides which addresses a webhook may connect to. It checks the connected address, never the name, because a name can
 * resolve to another address a moment later.
 */
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Kind of an address.
 *
 * - `never`: link-local, cloud metadata, "this host", multicast, reserved, and every form that embeds another address.
 * - `loopback`: this machine.
 * - `private`: a private network.
 * - `public`: all other addresses.
 */
export type AddressKind = 'never' | 'loopback' | 'private' | 'public';

type Range = readonly [address: string, prefix: number];

const NEVER: readonly Range[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  // Metadata services of Azure, Alibaba and Oracle.
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['ff00::', 8],
  // Forms that embed an IPv4 address: IPv4-compatible, NAT64 (two), Teredo, 6to4.
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
];

const LOOPBACK: readonly Range[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];

const PRIVATE: readonly Range[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['fc00::', 7],
  ['fec0::', 10],
];

function createList(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');
  return list;
}

const LISTS = { loopback: createList(LOOPBACK), never: createList(NEVER), private: createList(PRIVATE) };

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The kind of an IP address; `never` for other texts. `::ffff:127.0.0.1` counts as 127.0.0.1. */
export function kindOfAddress(address: string): AddressKind {
  if (isIP(address) === 0 || address.includes('%')) return 'never';
  // Loopback comes first: `::1` is in the range of the IPv4-compatible addresses.
  for (const kind of ['loopback', 'never', 'private'] as const) if (isIn(LISTS[kind], address)) return kind;
  return 'public';
}

/** Whether a webhook to this host may go to this address. */
export type AddressPolicy = (host: string, address: string) => boolean;

/** The operator's rules. */
export interface AddressRules {
  /** True only while the sandbox itself listens on loopback alone. */
  readonly isLoopbackAllowed: boolean;
  /**
   * Additional host names (`shop.example.com`), addresses (`10.0.0.7`) and ranges (`10.0.0.0/8`). A name does not allow
   * loopback, and nothing allows an address of kind `never`.
   */
  readonly allow: readonly string[];
}

const RANGE = /^([0-9a-fA-F:.]+)\/(\d{1,3})$/;

/** @throws RangeError when an entry is not a name, address or range */
export function createAddressPolicy({ isLoopbackAllowed, allow }: AddressRules): AddressPolicy {
  const names = new Set<string>();
  const addresses = new BlockList();
  for (const entry of allow) {
    const [, network = '', prefix] = RANGE.exec(entry) ?? [];
    if (prefix !== undefined && isIP(network)) {
      addresses.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4');
    } else if (isIP(entry)) addresses.addAddress(entry, isIPv6(entry) ? 'ipv6' : 'ipv4');
    else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(entry)) names.add(entry.toLowerCase());
    // A URL may contain a password.
    else
      throw new RangeError(
        `"${entry.includes('@') ? '…' : ''}${entry.slice(Math.max(0, entry.lastIndexOf('@')))}" is not a host name, address or range for webhooks`,
      );
  }
  return (host, address) => {
    const kind = kindOfAddress(address);
    if (kind === 'never') return false;
    if (isIn(addresses, address)) return true;
    return kind === 'loopback' ? isLoopbackAllowed : names.has(host.toLowerCase());
  };
}
