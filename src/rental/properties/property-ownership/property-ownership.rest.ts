/** Ownership of properties: contract/resources.md §2.2. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import { exactlyOne, oneOfRequired } from '../../../platform/errors.ts'
import {
  bool,
  nullable,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { type AccessibleProperty, requireProperty } from '../properties/properties.ts'
import { changeOwnership } from './change-ownership.ts'
import { deleteOwnership } from './delete-ownership.ts'
import { findOwnership, initialSettings, type OwnershipSettings } from './property-ownership.ts'

const owner = shape('OwnerName', { uid: uid(), email: text(), firstName: text(), lastName: text() })

const propertyOwnership = shape('PropertyOwnership', {
  propertyUid: uid(),
  ownerUid: nullable(uid()),
  owner: nullable(owner),
  sinceUtcDateTime: nullable(utcDateTime()),
  copyOwnerWhenBookingConfirmed: bool(),
  collectAndRemitTaxes: bool(),
  ownerNotes: nullable(text({ max: 10_000 })),
})

const response = Type.Object({ propertyOwnership })
const ownershipRoute = { path: '/property-ownership/:propertyUid', tag: 'Owners' } as const
const writeAccess = { inPath: true, access: 'READ_WRITE' } as const
const writeErrors = ['PROPERTY_NOT_FOUND', 'OWNER_NOT_FOUND', 'READ_ONLY_GRANT'] as const

const settings = {
  copyOwnerWhenBookingConfirmed: Type.Optional(bool()),
  collectAndRemitTaxes: Type.Optional(bool()),
  ownerNotes: Type.Optional(nullable(text({ max: 10_000 }))),
}

const ownershipPatch = Type.Object({
  owner: Type.Optional(Type.Object({ uid: uid() })),
  ownerUid: Type.Optional(uid()),
  ...settings,
})

const ownershipReplacement = Type.Object({ ownerUid: uid(), ...settings })

export const propertyOwnershipRoutes = [
  route({
    ...ownershipRoute,
    method: 'GET',
    summary: 'Get the owner of a property',
    response,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      presentOwnership(ctx, await requireProperty(ctx, params.propertyUid!, { inPath: true })),
  }),
  route({
    ...ownershipRoute,
    method: 'PATCH',
    summary: 'Assign an owner to a property',
    emits: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: ownershipPatch,
    response,
    errors: [...writeErrors, 'CONFLICTING_PARAMETERS', 'PROPERTY_OWNERSHIP_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireProperty(ctx, params.propertyUid!, writeAccess),
    handler: async (ctx, { body, authorized }) => {
      const changedSettings = readSettings(body)
      const owner = readOwnerUid(body, {
        isOptional: Object.keys(changedSettings).length > 0,
      })
      await changeOwnership(ctx, authorized, { owner, settings: changedSettings })
      return presentOwnership(ctx, authorized)
    },
  }),
  route({
    ...ownershipRoute,
    method: 'PUT',
    since: '3.3',
    operationId: 'assignPropertyOwnership',
    summary: 'Assign an owner to a property by uid',
    emits: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: ownershipReplacement,
    response,
    errors: writeErrors,
    authorize: async (ctx, { params }) => requireProperty(ctx, params.propertyUid!, writeAccess),
    handler: async (ctx, { body, authorized }) => {
      const settings = { ...initialSettings, ...readSettings(body) }
      await changeOwnership(ctx, authorized, { owner: body.ownerUid, settings })
      return presentOwnership(ctx, authorized)
    },
  }),
  route({
    ...ownershipRoute,
    method: 'DELETE',
    summary: 'Remove the owner of a property',
    emits: ['PROPERTY_OWNERSHIP_UPDATED'],
    response: Type.Object({}),
    errors: ['PROPERTY_NOT_FOUND', 'PROPERTY_OWNERSHIP_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireProperty(ctx, params.propertyUid!, writeAccess),
    handler: async (ctx, { authorized }) => {
      await deleteOwnership(ctx, authorized)
      return {}
    },
  }),
]

/**
 * Returns the owner that a body names; undefined if it names none and the owner is optional,
 * because the body contains settings.
 *
 * @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS for two that differ
 */
function readOwnerUid(
  { owner, ownerUid = owner?.uid }: Static<typeof ownershipPatch>,
  { isOptional }: { isOptional: boolean },
): string | undefined {
  const parameters = ['owner', 'ownerUid']
  if (ownerUid === undefined) {
    if (isOptional) return undefined
    throw oneOfRequired(parameters)
  }
  if (owner && owner.uid.toLowerCase() !== ownerUid.toLowerCase()) throw exactlyOne(parameters)
  return ownerUid
}

function readSettings(body: Omit<Static<typeof ownershipPatch>, 'owner' | 'ownerUid'>) {
  const columns = {
    copy_owner_when_booking_confirmed: body.copyOwnerWhenBookingConfirmed,
    collect_and_remit_taxes: body.collectAndRemitTaxes,
    owner_notes: body.ownerNotes,
  }
  const setColumns = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(setColumns) as Partial<OwnershipSettings>
}

async function presentOwnership(
  ctx: Context,
  property: AccessibleProperty,
): Promise<Static<typeof response>> {
  const ownership = await findOwnership(ctx, property)
  const { owner_uid: ownerUid = null } = ownership ?? {}
  const settings = ownership ?? initialSettings
  return {
    propertyOwnership: {
      propertyUid: property.uid,
      ownerUid,
      owner: ownership
        ? {
            uid: ownership.owner_uid,
            email: ownership.email,
            firstName: ownership.first_name,
            lastName: ownership.last_name,
          }
        : null,
      sinceUtcDateTime: ownership ? utcText(ownership.since) : null,
      copyOwnerWhenBookingConfirmed: settings.copy_owner_when_booking_confirmed,
      collectAndRemitTaxes: settings.collect_and_remit_taxes,
      ownerNotes: settings.owner_notes,
    },
  }
}
