/** Owners in v2, with the commission rate in percent: contract/resources.md §2.1. */
import type { Static } from 'typebox'
import { passwordCharactersMax } from '../../../platform/crypto/passwords.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { fractionText, toPercent } from '../../../platform/money.ts'
import {
  bool,
  nullable,
  number,
  rawText,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import type { NewOwnerColumns, Owner } from './owner.ts'
import { requiredOwnerFields } from './owner-shape.ts'

const percent = number({ min: 0, max: 100 })

export const legacyOwner = shape('Owner', {
  uid: uid(),
  email: text(),
  phoneNumber: nullable(text({ max: 64 })),
  firstName: text(),
  lastName: text(),
  commissionRate: nullable(percent),
  isActive: bool(),
})

/** Fields of a full replacement. */
export const legacyOwnerFields = {
  ...requiredOwnerFields,
  phoneNumber: Type.Optional(nullable(text({ max: 64 }))),
  commissionRate: Type.Optional(nullable(percent)),
  isActive: Type.Optional(bool()),
  password: Type.Optional(nullable(rawText())),
}

const fullBody = Type.Object(legacyOwnerFields)

/** Reads the columns that v2 knows. Omitted fields get their defaults. */
export function legacyColumns(body: Static<typeof fullBody>): NewOwnerColumns {
  const { commissionRate: rate = null } = body
  return {
    first_name: body.firstName.trim(),
    last_name: body.lastName.trim(),
    email: body.email,
    phone_number: body.phoneNumber ?? null,
    commission_rate: rate === null ? null : fractionText(rate),
    is_active: body.isActive ?? true,
  }
}

/**
 * Returns the portal password in a body; null if there is none.
 *
 * @throws ApiError INVALID_PARAMETER if it is empty or too long
 */
export function readPassword({ password = null }: Static<typeof fullBody>): string | null {
  if (password === '') throw invalidParameter('password', 'must not be blank')
  if (password !== null && [...password].length > passwordCharactersMax) {
    throw invalidParameter('password', `must have at most ${passwordCharactersMax} characters`)
  }
  return password
}

export function presentLegacyOwner(row: Owner): Static<typeof legacyOwner> {
  const { commission_rate: rate } = row
  return {
    uid: row.uid,
    email: row.email,
    phoneNumber: row.phone_number,
    firstName: row.first_name,
    lastName: row.last_name,
    commissionRate: rate === null ? null : toPercent(rate),
    isActive: row.is_active,
  }
}
