/** Extra guests of a lead: contract/resources.md §8.3. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import {
  bool,
  count,
  emailAddress,
  integer,
  listOf,
  nullable,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { unpaged } from '../../../platform/rest/list.ts'
import { type AccessibleLead, requireLead } from '../leads/leads.ts'
import { changeExtraGuests } from './change-extra-guests.ts'
import { type ExtraGuest, listExtraGuests } from './extra-guests.ts'

const guestsMax = 50
const ageMax = 150

const details = {
  firstName: nullable(text()),
  lastName: nullable(text()),
  email: nullable(emailAddress()),
  age: nullable(integer(0, ageMax)),
}

const extraGuestsResponse = Type.Object({
  extraGuests: listOf(Type.Object({ leadUid: uid(), ...details }), guestsMax),
  _metadata: Type.Object({
    count: count(),
    totalCount: count(),
    /** Only present if the caller may not see personal data. */
    hidden: Type.Optional(bool()),
  }),
})

const extraGuestInput = Type.Partial(Type.Object(details))

const path = '/extra-guests/:leadUid'
const tag = 'Guests'

export const extraGuestRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'listExtraGuests',
    summary: 'List the extra guests of a lead',
    tag,
    response: extraGuestsResponse,
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      presentExtraGuests(ctx, await requireLead(ctx, params.leadUid!)),
  }),
  route({
    method: 'PUT',
    path,
    since: '3.3',
    operationId: 'replaceExtraGuests',
    summary: 'Replace the extra guests of a lead',
    emits: ['BOOKING_UPDATED'],
    tag,
    body: Type.Object({ extraGuests: listOf(extraGuestInput, guestsMax) }),
    response: extraGuestsResponse,
    errors: ['LEAD_NOT_FOUND', 'READ_ONLY_GRANT', 'LEAD_READ_ONLY'],
    authorize: async (ctx, { params }) =>
      requireLead(ctx, params.leadUid!, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, authorized, version }) => {
      await changeExtraGuests(ctx, authorized, body.extraGuests.map(extraGuestColumns), version)
      return presentExtraGuests(ctx, authorized)
    },
  }),
]

function extraGuestColumns({
  firstName,
  lastName,
  email,
  age,
}: Static<typeof extraGuestInput>): ExtraGuest {
  return {
    first_name: firstName ?? null,
    last_name: lastName ?? null,
    email: email ?? null,
    age: age ?? null,
  }
}

async function presentExtraGuests(ctx: Context, lead: AccessibleLead) {
  if (!lead.personal) {
    const { extraGuests, _metadata } = unpaged('extraGuests', [])
    return { extraGuests, _metadata: { ..._metadata, hidden: true } }
  }
  const guests = await listExtraGuests(ctx, lead)
  return unpaged(
    'extraGuests',
    guests.map(guest => ({
      leadUid: lead.uid,
      firstName: guest.first_name,
      lastName: guest.last_name,
      email: guest.email,
      age: guest.age,
    })),
  )
}
