import type { Selectable } from 'kysely'
import type { PartnersTable } from '../../tables.ts'

export type Partner = Selectable<PartnersTable>

/** Kinds of partners. Each partner has one (contract/general.md §2.2). */
export const partnerKinds = ['INTEGRATION', 'CHANNEL'] as const

export type PartnerKind = (typeof partnerKinds)[number]

/** Returns whether a text can be a client id: visible ASCII, which is safe to query. */
export function isClientId(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text)
}

/**
 * Returns whether a URL may be registered for redirects: absolute, without fragment or userinfo.
 */
export function isRedirectUri(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(text) || !URL.canParse(text)) return false
  const { protocol, hash, username, password } = new URL(text)
  const isSafe = !['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(protocol)
  return isSafe && hash === '' && !text.includes('#') && username === '' && password === ''
}
