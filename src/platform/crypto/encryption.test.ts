/** contract/events.md §7.5: secrets are encrypted at rest. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createCipher } from './encryption.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]
const context = 'secrets/0198/value'

describe('an encrypted secret', () => {
  it('is decrypted with its encryption context', () => {
    const { encrypt, decrypt } = createCipher([first])
    const secrets = fc.string({ unit: 'grapheme', maxLength: 300 })
    fc.assert(
      fc.property(secrets, fc.string(), (secret, anyContext) => {
        assert.equal(decrypt(encrypt(secret, anyContext), anyContext), secret)
      }),
    )
  })

  it('is unreadable and different each time', () => {
    const { encrypt } = createCipher([first])
    const [one, two] = [encrypt('user:password', context), encrypt('user:password', context)]
    assert.ok(!one.bytes.includes('password'))
    assert.notDeepEqual(one.bytes, two.bytes)
  })

  it('is not decrypted with another encryption context', () => {
    const { encrypt, decrypt } = createCipher([first])
    assert.throws(() => decrypt(encrypt('x', context), 'secrets/0199/value'))
  })

  it('is not decrypted after a bit has changed', () => {
    const { encrypt, decrypt } = createCipher([first])
    const { keyId, bytes } = encrypt('secret', context)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      assert.throws(() => decrypt({ keyId, bytes: changed }, context))
    }
    for (const length of [0, 11, 12, 27, 28]) {
      assert.throws(() => decrypt({ keyId, bytes: bytes.subarray(0, length) }, context))
    }
  })

  it('is decrypted with older keys and encrypted with the first one', () => {
    const old = createCipher([first]).encrypt('secret', context)
    const rotated = createCipher([second, first])
    assert.equal(rotated.decrypt(old, context), 'secret')
    const renewed = rotated.encrypt('secret', context)
    assert.notEqual(renewed.keyId, old.keyId)
    assert.equal(createCipher([second]).decrypt(renewed, context), 'secret')
  })

  it('reports the id of a missing key', () => {
    const { keyId, bytes } = createCipher([first]).encrypt('secret', context)
    assert.throws(
      () => createCipher([second]).decrypt({ keyId, bytes }, context),
      new RegExp(keyId),
    )
  })

  it('has a key id that reveals nothing of the key', () => {
    const { keyId } = createCipher([first]).encrypt('secret', context)
    assert.match(keyId, /^[0-9a-f]{16}$/)
    assert.ok(!first.toString('hex').includes(keyId))
  })
})

describe('a fingerprint', () => {
  it('is equal for equal secrets of one context only', () => {
    const { fingerprints } = createCipher([first])
    const [one] = fingerprints('4711', context)
    assert.deepEqual(fingerprints('4711', context), [one])
    for (const other of [fingerprints('4712', context), fingerprints('4711', 'elsewhere')]) {
      assert.notDeepEqual(other, [one])
    }
  })

  it('is computed for each key, the current one first', () => {
    const [older] = createCipher([first]).fingerprints('4711', context)
    const [newer, ...others] = createCipher([second, first]).fingerprints('4711', context)
    assert.deepEqual(others, [older])
    assert.notDeepEqual(newer, older)
  })
})
