/** What a request says of blocks over several places: contract/leads.md §9.4. */
import type { Static } from 'typebox'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { checked, date, listOf, named, Type, uid } from '../../../platform/rest/fields.ts'
import { newLeadMembers, nightsMax } from '../leads/lead-body.ts'

/** How many blocks one request makes. */
const blocksMax = 100

const { source, channel, notes, extraNotes, externalBookingId, referrer, assigneeUid } =
  newLeadMembers

const newBlocksFields = Type.Object({
  agencyUid: uid(),
  propertyUids: Type.Optional(listOf(uid(), blocksMax)),
  unitUids: Type.Optional(listOf(uid(), blocksMax)),
  from: date(),
  to: date(),
  source,
  channel,
  notes,
  extraNotes,
  externalBookingId,
  referrer,
  assigneeUid,
})

export type NewBlocksBody = Static<typeof newBlocksFields>

/** The body of `POST /leads/blocks`. */
export const newBlocksBody = named('BlocksInput', checked(newBlocksFields, checkNewBlocks))

function checkNewBlocks(body: Partial<NewBlocksBody>, errors: FieldError[]): FieldError[] {
  const { propertyUids = [], unitUids = [], from, to } = body
  const isBad = (name: string) => errors.some(({ field }) => field.startsWith(name))
  const isRanged = from !== undefined && to !== undefined && !isBad('from') && !isBad('to')
  return [
    ...errors,
    ...(isBad('propertyUids') || isBad('unitUids') ? [] : placeErrors(propertyUids, unitUids)),
    ...(isRanged ? rangeErrors(from, to) : []),
  ]
}

function placeErrors(propertyUids: string[], unitUids: string[]): FieldError[] {
  const count = propertyUids.length + unitUids.length
  if (count === 0) {
    const names = ['propertyUids', 'unitUids']
    const message = `One of ['${names.join("', '")}'] is required`
    const members = { oneOf: names }
    return [{ field: 'propertyUids', code: 'REQUIRED_PARAMETER', message, members }]
  }
  if (count > blocksMax) {
    return [
      invalid('unitUids', `must have at most ${blocksMax} entries together with propertyUids`),
    ]
  }
  return [...repeated('propertyUids', propertyUids), ...repeated('unitUids', unitUids)]
}

function repeated(name: string, uids: string[]): FieldError[] {
  const known = uids.map(uid => String(uid).toLowerCase())
  return known.flatMap((uid, i) => {
    const first = known.indexOf(uid)
    return first < i ? [invalid(`${name}[${i}]`, `is the same as ${name}[${first}]`)] : []
  })
}

function rangeErrors(from: string, to: string): FieldError[] {
  const nights = dayOf(to) - dayOf(from) + 1
  const code = 'INVALID_DATE_RANGE'
  if (nights < 1) return [{ field: 'to', code, message: "'to' must not be before 'from'" }]
  const max = nightsMax(true)
  return nights > max ? [{ field: 'to', code, message: `A block has at most ${max} nights` }] : []
}

function invalid(field: string, text: string): FieldError {
  const message = `Invalid parameter '${field}' ${text}`
  return { field, code: 'INVALID_PARAMETER', message, members: { parameter: field } }
}

/** The stay of a block whose first and last night are given. */
export function blockStay({ from, to }: Pick<NewBlocksBody, 'from' | 'to'>) {
  return { checkIn: from, checkOut: dateOf(dayOf(to) + 1) }
}
