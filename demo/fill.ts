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
import { chooseTemplates } from './catalog/property-templates.ts'
import type { Chance } from './chance.ts'
import { insertInBatches } from './insert-in-batches.ts'
import { type DemoContent, makeContent, storeContent } from './make-content.ts'
import { type DemoLeads, makeLeads } from './make-leads.ts'
import { makePayments } from './make-payments.ts'
import { makePrices, storePrices } from './make-prices.ts'
import { type DemoProperties, makeProperties, website } from './make-properties.ts'
import { storeStaff } from './staff/store-staff.ts'
import { storeRelatedData } from './store-related-data.ts'

type Scope = Pick<Context, 'db' | 'cipher'>

export interface DemoAgency {
  uid: string
  properties: { uid: string }[]
  leads: unknown[]
  manager: { agency_uid: string; uid: string; email: string }
}

const day = 86_400_000

/** Age of the agency in days. */
const ageDays = 500

/** Generated data of the demo that has not been stored yet. */
export interface DemoPlan {
  uid: string
  now: Date
  foundedAt: Date
  publicUrl: string
  demoProperties: DemoProperties
  content: DemoContent
}

/** Generates the properties of the demo agency and their content, around `now`. */
export function plan(
  chance: Chance,
  { now, count, publicUrl }: { now: Date; count: number; publicUrl: string },
): DemoPlan {
  const foundedAt = new Date(now.getTime() - ageDays * day)
  const uid = newUid(foundedAt.getTime(), () => chance.bytes(16))
  const demoProperties = makeProperties(uid, chooseTemplates(count), chance, foundedAt)
  const content = makeContent(demoProperties, chance, foundedAt)
  const coverPhotos = content.photos.filter(photo => photo.display_order === 0)
  const linksByProperty = new Map(
    coverPhotos.map(photo => [photo.property_uid, pictureLink(photo, publicUrl)]),
  )
  for (const property of demoProperties.properties)
    property.picture_link = linksByProperty.get(property.uid) ?? null
  return { uid, now, foundedAt, publicUrl, demoProperties, content }
}

function pictureLink({ uid }: { uid: string }, publicUrl: string): string {
  return photoUrls({ uid, original_image_url: null }, publicUrl).largeScaleImageUrl
}

/** Stores a plan with its stays and related data. */
export async function fill(ctx: Scope, chance: Chance, plan: DemoPlan): Promise<DemoAgency> {
  const { uid, now, foundedAt, demoProperties, content } = plan
  await storeAgency(ctx, uid, foundedAt)
  const employees = await storeStaff(ctx, plan, chance)
  await storeProperties(ctx, demoProperties, foundedAt)
  await storeContent(ctx, content, foundedAt)
  const today = now.toISOString().slice(0, 10)
  const prices = makePrices(uid, demoProperties.properties, chance, { createdAt: foundedAt, today })
  await storePrices(ctx, uid, prices)
  const assignees = employees.slice(0, 4).map(employee => employee.uid)
  const demoLeads = makeLeads(uid, demoProperties.bookables, prices, assignees, chance, now)
  await storeStays(ctx, uid, demoLeads, chance, now)
  const { properties, links } = demoProperties
  const { leads } = demoLeads
  await storeRelatedData(ctx, { uid, properties, leads, links }, chance, {
    createdAt: foundedAt,
    now,
  })
  return { uid, properties, leads, manager: employees.find(({ role }) => role === 'MANAGER')! }
}

async function storeAgency({ db }: Scope, uid: string, foundedAt: Date): Promise<void> {
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
  await createAgency(
    { db },
    { uid, emailAddress: 'hello@cedarstays.example', ...agency },
    foundedAt,
  )
}

async function storeProperties(
  ctx: Scope,
  demoProperties: DemoProperties,
  foundedAt: Date,
): Promise<void> {
  await insertRows(ctx, 'hotels', demoProperties.hotels)
  await insertRows(ctx, 'properties', demoProperties.properties)
  await insertUnits(ctx, demoProperties.units)
  await insertFeeds(ctx, demoProperties.properties, foundedAt)
}

async function storeStays(
  ctx: Scope,
  agencyUid: string,
  demoLeads: DemoLeads,
  chance: Chance,
  now: Date,
): Promise<void> {
  const host = { db: ctx.db, caller: systemCaller(agencyUid), clock: { now: () => now } }
  await insertLeads(ctx, demoLeads.leads)
  await insertInBatches(demoLeads.occupancies, rows => insertOccupancies(host, 'import', rows))
  const { orders, adjustments, payments } = makePayments(demoLeads, chance, now)
  await insertRows(ctx, 'orders', orders)
  await insertRows(ctx, 'order_adjustments', adjustments)
  await insertRows(ctx, 'payments', payments)
}
