/** A notice on the wire: contract/events.md §12. */
import { utcText, utcTextOrNull } from '../../../platform/dates/dates.ts'
import {
  named,
  nullable,
  oneOf,
  shape,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { type Notice, noticeText, noticeTypes } from './notice.ts'

export const notice = shape('Notice', {
  uid: uid(),
  agencyUid: nullable(uid()),
  partnerUid: nullable(uid()),
  type: named('NoticeType', oneOf(noticeTypes)),
  text: text({ max: 2_000 }),
  webhookUid: nullable(uid()),
  icalUid: nullable(uid()),
  propertyUid: nullable(uid()),
  threadUid: nullable(uid()),
  leadUid: nullable(uid()),
  messageUid: nullable(uid()),
  sinceUtcDateTime: utcDateTime(),
  createdUtcDateTime: utcDateTime(),
  updatedUtcDateTime: utcDateTime(),
  resolvedUtcDateTime: nullable(utcDateTime()),
})

export function presentNotice(row: Notice) {
  const { type, object_uid } = row
  const isAboutWebhook = type === 'WEBHOOK_FAILING' || type === 'WEBHOOK_DISABLED'
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    partnerUid: row.partner_uid,
    type,
    text: noticeText(row),
    webhookUid: isAboutWebhook ? object_uid : null,
    icalUid: type === 'CALENDAR_FAILING' ? object_uid : null,
    propertyUid: row.property_uid,
    threadUid: type === 'MAIL_FAILING' ? object_uid : null,
    leadUid: row.lead_uid,
    messageUid: row.message_uid,
    sinceUtcDateTime: utcText(row.since),
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
    resolvedUtcDateTime: utcTextOrNull(row.resolved_at),
  }
}
