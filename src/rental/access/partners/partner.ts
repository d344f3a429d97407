import type { Selectable } from 'kysely'
import type { PartnersTable } from '../../tables.ts'

export type Partner = Selectable<PartnersTable>

/** What a partner is, exactly one of them (contract/general.md §2.2). */
export const partnerKinds = ['INTEGRATION', 'CHANNEL'] as const

export type PartnerKind = (typeof partnerKinds)[number]

/** Whether a text may be a client id: visible ASCII, which a database can look for. */
export function isClientId(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text)
}

/** Whether an address may be registered for redirects: absolute, without fragment or userinfo. */
export function isRedirectUri(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(text) || !URL.canParse(text)) return false
  const { protocol, hash, username, password } = new URL(text)
  const isSafe = !['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(protocol)
  return isSafe && hash === '' && !text.includes('#') && username === '' && password === ''
}
