import type { WorkContext } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Language } from '../../access/languages/language.ts'
import { findAgencyLanguage } from '../../access/languages/languages.ts'
import { plainMessages } from '../../access/languages/page-messages.ts'
import type { Recipient } from '../../access/mails/mail.ts'
import { queueMail } from '../../access/mails/queue-mail.ts'
import type { Notice, NoticeType } from './notice.ts'
import { noticeMails } from './notice-mail-messages.ts'
import { lockUnmailedUnscoped, markMailed } from './notices.ts'

const batchSize = 1_000
/** Maximum number of notices that a mail lists. */
const listedMax = 50

/**
 * Mails new notices to agencies and partners, one mail each (contract/events.md §12). A notice of a
 * partner's webhook goes to both.
 */
export async function mailNotices(ctx: WorkContext): Promise<void> {
  await transaction(ctx, async (ctx: WorkContext) => {
    const unmailed = await lockUnmailedUnscoped(ctx, ctx.settings.callbacks.retryScale, batchSize)
    const [byAgency, byPartner] = [new Map<string, Notice[]>(), new Map<string, Notice[]>()]
    for (const notice of unmailed) {
      if (notice.agency_uid !== null) addTo(byAgency, notice.agency_uid, notice)
      if (notice.partner_uid !== null) addTo(byPartner, notice.partner_uid, notice)
    }
    for (const [agencyUid, notices] of byAgency) await mail(ctx, { agencyUid }, notices)
    for (const [partnerUid, notices] of byPartner) await mail(ctx, { partnerUid }, notices)
    if (unmailed.length > 0)
      await markMailed(
        ctx,
        unmailed.map(({ uid }) => uid),
      )
  })
}

function addTo(map: Map<string, Notice[]>, uid: string, notice: Notice): void {
  map.set(uid, [...(map.get(uid) ?? []), notice])
}

async function mail(ctx: WorkContext, to: Recipient, notices: Notice[]): Promise<void> {
  const { publicUrl } = ctx.settings
  // Partners look objects up by their uids; an agency finds them in the console.
  const isPartner = 'partnerUid' in to
  const language = isPartner ? 'en' : await findAgencyLanguage(ctx, to.agencyUid)
  const messages = noticeMails[language]
  const types = new Set(notices.map(({ type }) => type))
  const subject =
    types.size === 1
      ? messages.subjects[notices[0]!.type as NoticeType]
      : messages.severalSubject(notices.length)
  const paragraphs = notices
    .slice(0, listedMax)
    .map(
      notice => formatNotice(notice, language) + (isPartner ? `\n${describeObjects(notice)}` : ''),
    )
  const unlistedCount = notices.length - paragraphs.length
  const unlisted = unlistedCount > 0 ? [messages.unlisted(unlistedCount)] : []
  const footer = isPartner
    ? `All open alerts: ${publicUrl}/api/v3.3/notices?isResolved=false`
    : messages.open(`${publicUrl}/console`)
  await queueMail(ctx, { to, subject, text: [...paragraphs, ...unlisted, footer].join('\n\n') })
}

function formatNotice({ type, about, since, reason }: Notice, language: Language): string {
  const format = new Intl.DateTimeFormat(plainMessages(language).locale, {
    ...({ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const),
    ...({ timeZone: 'UTC', timeZoneName: 'short' } as const),
  })
  const parts = { about, since: format.format(since), reason }
  return noticeMails[language].texts[type as NoticeType](parts)
}

function describeObjects({
  type,
  agency_uid,
  partner_uid,
  object_uid,
  message_uid,
}: Notice): string {
  const labels = [
    agency_uid === null ? '' : `agency ${agency_uid}`,
    partner_uid === null ? '' : `partner ${partner_uid}`,
    type.startsWith('WEBHOOK') ? `webhook ${object_uid}` : '',
    type === 'CALENDAR_FAILING' ? `calendar ${object_uid}` : '',
    message_uid === null ? '' : `message ${message_uid}`,
  ]
  return `(${labels.filter(label => label !== '').join(', ')})`
}
