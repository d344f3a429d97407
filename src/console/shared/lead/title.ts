import { rangeText } from '../../i18n/format.ts'
import type { Translations } from '../../i18n/translations.tsx'
import { guestName, type Lead } from './leads.query.ts'

/** Returns the title of a lead, which is the name of its guest. */
export function leadTitle(lead: Lead, { lead: texts }: Translations): string {
  const { firstName = null, lastName = null } = lead.guestInformation
  const name = guestName({ guestInformation: { firstName, lastName } })
  return name ?? (lead.type === 'BLOCK' ? texts.types.BLOCK : texts.noName)
}

interface NamedStay {
  guestName?: string | null
  type: Lead['type']
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
}

/** Formats guest and dates of a stay for toasts: `Greta Holm, 7–10 Dec`. */
export function stayText(stay: NamedStay, { lead: texts }: Translations, locale: string): string {
  const { type, checkInLocalDateTime: from, checkOutLocalDateTime: to } = stay
  const name = stay.guestName ?? (type === 'BLOCK' ? texts.types.BLOCK : texts.noName)
  return `${name}, ${rangeText(from, to, locale)}`
}

export function leadText(lead: Lead, texts: Translations, locale: string): string {
  const { firstName = null, lastName = null } = lead.guestInformation
  const name = guestName({ guestInformation: { firstName, lastName } })
  return stayText({ ...lead, guestName: name }, texts, locale)
}
