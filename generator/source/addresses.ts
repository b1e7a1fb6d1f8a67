import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Recognises network addresses that only the user may access. */

const internal = new BlockList();
for (const [net, prefix] of [
  // "This network", private networks, carriers' own, loopback, link-local (also where clouds keep their metadata).
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Protocol assignments, documentation, relays, benchmarks.
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
] as const) {
  internal.addSubnet(net, prefix, 'ipv4');
}

/**
 * Of IPv6, only global unicast is public, except for protocol assignments, documentation, and ranges that contain IPv4
 * addresses.
 */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const internal6 = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  internal6.addSubnet(net, prefix, 'ipv6');
}

/**
 * True for an IP address (without brackets) that is loopback, private, link-local, reserved, or not valid. IPv4 addresses
 * inside IPv6 (mapped, or through NAT64) are judged as IPv4.
 */
export function isInternalAddress(address: string): boolean {
  const bare = address.replace(/%.*$/s, '');
  if (isIPv4(bare)) {
    return internal.check(bare, 'ipv4');
  }
  if (!isIPv6(bare)) {
    return true;
  }
  const embedded = embeddedV4(bare);
  if (embedded !== undefined) {
    return internal.check(embedded, 'ipv4');
  }
  return !global6.check(bare, 'ipv6') || internal6.check(bare, 'ipv6');
}

/** The address of version 4 in `::ffff:0:0/96` or `64:ff9b::/96`. */
function embeddedV4(address: string): string | undefined {
  // The URL parser writes it in one way: groups in lower case, the longest run of zeros left out.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const groups = /^(?:::ffff:|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(canonical);
  if (groups === null) {
    return undefined;
  }
  const [high, low] = [groups[1] ?? '0', groups[2] ?? '0'].map((group) => Number.parseInt(group, 16));
  return [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.');
}
