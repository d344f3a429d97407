/** contract/events.md §7.5: secrets are encrypted at rest. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sealer } from './seal.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]
const place = 'secrets/0198/value'

describe('a sealed secret', () => {
  it('is opened with the place that it was sealed for', () => {
    const { seal, open } = sealer([first])
    const secrets = fc.string({ unit: 'grapheme', maxLength: 300 })
    fc.assert(
      fc.property(secrets, fc.string(), (secret, somewhere) => {
        assert.equal(open(seal(secret, somewhere), somewhere), secret)
      }),
    )
  })

  it('is not readable and never the same twice', () => {
    const { seal } = sealer([first])
    const [one, two] = [seal('user:password', place), seal('user:password', place)]
    assert.ok(!one.bytes.includes('password'))
    assert.notDeepEqual(one.bytes, two.bytes)
  })

  it('is not opened anywhere else', () => {
    const { seal, open } = sealer([first])
    assert.throws(() => open(seal('x', place), 'secrets/0199/value'))
  })

  it('is not opened once a bit of it has changed', () => {
    const { seal, open } = sealer([first])
    const { keyId, bytes } = seal('secret', place)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      assert.throws(() => open({ keyId, bytes: changed }, place))
    }
    for (const length of [0, 11, 12, 27, 28]) {
      assert.throws(() => open({ keyId, bytes: bytes.subarray(0, length) }, place))
    }
  })

  it('is opened after a new key has come first, and sealed with that one from then on', () => {
    const old = sealer([first]).seal('secret', place)
    const rotated = sealer([second, first])
    assert.equal(rotated.open(old, place), 'secret')
    const renewed = rotated.seal('secret', place)
    assert.notEqual(renewed.keyId, old.keyId)
    assert.equal(sealer([second]).open(renewed, place), 'secret')
  })

  it('names the key that is missing', () => {
    const { keyId, bytes } = sealer([first]).seal('secret', place)
    assert.throws(() => sealer([second]).open({ keyId, bytes }, place), new RegExp(keyId))
  })

  it('does not name the key by anything that tells it', () => {
    const { keyId } = sealer([first]).seal('secret', place)
    assert.match(keyId, /^[0-9a-f]{16}$/)
    assert.ok(!first.toString('hex').includes(keyId))
  })
})

describe('a fingerprint', () => {
  it('is that of equal secrets of one place', () => {
    const { fingerprints } = sealer([first])
    const [one] = fingerprints('4711', place)
    assert.deepEqual(fingerprints('4711', place), [one])
    for (const other of [fingerprints('4712', place), fingerprints('4711', 'elsewhere')]) {
      assert.notDeepEqual(other, [one])
    }
  })

  it('of an older key is among those of all keys, which differ', () => {
    const [older] = sealer([first]).fingerprints('4711', place)
    const [newer, ...others] = sealer([second, first]).fingerprints('4711', place)
    assert.deepEqual(others, [older])
    assert.notDeepEqual(newer, older)
  })
})
