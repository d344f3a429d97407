/**
 * The number of a guest's passport, as it is stored: nobody reads it without the operator's keys
 * (docs/decisions/0031-passport-encryption.md).
 */
import type { Context } from '../../../context.ts'
import { opened } from '../../../platform/seal.ts'
import type { LeadRow } from './lead.ts'

type Sealing = Pick<Context, 'sealer'>
type LeadKey = Pick<LeadRow, 'uid'>

/** The columns that keep it; a release before the sealed ones wrote the first. */
export type PassportColumns = Pick<LeadRow, 'passport_id' | 'passport_sealed' | 'passport_key_id'>

/** Columns of a lead as they are written: the passport among them is sealed. */
export function withSealedPassport<C extends { passport_id?: string | null | undefined }>(
  { sealer }: Sealing,
  lead: LeadKey,
  columns: C,
): C & Partial<PassportColumns> {
  const { passport_id } = columns
  if (passport_id === undefined) return columns
  const sealed = passport_id === null ? null : sealer.seal(passport_id, placeOfPassport(lead))
  const { bytes = null, keyId = null } = sealed ?? {}
  return { ...columns, passport_id: null, passport_sealed: bytes, passport_key_id: keyId }
}

/** The passport of a lead; null: there is none, or no key opens it. */
export function passportOf({ sealer }: Sealing, lead: LeadKey & PassportColumns): string | null {
  const { passport_id, passport_sealed: bytes, passport_key_id: keyId } = lead
  if (passport_id !== null || bytes === null || keyId === null) return passport_id
  return opened(() => sealer.open({ keyId, bytes }, placeOfPassport(lead)))
}

/** What the place of a lead's passport begins with; the lead's uid follows. */
export const passportPlace = 'passport of lead '

/** Where a lead's passport belongs. */
export function placeOfPassport({ uid }: LeadKey): string {
  return `${passportPlace}${uid}`
}
