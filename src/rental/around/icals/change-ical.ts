import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { endNotices } from '../../events/notices/notices.ts'
import { lockProperty } from '../../properties/properties/properties.ts'
import { checkAddressIsNew } from './check-ical-address.ts'
import type { Ical } from './ical.ts'
import { addressColumns, shownUrl } from './ical-address.ts'
import { lockIcal, updateIcal } from './icals.ts'

/** What is to change of a calendar; undefined keeps what it has. */
export interface IcalChange {
  name?: string | undefined
  /** As it was sent; it was checked where it leads. */
  url?: string | undefined
  source?: string | undefined
  imports?: string | undefined
  defaultKind?: string | undefined
  repeatsOthers?: boolean | undefined
}

/**
 * Changes an external calendar (contract/resources.md §10). With another address it is imported
 * anew, at once: what was imported from the old one and is not in the new one goes then.
 *
 * @throws ApiError ICAL_NOT_FOUND, INVALID_PARAMETER, ALREADY_EXISTS
 */
export async function changeIcal(
  ctx: Context,
  found: Pick<Ical, 'agency_uid' | 'uid' | 'property_uid'>,
  { name, url, source, imports, defaultKind, repeatsOthers }: IcalChange,
): Promise<Ical> {
  return transaction(ctx, async (ctx: Context) => {
    const { agency_uid, uid, property_uid } = found
    await lockProperty(ctx, { agency_uid, uid: property_uid })
    const ical = await lockIcal(ctx, found)
    if (!ical) throw notFound('ICAL_NOT_FOUND', uid)
    const moved = url === undefined || url === shownUrl(ical) ? null : await moving(ctx, ical, url)
    const settings = { imports, default_kind: defaultKind, repeats_others: repeatsOthers }
    const told = differing(ical, { name, source, ...settings })
    // Events are read anew by other settings.
    const isReadAnew = settingNames.some(setting => setting in told)
    const changes = { ...told, ...(isReadAnew ? unread : {}), ...moved }
    if (Object.keys(changes).length === 0) return ical
    const changed = await updateIcal(ctx, ical, changes)
    if (moved) {
      await endNotices(ctx, agency_uid, [uid])
      await ctx.tasks.send(ctx.db, 'sync-ical', { agencyUid: agency_uid, uid })
    }
    return changed
  })
}

const settingNames = ['imports', 'default_kind', 'repeats_others', 'source']
const unread = { etag: null, last_modified: null, body_digest: null }

/** What another address changes of a calendar; null when it is the same. */
async function moving(ctx: Context, ical: Ical, url: string): Promise<Partial<Ical> | null> {
  const address = await addressColumns(ctx, ical.uid, url)
  if (address.url_digest === ical.url_digest) return null
  await checkAddressIsNew(ctx, ical, address.url_digest)
  return { ...address, ...anew, next_sync_at: ctx.clock.now() }
}

/** As if it had never been fetched; an import that is under way ends. */
const anew = {
  etag: null,
  last_modified: null,
  body_digest: null,
  answered_at: null,
  sync_status: 'NEVER',
  sync_error: null,
  synced_at: null,
  failures: 0,
  claim_uid: null,
  claimed_until: null,
}
