import type { Context } from '../src/context.ts'
import { insertRows } from '../src/platform/db/rows.ts'
import { newUid } from '../src/platform/uid.ts'
import { systemCaller } from '../src/rental/access/agencies/caller.ts'
import { createAgency } from '../src/rental/access/agencies/create-agency.ts'
import { insertLeads } from '../src/rental/leads/leads/leads.ts'
import { insertFeeds } from '../src/rental/prices/calendar-feeds/calendar-feeds.ts'
import { insertOccupancies } from '../src/rental/prices/occupancies/occupancies.ts'
import { photoUrls } from '../src/rental/properties/photos/photo.ts'
import { insertUnits } from '../src/rental/properties/units/units.ts'
import type { Chance } from './chance.ts'
import { furnish } from './furnish.ts'
import { inPortions } from './in-portions.ts'
import { type DemoContent, makeContent, storeContent } from './make-content.ts'
import { type DemoLeads, makeLeads } from './make-leads.ts'
import { makePayments } from './make-payments.ts'
import { makePrices, storePrices } from './make-prices.ts'
import { type DemoProperties, makeProperties, website } from './make-properties.ts'
import { hireStaff } from './staff/hire-staff.ts'
import { choosePlaces } from './words/places.ts'

type Scope = Pick<Context, 'db' | 'sealer'>

export interface DemoAgency {
  uid: string
  properties: { uid: string }[]
  leads: unknown[]
  manager: { agency_uid: string; uid: string; email: string }
}

const day = 86_400_000

/** Since when there is the agency. */
const ageDays = 500

/** What there is of the demo before anything of it is stored. */
export interface DemoPlan {
  uid: string
  now: Date
  began: Date
  publicUrl: string
  estate: DemoProperties
  content: DemoContent
}

/** Thinks up the properties of the demo agency, laid around `now`, and what they show. */
export function plan(
  chance: Chance,
  { now, count, publicUrl }: { now: Date; count: number; publicUrl: string },
): DemoPlan {
  const began = new Date(now.getTime() - ageDays * day)
  const uid = newUid(began.getTime(), () => chance.bytes(16))
  const estate = makeProperties(uid, choosePlaces(count), chance, began)
  const content = makeContent(estate, chance, began)
  const firsts = content.photos.filter(photo => photo.display_order === 0)
  const linkOf = new Map(firsts.map(photo => [photo.property_uid, pictureLink(photo, publicUrl)]))
  for (const property of estate.properties) property.picture_link = linkOf.get(property.uid) ?? null
  return { uid, now, began, publicUrl, estate, content }
}

function pictureLink({ uid }: { uid: string }, publicUrl: string): string {
  return photoUrls({ uid, original_image_url: null }, publicUrl).largeScaleImageUrl
}

/** Stores a plan, and the stays and all that is around them. */
export async function fill(ctx: Scope, chance: Chance, planned: DemoPlan): Promise<DemoAgency> {
  const { uid, now, began, estate, content } = planned
  await foundAgency(ctx, uid, began)
  const employees = await hireStaff(ctx, planned, chance)
  await storeEstate(ctx, estate, began)
  await storeContent(ctx, content, began)
  const today = now.toISOString().slice(0, 10)
  const prices = makePrices(uid, estate.properties, chance, { made: began, today })
  await storePrices(ctx, uid, prices)
  const assignees = employees.slice(0, 4).map(employee => employee.uid)
  const made = makeLeads(uid, estate.bookables, prices, assignees, chance, now)
  await storeStays(ctx, uid, made, chance, now)
  const { properties, links } = estate
  const { leads } = made
  await furnish(ctx, { uid, properties, leads, links }, chance, { made: began, now })
  return { uid, properties, leads, manager: employees.find(({ role }) => role === 'MANAGER')! }
}

async function foundAgency({ db }: Scope, uid: string, began: Date): Promise<void> {
  const details = {
    phone_number: '+1 303 555 0142',
    website,
    address1: '1420 Larimer Street',
    city: 'Denver',
    state: 'CO',
    zip_code: '80202',
    rental_condition: 'Guests of legal age book. What is broken is told, and is rarely a problem.',
  }
  const agency = { name: 'Cedar Stays', timeZone: 'America/Denver', countryCode: 'US', details }
  await createAgency({ db }, { uid, emailAddress: 'hello@cedarstays.example', ...agency }, began)
}

async function storeEstate(ctx: Scope, estate: DemoProperties, began: Date): Promise<void> {
  await insertRows(ctx, 'hotels', estate.hotels)
  await insertRows(ctx, 'properties', estate.properties)
  await insertUnits(ctx, estate.units)
  await insertFeeds(ctx, estate.properties, began)
}

async function storeStays(
  ctx: Scope,
  agencyUid: string,
  made: DemoLeads,
  chance: Chance,
  now: Date,
): Promise<void> {
  const host = { db: ctx.db, caller: systemCaller(agencyUid), clock: { now: () => now } }
  await insertLeads(ctx, made.leads)
  await inPortions(made.occupancies, rows => insertOccupancies(host, 'import', rows))
  const { orders, adjustments, payments } = makePayments(made, chance, now)
  await insertRows(ctx, 'orders', orders)
  await insertRows(ctx, 'order_adjustments', adjustments)
  await insertRows(ctx, 'payments', payments)
}
