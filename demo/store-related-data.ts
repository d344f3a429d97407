/** Data related to the stays of an agency: conversations, jobs, owners, reviews, door codes. */
import type { Insertable } from 'kysely'
import type { Context } from '../src/context.ts'
import { SettableClock } from '../src/platform/clock.ts'
import { insertRows } from '../src/platform/db/rows.ts'
import { upsertConversations } from '../src/rental/inbox/conversations/conversations.ts'
import { upsertGuests } from '../src/rental/leads/guest-matching/upsert-guests.ts'
import {
  upsertPages,
  upsertSites,
} from '../src/rental/properties/direct-booking/booking-writes.sql.ts'
import { insertTagsForMany } from '../src/rental/properties/tags/tags.ts'
import type { LeadsTable, PropertyChannelLinksTable } from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'
import { insertInBatches } from './insert-in-batches.ts'
import { makeAccess } from './make-access.ts'
import { makeInbox } from './make-inbox.ts'
import { makeJobs } from './make-jobs.ts'
import { makeOwners } from './make-owners.ts'
import { type DemoProperty, website } from './make-properties.ts'
import { makeReviews } from './make-reviews.ts'

type Scope = Pick<Context, 'db' | 'cipher'>

interface Agency {
  uid: string
  properties: DemoProperty[]
  leads: Insertable<LeadsTable>[]
  links: Insertable<PropertyChannelLinksTable>[]
}

/** Stores related data of an agency that was created at `times.createdAt`. */
export async function storeRelatedData(
  { db, cipher }: Scope,
  agency: Agency,
  chance: Chance,
  times: { createdAt: Date; now: Date },
): Promise<void> {
  const { uid: agencyUid, properties, leads } = agency
  const ctx = { db, clock: new SettableClock(times.now) }
  await storeInbox(ctx, agency, chance)
  const { providers, services, jobs } = makeJobs(agencyUid, leads, chance, times)
  await insertRows(ctx, 'service_providers', providers)
  await insertRows(ctx, 'services', services)
  await insertRows(ctx, 'jobs', jobs)
  const { owners, ownerships, adjustments } = makeOwners(agencyUid, properties, chance, times)
  await insertRows(ctx, 'owners', owners)
  await insertRows(ctx, 'property_ownerships', ownerships)
  await insertRows(ctx, 'owner_adjustments', adjustments)
  await insertRows(ctx, 'reviews', makeReviews(leads, chance, times.now))
  const access = makeAccess({ agencyUid, cipher }, agency, chance, times)
  await insertRows(ctx, 'custom_data_fields', access.fields)
  await insertRows(ctx, 'custom_data', access.values)
  await insertRows(ctx, 'property_channel_links', agency.links)
  await insertRows(ctx, 'pin_codes', access.pinCodes)
  await storeSite(ctx, agency)
  const tagged = leads
    .filter(({ status }) => status === 'BOOKED' && chance.is(0.08))
    .map(lead => {
      const tags = [chance.pick(['VIP', 'Returning', 'Late'])]
      return { object: { ...lead, type: 'LEAD' as const }, tags }
    })
  await insertInBatches(tagged, rows => insertTagsForMany(ctx, rows))
}

async function storeInbox(
  ctx: Pick<Context, 'db' | 'clock'>,
  { leads, properties }: Agency,
  chance: Chance,
): Promise<void> {
  const propertyNames = new Map(properties.map(({ uid, name }) => [uid, name]))
  const guestUids = await upsertGuests(
    ctx,
    leads.filter(({ type }) => type !== 'BLOCK'),
  )
  const { threads, conversations, messages } = makeInbox(
    leads,
    guestUids,
    propertyNames,
    chance,
    ctx.clock.now(),
  )
  await insertRows(ctx, 'threads', threads)
  await insertInBatches(conversations, rows => upsertConversations(ctx, rows))
  await insertRows(ctx, 'messages', messages)
}

/**
 * Creates booking pages on this server, so that their links work; the first properties are
 * featured.
 */
async function storeSite(
  ctx: Pick<Context, 'db' | 'clock'>,
  { uid: agency_uid, properties }: Agency,
): Promise<void> {
  const updated_at = ctx.clock.now()
  await upsertSites(ctx, [{ agency_uid, is_enabled: true, website: null, updated_at }])
  const pages = properties.map(({ uid, web_link }) => ({
    agency_uid,
    property_uid: uid,
    is_enabled: true,
    slug: web_link!.slice(website.length + 1),
    updated_at,
  }))
  await insertInBatches(pages, rows => upsertPages(ctx, rows))
  const featured = properties.slice(0, 4).map(({ uid }, position) => {
    return { agency_uid, property_uid: uid, position }
  })
  await insertRows(ctx, 'featured_properties', featured)
}
