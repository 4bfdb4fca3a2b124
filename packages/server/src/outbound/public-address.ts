import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** What is not of the public internet, by IANA's registry of special addresses, and what clouds keep for themselves. */
const NOT_PUBLIC_V4: ReadonlyArray<readonly [string, number]> = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's own host, from inside every machine.
  ['168.63.129.16', 32],
  // Link-local, with the metadata service of most clouds at 169.254.169.254.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Inside the only part of IPv6 that is routed; some of these carry an IPv4 address, which could be any. */
const NOT_PUBLIC_V6: ReadonlyArray<readonly [string, number]> = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

// Apart from each other: a rule for mapped addresses in one list with IPv4 would answer for every IPv4 address.
const refusedV4 = new BlockList()
for (const [net, prefix] of NOT_PUBLIC_V4) refusedV4.addSubnet(net, prefix, 'ipv4')
const routedV6 = new BlockList()
routedV6.addSubnet('2000::', 3, 'ipv6')
const refusedV6 = new BlockList()
for (const [net, prefix] of NOT_PUBLIC_V6) refusedV6.addSubnet(net, prefix, 'ipv6')

/**
 * Whether the address belongs to the public internet. IPv6 is a list of what is allowed, so that loopback, unique local,
 * link-local, multicast, mapped (`::ffff:0:0/96`) and translated (`64:ff9b::/96`) addresses are refused without a rule each.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedV4.check(address, 'ipv4')
  // A zone (`fe80::1%eth0`) is of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  return routedV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6')
}
