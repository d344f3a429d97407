import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { endNotices } from '../../events/notices/notices.ts'
import { lockProperty } from '../../properties/properties/properties.ts'
import { checkAddressIsNew } from './check-ical-address.ts'
import { clearedValidators, type Ical } from './ical.ts'
import { addressColumns, redactedUrl } from './ical-address.ts'
import { lockIcal, updateIcal } from './icals.ts'

/** Requested changes of a calendar; undefined keeps a value. */
export interface IcalChange {
  name?: string | undefined
  /** URL as sent; its target has been checked. */
  url?: string | undefined
  source?: string | undefined
  imports?: string | undefined
  defaultKind?: string | undefined
  repeatsOthers?: boolean | undefined
}

/**
 * Changes an external calendar (contract/resources.md §10). With another URL it is imported at
 * once, and leads whose events the new URL does not contain are removed.
 *
 * @throws ApiError ICAL_NOT_FOUND, INVALID_PARAMETER, ALREADY_EXISTS
 */
export async function changeIcal(
  ctx: Context,
  key: Pick<Ical, 'agency_uid' | 'uid' | 'property_uid'>,
  { name, url, source, imports, defaultKind, repeatsOthers }: IcalChange,
): Promise<Ical> {
  return transaction(ctx, async (ctx: Context) => {
    const { agency_uid, uid, property_uid } = key
    await lockProperty(ctx, { agency_uid, uid: property_uid })
    const ical = await lockIcal(ctx, key)
    if (!ical) throw notFound('ICAL_NOT_FOUND', uid)
    // A URL that is sent back as it was returned, with the password redacted, is unchanged.
    const addressChanges =
      url === undefined || url === redactedUrl(ical)
        ? null
        : await findAddressChanges(ctx, ical, url)
    const settings = { imports, default_kind: defaultKind, repeats_others: repeatsOthers }
    const changedSettings = diffColumns(ical, { name, source, ...settings })
    // These settings change how events are read, so an unchanged response is read again, too.
    const needsReread = readSettings.some(setting => setting in changedSettings)
    const changes = {
      ...changedSettings,
      ...(needsReread ? clearedValidators : {}),
      ...addressChanges,
    }
    if (Object.keys(changes).length === 0) return ical
    const changed = await updateIcal(ctx, ical, changes)
    if (addressChanges) {
      await endNotices(ctx, agency_uid, [uid])
      await ctx.tasks.send(ctx.db, 'sync-ical', { agencyUid: agency_uid, uid })
    }
    return changed
  })
}

const readSettings = ['imports', 'default_kind', 'repeats_others', 'source']

/** Returns the columns that a new address changes; null if the address is the same. */
async function findAddressChanges(
  ctx: Context,
  ical: Ical,
  url: string,
): Promise<Partial<Ical> | null> {
  const address = await addressColumns(ctx, ical.uid, url)
  if (address.url_digest === ical.url_digest) return null
  await checkAddressIsNew(ctx, ical, address.url_digest)
  return { ...address, ...neverFetched, next_sync_at: ctx.clock.now() }
}

/** Columns of a calendar that has never been fetched; an import in progress ends. */
const neverFetched = {
  etag: null,
  last_modified: null,
  body_digest: null,
  responded_at: null,
  sync_status: 'NEVER',
  sync_error: null,
  synced_at: null,
  failures: 0,
  claim_uid: null,
  claimed_until: null,
}
