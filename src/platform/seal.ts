import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** A short secret as it is stored: unreadable without the key that `keyId` names. */
export interface Sealed {
  keyId: string
  bytes: Buffer
}

/** Encrypts short secrets before they are stored, and decrypts them. */
export interface Sealer {
  /** @param place what row and column the secret belongs to; nowhere else can it be opened */
  seal(secret: string, place: string): Sealed
  /** @throws Error if the key is not among ours, or the bytes are not what was sealed there */
  open(sealed: { keyId: string; bytes: Uint8Array }, place: string): string
  /**
   * What equal secrets of one place have in common, to find them without opening any: one by each
   * key, that of the current one first.
   */
  fingerprints(secret: string, place: string): [Buffer, ...Buffer[]]
  /** What {@link Sealed.keyId} is of all that is sealed from now on. */
  currentKeyId: string
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with keys derived from the operator's 32-byte keys: the first seals, all open
 * (contract/events.md §7.5).
 */
export function sealer(secretKeys: Buffer[]): Sealer {
  const keys = new Map(secretKeys.map(sealingKey))
  const [[currentId, currentKey]] = keys as unknown as [[string, Buffer]]
  const digestKeys = secretKeys.map(secretKey => derivedKey(secretKey, 'fingerprints'))
  return {
    currentKeyId: currentId,
    seal(secret, place) {
      const nonce = randomBytes(nonceBytes)
      const encryption = createCipheriv(cipher, currentKey, nonce).setAAD(Buffer.from(place))
      const encrypted = [encryption.update(secret, 'utf8'), encryption.final()]
      const bytes = Buffer.concat([nonce, encryption.getAuthTag(), ...encrypted])
      return { keyId: currentId, bytes }
    },
    open({ keyId, bytes }, place) {
      const key = keys.get(keyId)
      if (!key)
        throw new Error(
          `A secret is encrypted with key ${keyId}, which SECRET_KEY lacks. Add that key`,
        )
      const [nonce, tag] = [
        bytes.subarray(0, nonceBytes),
        bytes.subarray(nonceBytes).subarray(0, tagBytes),
      ]
      const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
      decryption.setAuthTag(tag).setAAD(Buffer.from(place))
      const secret = decryption.update(bytes.subarray(nonceBytes + tagBytes))
      return Buffer.concat([secret, decryption.final()]).toString('utf8')
    },
    fingerprints(secret, place) {
      const text = JSON.stringify([place, secret])
      const digests = digestKeys.map(key => createHmac('sha256', key).update(text).digest())
      return digests as [Buffer, ...Buffer[]]
    },
  }
}

/** What was sealed; null: no key opens it. */
export function opened(open: () => string): string | null {
  try {
    return open()
  } catch {
    return null
  }
}

/** The {@link Sealed.keyId} of what one of the operator's keys has sealed. */
export function sealingKeyId(secretKey: Buffer): string {
  return sealingKey(secretKey)[0]
}

function sealingKey(secretKey: Buffer): [id: string, key: Buffer] {
  const key = derivedKey(secretKey, 'sealed secrets')
  const id = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16)
  return [id, key]
}

/** A key for one purpose only, by HKDF (RFC 5869) from one of the operator's. */
export function derivedKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
}
