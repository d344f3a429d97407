import { rangeText } from '../words/format.ts'
import type { Words } from '../words/words.tsx'
import { guestName, type Lead } from './leads.read.ts'

/** What a lead is called: its guest's name. */
export function titleOf(lead: Lead, { lead: words }: Words): string {
  const { firstName = null, lastName = null } = lead.guestInformation
  const name = guestName({ guestInformation: { firstName, lastName } })
  return name ?? (lead.type === 'BLOCK' ? words.types.BLOCK : words.noName)
}

interface NamedStay {
  guestName?: string | null
  type: Lead['type']
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
}

/** Returns the guest and the dates of a stay, as toasts name it: `Greta Holm, 7–10 Dec`. */
export function stayText(stay: NamedStay, { lead: words }: Words, locale: string): string {
  const { type, checkInLocalDateTime: from, checkOutLocalDateTime: to } = stay
  const name = stay.guestName ?? (type === 'BLOCK' ? words.types.BLOCK : words.noName)
  return `${name}, ${rangeText(from, to, locale)}`
}

/** The same of a lead that was read. */
export function leadText(lead: Lead, words: Words, locale: string): string {
  const { firstName = null, lastName = null } = lead.guestInformation
  const name = guestName({ guestInformation: { firstName, lastName } })
  return stayText({ ...lead, guestName: name }, words, locale)
}
