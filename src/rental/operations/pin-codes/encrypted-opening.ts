/** Encryption of the code and URL of a pin code. */
import type { Context } from '../../../context.ts'
import type { Cipher } from '../../../platform/crypto/encryption.ts'
import type { Opening, PinCodeRow } from './pin-code.ts'

interface PinCodeIds {
  uid: string
  property_uid: string
}

export function encryptOpening(cipher: Cipher, pinCode: PinCodeIds, opening: Opening) {
  const { keyId, bytes } = cipher.encrypt(JSON.stringify(opening), pinCodeContext(pinCode))
  return { sealed: bytes, key_id: keyId, ...fingerprintColumn(cipher, pinCode, opening) }
}

/** Returns the column by which equal codes are found. */
export function fingerprintColumn(
  cipher: Cipher,
  pinCode: Pick<PinCodeIds, 'property_uid'>,
  { code }: Opening,
) {
  // The first fingerprint is that of the current key.
  const [fingerprint = null] = code === null ? [] : fingerprintCode(cipher, pinCode, code)
  return { code_fingerprint: fingerprint }
}

export function decryptOpening({ cipher }: Pick<Context, 'cipher'>, row: PinCodeRow): Opening {
  return JSON.parse(cipher.decrypt({ keyId: row.key_id, bytes: row.sealed }, pinCodeContext(row)))
}

/** Returns the fingerprints of a code, one for each key. They differ between properties. */
export function fingerprintCode(
  cipher: Cipher,
  { property_uid }: Pick<PinCodeIds, 'property_uid'>,
  code: string,
): Buffer[] {
  return cipher.fingerprints(code, `pin codes of property ${property_uid}`)
}

export function pinCodeContext({ uid }: Pick<PinCodeIds, 'uid'>): string {
  return `pin code ${uid}`
}
