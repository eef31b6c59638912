import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findClientIp, toCustomerNetwork } from './client-ip.ts'

const findIp = (remoteAddress: string, forwarded?: string, proxies = 0) => {
  const incoming = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }
  return findClientIp(new Headers(), { incoming }, proxies)
}

test('without proxies the address of the connection counts, not X-Forwarded-For', () => {
  assert.equal(findIp('203.0.113.7'), '203.0.113.7')
  assert.equal(findIp('203.0.113.7', '198.51.100.1'), '203.0.113.7')
})

test('behind proxies, the entry of the outermost trusted proxy counts', () => {
  assert.equal(findIp('10.0.0.1', '198.51.100.1', 1), '198.51.100.1')
  assert.equal(findIp('10.0.0.1', '1.1.1.1, 198.51.100.1', 1), '198.51.100.1')
  assert.equal(findIp('10.0.0.1', '1.1.1.1, 198.51.100.1,10.0.0.2', 2), '198.51.100.1')
})

test('with a missing or malformed entry the address of the connection counts', () => {
  for (const forwarded of [undefined, '', 'unknown', '1.2.3', '198.51.100.1, '])
    assert.equal(findIp('10.0.0.1', forwarded, 1), '10.0.0.1')
  assert.equal(findIp('10.0.0.1', '198.51.100.1', 2), '10.0.0.1')
})

test('a port is ignored', () => {
  assert.equal(findIp('10.0.0.1', '198.51.100.1:4711', 1), '198.51.100.1')
  assert.equal(findIp('10.0.0.1', '[2001:db8::1]:4711', 1), '2001:db8:0:0::/56')
  assert.equal(findIp('10.0.0.1', '[fe80::1%eth0]:4711', 1), 'fe80:0:0:0::/56')
})

test('an IPv6 address counts as its /56 in any notation', () => {
  const network = '2001:db8:0:1200::/56'
  for (const address of [
    '2001:db8:0:1200::1',
    '2001:DB8:0:12ff:ffff:ffff:ffff:ffff',
    '2001:0db8::1207:0:0:0:1',
    '2001:db8:0:1280:1::192.0.2.1',
  ])
    assert.equal(findIp(address), network)
  assert.notEqual(findIp('2001:db8:0:1300::1'), network)
  assert.equal(findIp('fe80::1%eth0'), 'fe80:0:0:0::/56')
  assert.equal(findIp('::1'), '0:0:0:0::/56')
})

test('the networks of one customer are one /48', () => {
  for (const address of ['2001:db8:0:1200::1', '2001:db8:0:ff00::1'])
    assert.equal(toCustomerNetwork(findIp(address) ?? ''), '2001:db8:0::/48')
  assert.equal(toCustomerNetwork(findIp('2001:db8:1::1') ?? ''), '2001:db8:1::/48')
  assert.equal(toCustomerNetwork('203.0.113.7'), '203.0.113.7')
})

test('an IPv4-mapped IPv6 address counts as IPv4', () => {
  assert.equal(findIp('::ffff:203.0.113.7'), '203.0.113.7')
})

test('a request from inside the process has no address', () => {
  assert.equal(findClientIp(new Headers(), undefined, 1), undefined)
})
