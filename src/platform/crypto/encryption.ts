import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { OperatorError } from '../operator-error.ts'

/** Encrypted secret as it is stored, with the id of the key that decrypts it. */
export interface Encrypted {
  keyId: string
  bytes: Buffer
}

/** Encrypts short secrets before they are stored, and decrypts them. */
export interface Cipher {
  /** @param context additional authenticated data: the row and column of the secret */
  encrypt(secret: string, context: string): Encrypted
  /** @throws Error if the key is unknown, or the bytes or the encryption context differ */
  decrypt(encrypted: { keyId: string; bytes: Uint8Array }, context: string): string
  /**
   * Returns keyed hashes of a secret, one per key, the current key first. They find equal secrets
   * of one context without decryption.
   */
  fingerprints(secret: string, context: string): [Buffer, ...Buffer[]]
  /** Id of the key that encrypts, {@link Encrypted.keyId} of new secrets. */
  currentKeyId: string
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Creates the cipher: AES-256-GCM with keys derived from the operator's 32-byte keys. The first key
 * encrypts, all decrypt (contract/events.md §7.5).
 */
export function createCipher(secretKeys: Buffer[]): Cipher {
  const keys = new Map(secretKeys.map(deriveEncryptionKey))
  const [[currentKeyId, currentKey]] = keys as unknown as [[string, Buffer]]
  const fingerprintKeys = secretKeys.map(secretKey => deriveKey(secretKey, 'fingerprints'))
  return {
    currentKeyId: currentKeyId,
    encrypt(secret, context) {
      const nonce = randomBytes(nonceBytes)
      const encryption = createCipheriv(algorithm, currentKey, nonce).setAAD(Buffer.from(context))
      const encrypted = [encryption.update(secret, 'utf8'), encryption.final()]
      const bytes = Buffer.concat([nonce, encryption.getAuthTag(), ...encrypted])
      return { keyId: currentKeyId, bytes }
    },
    decrypt({ keyId, bytes }, context) {
      const key = keys.get(keyId)
      if (!key)
        throw new OperatorError(
          `A secret is encrypted with key ${keyId}, which SECRET_KEY lacks. Add that key`,
        )
      const [nonce, tag] = [
        bytes.subarray(0, nonceBytes),
        bytes.subarray(nonceBytes).subarray(0, tagBytes),
      ]
      const decryption = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decryption.setAuthTag(tag).setAAD(Buffer.from(context))
      const secret = decryption.update(bytes.subarray(nonceBytes + tagBytes))
      return Buffer.concat([secret, decryption.final()]).toString('utf8')
    },
    fingerprints(secret, context) {
      const text = JSON.stringify([context, secret])
      const fingerprints = fingerprintKeys.map(key =>
        createHmac('sha256', key).update(text).digest(),
      )
      return fingerprints as [Buffer, ...Buffer[]]
    },
  }
}

/** Returns null if decryption fails. */
export function decryptOrNull(decrypt: () => string): string | null {
  try {
    return decrypt()
  } catch {
    return null
  }
}

export function encryptionKeyId(secretKey: Buffer): string {
  return deriveEncryptionKey(secretKey)[0]
}

function deriveEncryptionKey(secretKey: Buffer): [id: string, key: Buffer] {
  // Both labels determine the keys and ids of stored secrets, and never change.
  const key = deriveKey(secretKey, 'sealed secrets')
  const id = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16)
  return [id, key]
}

/** Derives a key for one purpose from an operator's key, by HKDF (RFC 5869). */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
}
