import { transaction } from '../../../platform/db/transaction.ts'
import { afterCommit } from '../../../platform/db/transaction-context.ts'
import { lockGuest, setErasedAt } from '../../leads/guests/guests.ts'
import { appendErasure } from './append-erasure.ts'
import {
  type ErasedCounts,
  type ErasureContext,
  eraseRelatedRecords,
} from './erase-related-records.ts'
import { type Erasure, type GuestKey, listRelatedRecords } from './guest-data.ts'

/**
 * Erases all personal data of a guest, in one transaction (contract/resources.md §8.2). The guest,
 * leads and messages stay with their nights, amounts and times, but without personal data. A
 * repeated call erases data added since.
 */
export async function eraseGuest(ctx: ErasureContext, guest: GuestKey): Promise<ErasedCounts> {
  return transaction(ctx, async (ctx: ErasureContext) => {
    await lockGuest(ctx, guest.agency_uid, guest.uid)
    const related = await listRelatedRecords(ctx, guest)
    const counts = await eraseRelatedRecords(ctx, guest.agency_uid, related)
    const erasedAt = (await setErasedAt(ctx, guest)).toISOString()
    const leadUids = related.leads as string[]
    const erasure = { agencyUid: guest.agency_uid, guestUid: guest.uid, leadUids, erasedAt }
    afterCommit(() => appendToList(ctx, erasure))
    ctx.log.info({ guestUid: guest.uid, erased: counts }, 'erased the personal data of a guest')
    return counts
  })
}

/**
 * Adds an erasure to the list for restores. Only logs an error, because the guest is erased
 * already.
 */
function appendToList({ settings, log }: ErasureContext, erasure: Erasure): void {
  try {
    appendErasure(settings.erasuresFile, erasure)
  } catch (err) {
    log.error(
      { err, guestUid: erasure.guestUid },
      'Could not write an erasure to its list. Check BACKUP_FOLDER; it is retried at night',
    )
  }
}
