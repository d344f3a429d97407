/** Who else comes with the guest of a lead: contract/resources.md §8.3. */
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
import { type ReachedLead, reachedLead } from '../leads/leads.ts'
import { changeExtraGuests } from './change-extra-guests.ts'
import { type ExtraGuest, listExtraGuests } from './extra-guests.ts'

const guestsMax = 50
const ageMax = 150

const told = {
  firstName: nullable(text()),
  lastName: nullable(text()),
  email: nullable(emailAddress()),
  age: nullable(integer(0, ageMax)),
}

const answer = Type.Object({
  extraGuests: listOf(Type.Object({ leadUid: uid(), ...told }), guestsMax),
  _metadata: Type.Object({
    count: count(),
    totalCount: count(),
    /** Only there when the caller may not see personal data. */
    hidden: Type.Optional(bool()),
  }),
})

const written = Type.Partial(Type.Object(told))

const path = '/extra-guests/:leadUid'
const tag = 'Guests'

export const extraGuestRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'listExtraGuests',
    summary: 'List the extra guests of a lead',
    tag,
    answer,
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params }) => answerOf(ctx, await reachedLead(ctx, params.leadUid!)),
  }),
  route({
    method: 'PUT',
    path,
    since: '3.3',
    operationId: 'replaceExtraGuests',
    summary: 'Replace the extra guests of a lead',
    tells: ['BOOKING_UPDATED'],
    tag,
    body: Type.Object({ extraGuests: listOf(written, guestsMax) }),
    answer,
    errors: ['LEAD_NOT_FOUND', 'READ_ONLY_GRANT', 'LEAD_READ_ONLY'],
    authorize: async (ctx, { params }) =>
      reachedLead(ctx, params.leadUid!, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, reached, version }) => {
      await changeExtraGuests(ctx, reached, body.extraGuests.map(columnsOf), version)
      return answerOf(ctx, reached)
    },
  }),
]

function columnsOf({ firstName, lastName, email, age }: Static<typeof written>): ExtraGuest {
  return {
    first_name: firstName ?? null,
    last_name: lastName ?? null,
    email: email ?? null,
    age: age ?? null,
  }
}

async function answerOf(ctx: Context, lead: ReachedLead) {
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
