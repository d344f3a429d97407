/** What the page of a property shows to everybody: contract/resources.md §7. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { localDayOf } from '../../platform/dates.ts'
import { rowAs } from '../../platform/graphql/fields.ts'
import { systemCaller } from '../agencies/caller.ts'
import { listFacts } from '../calendar/calendar.ts'
import { nightsOf } from '../calendar/nights.ts'
import { photoOrder } from '../photos/photo.ts'
import type { Photo } from '../photos/photos.ts'
import { listContent } from '../properties/content.ts'
import { holderOf } from '../properties/content-holder.ts'
import {
  listDescriptions,
  type PropertyDescription,
} from '../property-descriptions/property-descriptions.ts'
import type { PropertiesTable } from '../tables.ts'
import { bookingPageOf } from './booking-page.ts'
import type { BookingPage } from './page-url.ts'

const nightsAhead = 366

const columns = [
  ...(['agency_uid', 'uid', 'name', 'city', 'state', 'country_code', 'time_zone'] as const),
  ...(['bedrooms', 'beds', 'bathrooms', 'max_guests', 'minimum_stay'] as const),
  ...(['check_in_time_start', 'check_out_time'] as const),
]

/** A property that is booked directly now, with its page. */
export type PageProperty = Pick<Selectable<PropertiesTable>, (typeof columns)[number]> & {
  agency_name: string
  agency_website: string | null
  page: BookingPage
}

export interface ShownPage {
  property: PageProperty
  photos: Photo[]
  descriptions: PropertyDescription[]
  /** The day that it is at the property. */
  today: number
  /** Of tonight and each night after it, whether it is free. */
  isFree: boolean[]
}

export type PageScope = Pick<Context, 'db' | 'read' | 'clock'>

/** The property of a page; undefined unless it is booked directly now. */
export async function findPagePropertyUnscoped(
  { db }: Pick<Context, 'db'>,
  uid: string,
): Promise<PageProperty | undefined> {
  const { rows } = await sql<PageProperty>`/* every tenant */
    select ${sql.join(columns.map(column => sql.ref(`p.${column}`)))}, a.name as agency_name,
      a.website as agency_website,
      ${bookingPageOf(rowAs('p'))} as page
    from direct_booking_pages d
    join properties p on p.agency_uid = d.agency_uid and p.uid = d.property_uid
    join agencies a on a.agency_uid = p.agency_uid
    where d.property_uid = ${uid}`.execute(db)
  return rows.find(({ page }) => page !== null)
}

/** Everything that the page of a property shows. */
export async function readPage(scope: PageScope, property: PageProperty): Promise<ShownPage> {
  const caller = systemCaller(property.agency_uid)
  const ctx = { ...scope, caller } as Context
  const photos = await listContent(ctx, 'photos', holderOf(property), photoOrder)
  const descriptions = await listDescriptions(ctx, property)
  const today = localDayOf(scope.clock.now(), property.time_zone)
  const days = { from: today, to: today + nightsAhead }
  const [facts] = await listFacts(ctx, [property.uid], { days })
  const isFree = facts ? [...nightsOf(facts, days, today).causes].map(causes => causes === 0) : []
  return { property, photos, descriptions, today, isFree }
}
