/** Allowed outbound addresses: contract/events.md §11. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addressGuard } from './address-guard.ts'

const strict = addressGuard(false)
const some = addressGuard(['127.0.0.0/8', '10.1.0.0/16', '192.168.7.7', 'fd00:12::/32'])
const lifted = addressGuard(true)

const refused: Record<string, string[]> = {
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fdff::1'],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'cloud metadata': ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16'],
  'shared by carriers': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  reserved: ['192.0.0.1', '198.18.0.1', '240.0.0.1', '255.255.255.255', 'fec0::1', '100::1'],
  'for documents': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'IPv4, mapped': ['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '0:0:0:0:0:ffff:0a00:0001'],
  'IPv4, in older forms': ['::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1'],
  'IPv4 behind NAT64': ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1'],
  'IPv4 by tunnel': ['2002:7f00:1::1', '2002:a9fe:a9fe::', '2002:a00:1:ffff::1', '2001:0:1::1'],
  'not an address': ['', 'example.com', '1.2.3.4.5', '::g', '1.2.3.4/8'],
}

const accepted = [
  '1.1.1.1',
  '9.255.255.255',
  '100.63.255.255',
  '100.128.0.1',
  '168.63.129.15',
  '168.63.129.17',
  '172.32.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
  '2002:101:101::1',
]

describe('IP addresses', () => {
  for (const [kind, addresses] of Object.entries(refused)) {
    for (const address of addresses) {
      it(`${address} refuses: ${kind}`, () => assert.ok(!strict.allowsAddress(address)))
    }
  }

  for (const address of accepted) {
    it(`${address} is allowed`, () => assert.ok(strict.allowsAddress(address)))
  }

  it('refuses every IPv6 form of a refused IPv4 address', () => {
    const octet = fc.nat(255)
    fc.assert(
      fc.property(octet, octet, octet, octet, (...octets) => {
        const address = octets.join('.')
        const hex = Buffer.from(octets)
          .toString('hex')
          .replace(/^(.{4})/, '$1:')
        const isAllowed = strict.allowsAddress(address)
        for (const form of [`::ffff:${address}`, `64:ff9b::${hex}`, `2002:${hex}::9`]) {
          assert.equal(strict.allowsAddress(form), isAllowed, form)
        }
      }),
    )
  })

  it('allows the configured ranges in addition to public addresses, and no others', () => {
    const own = ['127.9.9.9', '::ffff:127.0.0.1', '10.1.255.1', '192.168.7.7', 'fd00:12:1::1']
    for (const address of [...own, '1.1.1.1']) assert.ok(some.allowsAddress(address), address)
    for (const address of ['10.2.0.1', '192.168.7.8', '::1', 'fd00:13::1', '169.254.169.254']) {
      assert.ok(!some.allowsAddress(address), address)
    }
  })

  it('allows every address if all are allowed', () => {
    for (const address of ['127.0.0.1', '::1', '169.254.169.254', '::']) {
      assert.ok(lifted.allowsAddress(address))
    }
    assert.ok(!lifted.allowsAddress('example.com'))
  })
})

describe('a URL', () => {
  const urls: [url: string, strict: boolean, some: boolean, lifted: boolean][] = [
    ['https://example.com/x', true, true, true],
    ['https://example.com./x', true, true, true],
    ['https://example.com:443/', true, true, true],
    ['https://example.com:8443/', true, true, true],
    ['https://example.com:1024/', true, true, true],
    ['https://example.com:65535/', true, true, true],
    ['https://example.com:80/', false, true, true],
    ['https://example.com:22/', false, false, false],
    ['https://example.com:1023/', false, false, false],
    ['https://example.com:0/', false, false, false],
    ['http://example.com/', false, true, true],
    ['http://example.com:8080/', false, true, true],
    ['ftp://example.com/', false, false, false],
    ['https://localhost/', false, false, true],
    ['https://LOCALHOST./', false, false, true],
    ['https://receiver/', false, false, true],
    ['https://receiver./', false, false, true],
    ['https://printer.local/', false, false, true],
    ['https://printer.local./', false, false, true],
    ['https://metadata.google.internal/', false, false, true],
    ['https://a.localhost/', false, false, true],
    ['https://localhost.example.com/', true, true, true],
    ['https://example..com/', false, false, true],
    ['https://127.0.0.1/', false, true, true],
    ['https://127.0.0.1./', false, true, true],
    ['https://0x7f.1/', false, true, true],
    ['https://2130706433/', false, true, true],
    ['https://0177.0.0.1/', false, true, true],
    ['https://①②⑦.⓪.⓪.①/', false, true, true],
    ['https://%31%32%37.0.0.1/', false, true, true],
    ['https://1.1.1.1/', true, true, true],
    ['https://[::1]/', false, false, true],
    ['https://[::ffff:127.0.0.1]/', false, true, true],
    ['https://[2606:4700::1111]/', true, true, true],
  ]
  for (const [url, ...expected] of urls) {
    it(`${url} is allowed: ${expected}`, () => {
      const allowed = [strict, some, lifted].map(guard => guard.allowsUrl(new URL(url)))
      assert.deepEqual(allowed, expected)
    })
  }
})
