/** Who owns a property: contract/resources.md §2.2. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
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
import { type ReachedProperty, reachedProperty } from '../properties/properties.ts'
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

const answer = Type.Object({ propertyOwnership })
const one = { path: '/property-ownership/:propertyUid', tag: 'Owners' } as const
const writes = { inPath: true, access: 'READ_WRITE' } as const
const writeErrors = ['PROPERTY_NOT_FOUND', 'OWNER_NOT_FOUND', 'READ_ONLY_GRANT'] as const

const settings = {
  copyOwnerWhenBookingConfirmed: Type.Optional(bool()),
  collectAndRemitTaxes: Type.Optional(bool()),
  ownerNotes: Type.Optional(nullable(text({ max: 10_000 }))),
}

const parts = Type.Object({
  owner: Type.Optional(Type.Object({ uid: uid() })),
  ownerUid: Type.Optional(uid()),
  ...settings,
})

const whole = Type.Object({ ownerUid: uid(), ...settings })

export const propertyOwnershipRoutes = [
  route({
    ...one,
    method: 'GET',
    summary: 'Get the owner of a property',
    answer,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      present(ctx, await reachedProperty(ctx, params.propertyUid!, { inPath: true })),
  }),
  route({
    ...one,
    method: 'PATCH',
    summary: 'Assign an owner to a property',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: parts,
    answer,
    errors: [...writeErrors, 'CONFLICTING_PARAMETERS', 'PROPERTY_OWNERSHIP_NOT_FOUND'],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { body, reached }) => {
      const sent = settingsIn(body)
      const owner = ownerUidIn(body, Object.keys(sent).length > 0)
      await changeOwnership(ctx, reached, { owner, settings: sent })
      return present(ctx, reached)
    },
  }),
  route({
    ...one,
    method: 'PUT',
    since: '3.3',
    operationId: 'assignPropertyOwnership',
    summary: 'Assign an owner to a property by uid',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: whole,
    answer,
    errors: writeErrors,
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { body, reached }) => {
      const settings = { ...initialSettings, ...settingsIn(body) }
      await changeOwnership(ctx, reached, { owner: body.ownerUid, settings })
      return present(ctx, reached)
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Remove the owner of a property',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    answer: Type.Object({}),
    errors: ['PROPERTY_NOT_FOUND', 'PROPERTY_OWNERSHIP_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { reached }) => {
      await deleteOwnership(ctx, reached)
      return {}
    },
  }),
]

/**
 * Returns the owner that a body names; it need not name one beside settings.
 *
 * @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS for two that differ
 */
function ownerUidIn(
  { owner, ownerUid = owner?.uid }: Static<typeof parts>,
  isOptional: boolean,
): string | undefined {
  const oneOf = ['owner', 'ownerUid']
  if (ownerUid === undefined) {
    if (isOptional) return undefined
    throw oneOfRequired(oneOf)
  }
  if (owner && owner.uid.toLowerCase() !== ownerUid.toLowerCase()) throw exactlyOne(oneOf)
  return ownerUid
}

/** Returns the settings that a body has. */
function settingsIn(body: Omit<Static<typeof parts>, 'owner' | 'ownerUid'>) {
  const columns = {
    copy_owner_when_booking_confirmed: body.copyOwnerWhenBookingConfirmed,
    collect_and_remit_taxes: body.collectAndRemitTaxes,
    owner_notes: body.ownerNotes,
  }
  const sent = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent) as Partial<OwnershipSettings>
}

async function present(ctx: Context, property: ReachedProperty): Promise<Static<typeof answer>> {
  const owned = await findOwnership(ctx, property)
  const { owner_uid: ownerUid = null } = owned ?? {}
  const settings = owned ?? initialSettings
  return {
    propertyOwnership: {
      propertyUid: property.uid,
      ownerUid,
      owner: owned
        ? {
            uid: owned.owner_uid,
            email: owned.email,
            firstName: owned.first_name,
            lastName: owned.last_name,
          }
        : null,
      sinceUtcDateTime: owned ? utcText(owned.since) : null,
      copyOwnerWhenBookingConfirmed: settings.copy_owner_when_booking_confirmed,
      collectAndRemitTaxes: settings.collect_and_remit_taxes,
      ownerNotes: settings.owner_notes,
    },
  }
}
