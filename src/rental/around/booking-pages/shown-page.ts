/** What the page of a property shows to everybody: contract/resources.md §7. */
import type { Context } from '../../../context.ts'
import { localDayOf } from '../../../platform/dates.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { listFacts } from '../../prices/calendar/calendar.ts'
import { nightsOf } from '../../prices/calendar/nights.ts'
import type { PageProperty } from '../../properties/direct-booking/direct-booking.ts'
import { photoOrder } from '../../properties/photos/photo.ts'
import type { Photo } from '../../properties/photos/photos.ts'
import { listContent } from '../../properties/property-content/content.ts'
import { holderOf } from '../../properties/property-content/reached-content-holder.ts'
import {
  listDescriptions,
  type PropertyDescription,
} from '../../properties/property-descriptions/property-descriptions.ts'

const nightsAhead = 366

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
