import { describe, expect, test } from 'bun:test'
import { listAddressPrefixes, parseTrustedProxies } from './client-subjects.ts'

const trusted = parseTrustedProxies('10.0.0.0/8, 192.0.2.7, 2001:db8:1::/48')

describe('the address block in which a client without a key is counted', () => {
  test.each([
    ['an IPv4 peer is itself', '203.0.113.9', null, '203.0.113.9'],
    ['an IPv4 peer in IPv6 clothes is the same', '::ffff:203.0.113.9', null, '203.0.113.9'],
    ['an IPv6 peer is its /64', '2001:db8:2:3:4:5:6:7', null, '2001:db8:2:3::/64'],
    ['a neighbour in the /64 is the same', '2001:db8:2:3:ffff::1', null, '2001:db8:2:3::/64'],
    ['a forwarding header of an untrusted peer is not believed', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a trusted proxy is believed', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a trusted proxy in IPv6 clothes is believed', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a trusted IPv6 proxy is believed', '2001:db8:1::5', '2001:db8:9:9::1', '2001:db8:9:9::/64'],
    ['a chain of trusted proxies is walked', '10.1.2.3', '198.51.100.1, 192.0.2.7, 10.9.9.9', '198.51.100.1'],
    [
      'what stands before the first untrusted address is not believed',
      '10.1.2.3',
      '1.1.1.1, 198.51.100.1',
      '198.51.100.1',
    ],
    ['an invention ends the walk at who wrote it', '10.1.2.3', '1.1.1.1, nonsense', '10.1.2.3'],
    ['an invention behind a trusted hop ends there', '10.1.2.3', 'nonsense, 192.0.2.7', '192.0.2.7'],
    ['an empty header is none', '10.1.2.3', '', '10.1.2.3'],
    ['only trusted proxies: the farthest of them', '10.1.2.3', '10.4.4.4, 10.5.5.5', '10.4.4.4'],
    ['a peer that is gone is unknown', null, '198.51.100.1', 'unknown'],
  ])('%s', (_, peer, forwardedFor, expected) => {
    expect(listAddressPrefixes(peer, forwardedFor, trusted)[0]).toBe(expected)
  })

  test('an IPv6 client is also counted in its /56 and its /48, an IPv4 client only by its address', () => {
    expect(listAddressPrefixes('2001:db8:2:3fe:5:6:7:8', null, trusted)).toEqual([
      '2001:db8:2:3fe::/64',
      '2001:db8:2:300::/56',
      '2001:db8:2::/48',
    ])
    expect(listAddressPrefixes('203.0.113.9', null, trusted)).toEqual(['203.0.113.9'])
    expect(listAddressPrefixes(null, null, trusted)).toEqual(['unknown'])
  })

  test('a long forwarding header is read from its end up to a bound', () => {
    const chain = `198.51.100.1, ${Array.from({ length: 1_000 }, () => '10.0.0.1').join(', ')}`
    expect(listAddressPrefixes('10.1.2.3', chain, trusted)).toEqual(['10.0.0.1'])
  })
})

test('an invalid proxy address is refused by name', () => {
  for (const entry of ['10.0.0.0/33', 'proxy.example', '1.2.3.4/x', '2001:db8::/129']) {
    expect(() => parseTrustedProxies(`10.0.0.1, ${entry}`)).toThrow(`"${entry}"`)
  }
  expect(parseTrustedProxies('')).toEqual([])
})
