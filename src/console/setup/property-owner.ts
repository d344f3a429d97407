/** Owner of a new property, entered with it by agencies that manage for owners. */
import { call } from '../api/call.ts'
import type { BodyOf } from '../api/response-types.ts'
import { schemas } from '../api/schemas/api-schemas.ts'
import type { FieldOptions } from '../resources/form/field-options.ts'
import type { FormValues } from '../resources/form/form-values.ts'

const { fields } = schemas['POST /owners']

const newOwnerNames = ['firstName', 'lastName', 'email'] as const

export const ownerNames = ['ownerUid', ...newOwnerNames]

export const ownerFields = {
  ownerUid: { type: 'string' as const },
  firstName: fields.firstName!,
  lastName: fields.lastName!,
  email: fields.email!,
}

/** Returns the options of the fields: a new owner is entered if none is chosen. */
export function ownerOptions(hasOwners: boolean): Record<string, FieldOptions> {
  const isShown = ({ ownerUid }: FormValues) => ownerUid === ''
  const ofNewOwner = newOwnerNames.map(name => [name, { isShown }] as const)
  return { ownerUid: { isShown: () => hasOwners }, ...Object.fromEntries(ofNewOwner) }
}

/** Separates the values of the owner from those of the property. */
export function splitOwner(values: Record<string, unknown>) {
  const { ownerUid = null, firstName, lastName, email, ...property } = values
  const given = Object.entries({ firstName, lastName, email })
  const newOwner = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  const hasNewOwner = ownerUid === null && Object.keys(newOwner).length > 0
  return {
    property,
    ownerUid: ownerUid as string | null,
    newOwner: hasNewOwner ? newOwner : null,
  }
}

/** Returns the uid of the new owner. The server requires all of its fields. */
export async function createOwner(agencyUid: string, owner: object, key: string): Promise<string> {
  const body = { ...owner, agencyUid } as BodyOf<'POST /owners'>
  return (await call('POST /owners', { body, key })).owner.uid
}
