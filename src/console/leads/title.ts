import type { Words } from '../words/words.tsx'
import { guestName, type Lead } from './leads.read.ts'

/** What a lead is called: its guest's name. */
export function titleOf(lead: Lead, { lead: words }: Words): string {
  const { firstName = null, lastName = null } = lead.guestInformation
  const name = guestName({ guestInformation: { firstName, lastName } })
  return name ?? (lead.type === 'BLOCK' ? words.types.BLOCK : words.noName)
}
