import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('public addresses', () => {
  it.each([
    ['this host', ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '::', '::1']],
    ['private nets', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1']],
    ['link-local', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0']],
    ['metadata', ['169.254.169.254', 'fd00:ec2::254', '168.63.129.16', '100.100.100.200', '192.0.0.192']],
    ['carrier nets', ['100.64.0.1', '100.127.255.255']],
    ['mapped IPv4', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1']],
    ['translated IPv4', ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2001::1']],
    ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
    ['reserved', ['192.0.2.1', '198.18.0.1', '203.0.113.9', '240.0.0.1', '255.255.255.255', '2001:db8::1']],
    ['no address', ['', 'localhost', '1.2.3', '0x7f.1']],
  ])('[OP55] refuses %s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  it('[OP55] accepts public addresses', () => {
    const open = [
      '8.8.8.8',
      '1.1.1.1',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2a00:1450:4001::200e',
    ]
    expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
  })
})
