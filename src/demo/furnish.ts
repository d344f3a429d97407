/** What an agency has around its stays: conversations, jobs, owners, reviews, codes. */
import type { Insertable } from 'kysely'
import type { Context } from '../context.ts'
import { SettableClock } from '../platform/clock.ts'
import { insertCustomData } from '../rental/around/custom-data/custom-data.ts'
import { insertCustomDataFields } from '../rental/around/custom-data-fields/custom-data-fields.ts'
import { insertJobs } from '../rental/around/jobs/jobs.ts'
import { insertOwnerAdjustments } from '../rental/around/owner-adjustments/owner-adjustments.ts'
import { insertPinCodes } from '../rental/around/pin-codes/pin-codes.ts'
import { insertReviews } from '../rental/around/reviews/reviews.ts'
import { insertServiceProviders } from '../rental/around/service-providers/service-providers.ts'
import { insertServices } from '../rental/around/services/services.ts'
import { insertTags } from '../rental/around/tags/tags.ts'
import { upsertConversations } from '../rental/inbox/conversations/conversations.ts'
import { insertMessages } from '../rental/inbox/messages/messages.ts'
import { insertThreads } from '../rental/inbox/threads/threads.ts'
import { keepGuests } from '../rental/leads/guests/keep-guests.ts'
import {
  insertFeatured,
  putPages,
  putSites,
} from '../rental/properties/direct-booking/booking-writes.sql.ts'
import { insertOwners } from '../rental/properties/owners/owners.ts'
import { insertLinks } from '../rental/properties/property-channel-links/property-channel-links.ts'
import { insertOwnerships } from '../rental/properties/property-ownership/property-ownership.ts'
import type { LeadsTable, PropertiesTable } from '../rental/tables.ts'
import type { Chance } from './chance.ts'
import { chunks } from './chunks.ts'
import { makeAccess } from './make-access.ts'
import { makeInbox } from './make-inbox.ts'
import { makeJobs } from './make-jobs.ts'
import { makeOwners } from './make-owners.ts'
import { makeReviews } from './make-reviews.ts'

type Scope = Pick<Context, 'db' | 'sealer'>

interface Agency {
  uid: string
  properties: Insertable<PropertiesTable>[]
  leads: Insertable<LeadsTable>[]
}

/** Adds all of it to an agency that has properties and leads since `times.made`. */
export async function furnish(
  { db, sealer }: Scope,
  agency: Agency,
  chance: Chance,
  times: { made: Date; now: Date },
): Promise<void> {
  const { uid: agencyUid, properties, leads } = agency
  const ctx = { db, clock: new SettableClock(times.now) }
  await storeInbox(ctx, agency, chance)
  const { providers, services, jobs } = makeJobs(agencyUid, leads, chance, times)
  await insertServiceProviders(ctx, providers)
  await insertServices(ctx, services)
  for (const rows of chunks(jobs)) await insertJobs(ctx, rows)
  const { owners, ownerships, adjustments } = makeOwners(agencyUid, properties, chance, times)
  await insertOwners(ctx, owners)
  await insertOwnerships(ctx, ownerships)
  await insertOwnerAdjustments(ctx, adjustments)
  for (const rows of chunks(makeReviews(leads, chance, times.now))) await insertReviews(ctx, rows)
  const access = makeAccess({ agencyUid, sealer }, agency, chance, times)
  await insertCustomDataFields(ctx, access.fields)
  await insertCustomData(ctx, access.values)
  await insertLinks(ctx, access.links)
  await insertPinCodes(ctx, access.pinCodes)
  await openSite(ctx, agency)
  for (const lead of leads.filter(({ status }) => status === 'BOOKED' && chance.is(0.08))) {
    await insertTags(ctx, { ...lead, type: 'LEAD' }, [chance.pick(['VIP', 'Returning', 'Late'])])
  }
}

async function storeInbox(
  ctx: Pick<Context, 'db' | 'clock'>,
  { leads }: Agency,
  chance: Chance,
): Promise<void> {
  const guestOf = await keepGuests(
    ctx,
    leads.filter(({ type }) => type !== 'BLOCK'),
  )
  const { threads, conversations, messages } = makeInbox(leads, guestOf, chance, ctx.clock.now())
  for (const rows of chunks(threads)) await insertThreads(ctx, rows)
  for (const rows of chunks(conversations)) await upsertConversations(ctx, rows)
  for (const rows of chunks(messages)) await insertMessages(ctx, rows)
}

/** The agency's own booking site, with the first properties on its front page. */
async function openSite(
  ctx: Pick<Context, 'db' | 'clock'>,
  { uid: agency_uid, properties }: Agency,
): Promise<void> {
  const updated_at = ctx.clock.now()
  const website = 'https://stay.cedarstays.example'
  await putSites(ctx, [{ agency_uid, is_enabled: true, website, updated_at }])
  const pages = properties.map(({ uid, name }) => {
    const words = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    return {
      agency_uid,
      property_uid: uid,
      is_enabled: true,
      slug: `${words}-${uid.slice(-8)}`,
      updated_at,
    }
  })
  await putPages(ctx, pages)
  const featured = properties.slice(0, 4).map(({ uid }, position) => {
    return { agency_uid, property_uid: uid, position }
  })
  await insertFeatured(ctx, featured)
}
