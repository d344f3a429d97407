/** Search results: contract/resources.md §11.2. */
import {
  date,
  named,
  nullable,
  oneOf,
  personal,
  shape,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import type { LeadMatch, ObjectMatch } from './search.sql.ts'

/** Searchable types, in the order of results. */
export const searchTypes = [
  'PROPERTY',
  'HOTEL',
  'LEAD',
  'GUEST',
  'THREAD',
  'OWNER',
  'WEBHOOK',
] as const

export type SearchType = (typeof searchTypes)[number]

export const searchType = named('SearchType', oneOf(searchTypes))

export const searchResult = shape('SearchResult', {
  type: searchType,
  uid: uid(),
  title: nullable(personal(text({ max: 511 }))),
  reference: nullable(text()),
  propertyUid: nullable(uid()),
  leadUid: nullable(uid()),
  leadStatus: nullable(text()),
  checkInLocalDate: nullable(date()),
  checkOutLocalDate: nullable(date()),
})

const withoutLead = {
  propertyUid: null,
  leadUid: null,
  leadStatus: null,
  checkInLocalDate: null,
  checkOutLocalDate: null,
}

/** Presents a property, hotel, owner or webhook. */
export function presentObject(type: SearchType, { uid, name, reference }: ObjectMatch) {
  return { type, uid, title: name, reference, ...withoutLead }
}

/** Presents a lead; or its guest or thread, under the uid of that. */
export function presentLeadMatch(type: SearchType, uid: string, lead: LeadMatch) {
  return {
    type,
    uid,
    title: lead.personal ? lead.name || null : null,
    reference: lead.external_booking_id,
    propertyUid: lead.property_uid,
    leadUid: lead.uid,
    leadStatus: lead.status,
    checkInLocalDate: lead.check_in_local.slice(0, 10),
    checkOutLocalDate: lead.check_out_local.slice(0, 10),
  }
}
