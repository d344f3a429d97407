import type { WorkContext } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Addressee } from '../../access/mails/mail.ts'
import { queueMail } from '../../access/mails/queue-mail.ts'
import { type Notice, textOf } from './notice.ts'
import { lockUntoldUnscoped, markTold } from './notices.ts'

const atOnce = 1_000
const namedMax = 50

/**
 * Writes to agencies and partners what they have not been told yet, to each in one mail
 * (contract/events.md §12). A partner's webhook is the matter of both.
 */
export async function mailNotices(ctx: WorkContext): Promise<void> {
  await transaction(ctx, async (ctx: WorkContext) => {
    const untold = await lockUntoldUnscoped(ctx, ctx.settings.callbacks.retryScale, atOnce)
    const [agencies, partners] = [new Map<string, Notice[]>(), new Map<string, Notice[]>()]
    for (const notice of untold) {
      if (notice.agency_uid !== null) addTo(agencies, notice.agency_uid, notice)
      if (notice.partner_uid !== null) addTo(partners, notice.partner_uid, notice)
    }
    for (const [agencyUid, notices] of agencies) await mail(ctx, { agencyUid }, notices)
    for (const [partnerUid, notices] of partners) await mail(ctx, { partnerUid }, notices)
    if (untold.length > 0)
      await markTold(
        ctx,
        untold.map(({ uid }) => uid),
      )
  })
}

function addTo(map: Map<string, Notice[]>, uid: string, notice: Notice): void {
  map.set(uid, [...(map.get(uid) ?? []), notice])
}

const subjects: Record<string, string> = {
  WEBHOOK_FAILING: 'Webhook not reachable',
  WEBHOOK_DISABLED: 'Webhook turned off',
  CALENDAR_FAILING: 'Calendar import failed',
  MAIL_FAILING: 'E-mail to a guest not delivered',
}

async function mail(ctx: WorkContext, to: Addressee, notices: Notice[]): Promise<void> {
  const { publicUrl } = ctx.settings
  const types = new Set(notices.map(({ type }) => type))
  const subject =
    types.size === 1 ? subjects[notices[0]!.type]! : `${notices.length} things need attention`
  const lines = notices.slice(0, namedMax).map(notice => `${textOf(notice)}\n${placeOf(notice)}`)
  const more = notices.length - lines.length
  const rest = more > 0 ? [`And ${more} more.`] : []
  const end = `All open alerts: ${publicUrl}/api/v3.3/notices?isResolved=false`
  await queueMail(ctx, { to, subject, text: [...lines, ...rest, end].join('\n\n') })
}

function placeOf({ type, agency_uid, partner_uid, object_uid, message_uid }: Notice): string {
  const places = [
    agency_uid === null ? '' : `agency ${agency_uid}`,
    partner_uid === null ? '' : `partner ${partner_uid}`,
    type.startsWith('WEBHOOK') ? `webhook ${object_uid}` : '',
    type === 'CALENDAR_FAILING' ? `calendar ${object_uid}` : '',
    message_uid === null ? '' : `message ${message_uid}`,
  ]
  return `(${places.filter(place => place !== '').join(', ')})`
}
