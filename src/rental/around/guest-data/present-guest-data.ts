import type { Context } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
import { linkOf } from '../../inbox/attachments/attachment-link.ts'
import { passportOf } from '../../leads/leads/sealed-passport.ts'
import { type GuestKey, listBelongings, listOfPlace } from './guest-data.ts'
import { camelCase, presentRow } from './guest-data-shape.ts'
import { guestPlaces } from './guest-places.ts'

/**
 * All personal data of a guest that is kept, place by place (contract/resources.md §8.2). Files
 * come as links, which lead to them for a day. What only repeats another place is left out.
 */
export async function presentGuestData(
  ctx: Pick<Context, 'db' | 'clock' | 'settings' | 'signing' | 'sealer'>,
  guest: GuestKey,
) {
  const { agency_uid, uid } = guest
  const belongings = await listBelongings(ctx, guest)
  const records: Record<string, Record<string, unknown>[]> = {}
  for (const [table, place] of Object.entries(guestPlaces)) {
    if (place.beside === null) continue
    const rows = await listOfPlace(ctx, agency_uid, [table, place], belongings)
    records[camelCase(table)] = rows.map(row => ({
      ...presentRow(table === 'leads' ? withPassport(ctx, row) : row),
      ...(table === 'message_attachments' ? linked(ctx, agency_uid, row) : {}),
    }))
  }
  const erased = records.guests?.[0]?.erasedAt ?? null
  return {
    guestUid: uid,
    agencyUid: agency_uid,
    exportedUtcDateTime: utcText(ctx.clock.now()),
    erasedUtcDateTime: erased as string | null,
    records,
  }
}

function withPassport(ctx: Pick<Context, 'sealer'>, row: Record<string, unknown>) {
  const { passport_sealed, passport_key_id, ...others } = row
  return { ...others, passport_id: passportOf(ctx, row as never) }
}

function linked(
  ctx: Pick<Context, 'clock' | 'settings' | 'signing'>,
  agency_uid: string,
  row: Record<string, unknown>,
) {
  return { fileUrl: linkOf(ctx, { ...row, agency_uid } as never) }
}
