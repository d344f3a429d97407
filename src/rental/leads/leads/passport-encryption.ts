/**
 * Encrypted storage of passport numbers; only the operator's keys decrypt them
 * (docs/decisions/0031-passport-encryption.md).
 */
import type { Context } from '../../../context.ts'
import { decryptOrNull } from '../../../platform/crypto/encryption.ts'
import type { LeadRow } from './lead.ts'

type WithCipher = Pick<Context, 'cipher'>
type LeadKey = Pick<LeadRow, 'uid'>

/** Columns of the passport number; releases before encryption wrote `passport_id`. */
export type PassportColumns = Pick<LeadRow, 'passport_id' | 'passport_sealed' | 'passport_key_id'>

/** Returns the columns of a lead to write, with the passport number encrypted. */
export function withEncryptedPassport<C extends { passport_id?: string | null | undefined }>(
  { cipher }: WithCipher,
  lead: LeadKey,
  columns: C,
): C & Partial<PassportColumns> {
  const { passport_id } = columns
  if (passport_id === undefined) return columns
  const encrypted = passport_id === null ? null : cipher.encrypt(passport_id, passportContext(lead))
  const { bytes = null, keyId = null } = encrypted ?? {}
  return { ...columns, passport_id: null, passport_sealed: bytes, passport_key_id: keyId }
}

/** Returns the passport number of a lead; null if there is none, or no key decrypts it. */
export function decryptPassport(
  { cipher }: WithCipher,
  lead: LeadKey & PassportColumns,
): string | null {
  const { passport_id, passport_sealed: bytes, passport_key_id: keyId } = lead
  if (passport_id !== null || bytes === null || keyId === null) return passport_id
  return decryptOrNull(() => cipher.decrypt({ keyId, bytes }, passportContext(lead)))
}

/** Prefix of the encryption context of a passport number; the lead's uid follows. */
export const passportContextPrefix = 'passport of lead '

export function passportContext({ uid }: LeadKey): string {
  return `${passportContextPrefix}${uid}`
}
