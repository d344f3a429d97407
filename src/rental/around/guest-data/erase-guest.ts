import { afterCommit } from '../../../platform/db/in-transaction.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockGuest, markErased } from '../../leads/guests/guests.ts'
import { type ErasedCounts, type Erasing, eraseBelongings } from './erase-belongings.ts'
import { type Erasure, type GuestKey, listBelongings } from './guest-data.ts'
import { keepErasure } from './keep-erasure.ts'

/**
 * Erases all personal data of a guest, in one transaction (contract/resources.md §8.2): the guest,
 * the leads and the messages stay, with their nights, money and times, and say nothing of anybody.
 * Again it erases what has come since.
 */
export async function eraseGuest(ctx: Erasing, guest: GuestKey): Promise<ErasedCounts> {
  return transaction(ctx, async (ctx: Erasing) => {
    await lockGuest(ctx, guest.agency_uid, guest.uid)
    const belongings = await listBelongings(ctx, guest)
    const counts = await eraseBelongings(ctx, guest.agency_uid, belongings)
    const erasedAt = (await markErased(ctx, guest)).toISOString()
    const leadUids = belongings.leads as string[]
    const erasure = { agencyUid: guest.agency_uid, guestUid: guest.uid, leadUids, erasedAt }
    afterCommit(() => keepListed(ctx, erasure))
    ctx.log.info({ guestUid: guest.uid, erased: counts }, 'erased the personal data of a guest')
    return counts
  })
}

/** The guest is erased already, whether or not this can be kept. */
function keepListed({ settings, log }: Erasing, erasure: Erasure): void {
  try {
    keepErasure(settings.erasuresFile, erasure)
  } catch (err) {
    log.error(
      { err, guestUid: erasure.guestUid },
      'Could not write an erasure to its list. Check BACKUP_FOLDER; it is retried at night',
    )
  }
}
