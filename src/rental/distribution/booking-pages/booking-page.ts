/** Public content of a property's page: contract/resources.md §7. */
import type { Context } from '../../../context.ts'
import { localDay } from '../../../platform/dates/dates.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { listCalendarInputs } from '../../prices/calendar/calendar.ts'
import { computeNights } from '../../prices/calendar/nights.ts'
import type { PageProperty } from '../../properties/direct-booking/direct-booking.ts'
import { photoOrder } from '../../properties/photos/photo.ts'
import type { Photo } from '../../properties/photos/photos.ts'
import { listContent } from '../../properties/property-content/content.ts'
import { toContentOwner } from '../../properties/property-content/require-content-owner.ts'
import {
  listDescriptions,
  type PropertyDescription,
} from '../../properties/property-descriptions/property-descriptions.ts'

const nightsMax = 366

/** Value of `causes` of a free night. */
const free = 0

export interface BookingPageContent {
  property: PageProperty
  photos: Photo[]
  descriptions: PropertyDescription[]
  /** Civil date at the property, as a day number. */
  today: number
  /** Availability of each night, from tonight on. */
  isFree: boolean[]
}

export type PageContext = Pick<Context, 'db' | 'read' | 'clock'>

/** Loads the content of a property's page. */
export async function loadBookingPage(
  pageContext: PageContext,
  property: PageProperty,
): Promise<BookingPageContent> {
  const caller = systemCaller(property.agency_uid)
  // Queries of content need no other members of a context.
  const ctx = { ...pageContext, caller } as Context
  const photos = await listContent(ctx, 'photos', toContentOwner(property), photoOrder)
  const descriptions = await listDescriptions(ctx, property)
  const today = localDay(pageContext.clock.now(), property.time_zone)
  const days = { from: today, to: today + nightsMax }
  const [inputs] = await listCalendarInputs(ctx, [property.uid], { days })
  const isFree = inputs
    ? [...computeNights(inputs, days, today).causes].map(causes => causes === free)
    : []
  return { property, photos, descriptions, today, isFree }
}
