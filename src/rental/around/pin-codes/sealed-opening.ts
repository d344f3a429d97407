/** What opens a lock, as it is stored: nobody reads it without the operator's keys. */
import type { Context } from '../../../context.ts'
import type { Sealer } from '../../../platform/seal.ts'
import type { Opening, PinCodeRow } from './pin-code.ts'

interface Named {
  uid: string
  property_uid: string
}

/** The columns that keep what opens a lock. */
export function sealedColumns(sealer: Sealer, pinCode: Named, opening: Opening) {
  const { keyId, bytes } = sealer.seal(JSON.stringify(opening), placeOfPinCode(pinCode))
  return { sealed: bytes, key_id: keyId, ...fingerprintColumn(sealer, pinCode, opening) }
}

/** The column by which a code is found. */
export function fingerprintColumn(
  sealer: Sealer,
  pinCode: Pick<Named, 'property_uid'>,
  { code }: Opening,
) {
  const [fingerprint = null] = code === null ? [] : fingerprintsOf(sealer, pinCode, code)
  return { code_fingerprint: fingerprint }
}

/** What opens the lock of a stored pin code. */
export function openingOf({ sealer }: Pick<Context, 'sealer'>, row: PinCodeRow): Opening {
  return JSON.parse(sealer.open({ keyId: row.key_id, bytes: row.sealed }, placeOfPinCode(row)))
}

/** By what a code is found among those of a property, whichever key it was stored with. */
export function fingerprintsOf(
  sealer: Sealer,
  { property_uid }: Pick<Named, 'property_uid'>,
  code: string,
): Buffer[] {
  return sealer.fingerprints(code, `pin codes of property ${property_uid}`)
}

/** Where what opens a lock belongs. */
export function placeOfPinCode({ uid }: Pick<Named, 'uid'>): string {
  return `pin code ${uid}`
}
