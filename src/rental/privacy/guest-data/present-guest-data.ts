import type { Context } from '../../../context.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import { signAttachmentUrl } from '../../inbox/attachments/attachment-link.ts'
import { decryptPassport } from '../../leads/leads/passport-encryption.ts'
import { type GuestKey, listPersonalRows, listRelatedRecords } from './guest-data.ts'
import { camelCase, presentRow } from './guest-data-shape.ts'
import { personalDataMap } from './personal-data-map.ts'

/**
 * Presents all personal data of a guest by table (contract/resources.md §8.2). Files are links that
 * are valid for one day. Tables that only repeat others are left out.
 */
export async function presentGuestData(
  ctx: Pick<Context, 'db' | 'clock' | 'settings' | 'signing' | 'cipher'>,
  guest: GuestKey,
) {
  const { agency_uid, uid } = guest
  const related = await listRelatedRecords(ctx, guest)
  const records: Record<string, Record<string, unknown>[]> = {}
  for (const [table, rules] of Object.entries(personalDataMap)) {
    if (rules.exportedColumns === null) continue
    const rows = await listPersonalRows(ctx, agency_uid, [table, rules], related)
    records[camelCase(table)] = rows.map(row => ({
      ...presentRow(table === 'leads' ? withPassport(ctx, row) : row),
      ...(table === 'message_attachments' ? withFileUrl(ctx, agency_uid, row) : {}),
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

function withPassport(ctx: Pick<Context, 'cipher'>, row: Record<string, unknown>) {
  const { passport_sealed, passport_key_id, ...columns } = row
  return { ...columns, passport_id: decryptPassport(ctx, row as never) }
}

function withFileUrl(
  ctx: Pick<Context, 'clock' | 'settings' | 'signing'>,
  agency_uid: string,
  row: Record<string, unknown>,
) {
  return { fileUrl: signAttachmentUrl(ctx, { ...row, agency_uid } as never) }
}
