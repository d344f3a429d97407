import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { renewIcalFeed } from '../../prices/calendar-feeds/calendar-feeds.ts'
import { lockProperty } from '../../properties/properties/properties.ts'
import { adoptByAddress } from '../ical-events/adopted-events.sql.ts'
import { checkAddressIsNew } from './check-ical-address.ts'
import { detectSource, type Ical, icalsMax } from './ical.ts'
import { addressColumns } from './ical-address.ts'
import { countIcals, insertIcals } from './icals.ts'

export interface NewIcal {
  name: string
  /** URL as sent; its target has been checked. */
  url: string
  /** Null: detected from the host name of the URL. */
  source: string | null
  imports?: string | undefined
  defaultKind?: string | undefined
  repeatsOthers?: boolean | undefined
}

/**
 * Adds an external calendar to a property and schedules its import (contract/resources.md §10).
 *
 * @throws ApiError INVALID_PARAMETER, ALREADY_EXISTS, STATE_CONFLICT
 */
export async function createIcal(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  { name, url, source, imports, defaultKind, repeatsOthers }: NewIcal,
): Promise<Ical> {
  return transaction(ctx, async (ctx: Context) => {
    const now = ctx.clock.now()
    const uid = newUid(now.getTime())
    const { agency_uid } = property
    const address = await addressColumns(ctx, uid, url)
    await lockProperty(ctx, property)
    const key = { agency_uid, uid, property_uid: property.uid }
    await checkAddressIsNew(ctx, key, address.url_digest)
    if ((await countIcals(ctx, property)) >= icalsMax) {
      throw new ApiError('STATE_CONFLICT', `A property can have at most ${icalsMax} calendars`, {
        members: { limit: icalsMax },
      })
    }
    const [ical] = await insertIcals(ctx, [
      {
        ...key,
        name,
        source: source ?? detectSource(new URL(address.url).hostname),
        ...address,
        ...(imports === undefined ? {} : { imports }),
        ...(defaultKind === undefined ? {} : { default_kind: defaultKind }),
        ...(repeatsOthers === undefined ? {} : { repeats_others: repeatsOthers }),
        next_sync_at: now,
        created_at: now,
        updated_at: now,
      },
    ])
    // With its events, a calendar that is added again also gets back its feed.
    const isAdopted = await adoptByAddress(ctx, ical!)
    if (!isAdopted) await renewIcalFeed(ctx, ical!)
    recordEvent(ctx, {
      agencyUid: agency_uid,
      type: 'ICAL_CREATED',
      keys: { ical_uid: uid, property_uid: property.uid },
      isNew: true,
    })
    await ctx.tasks.send(ctx.db, 'sync-ical', { agencyUid: agency_uid, uid })
    return ical!
  })
}
