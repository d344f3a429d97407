/** Request body for blocks of several properties and units: contract/leads.md §9.4. */
import type { Static } from 'typebox'
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { checked, date, listOf, named, Type, uid } from '../../../platform/rest/fields.ts'
import { leadInputFields, nightsMax } from '../leads/lead-body.ts'

/** Maximum number of blocks per request. */
const blocksMax = 100

const { source, channel, notes, extraNotes, externalBookingId, referrer, assigneeUid } =
  leadInputFields

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

/** Body of `POST /leads/blocks`. */
export const newBlocksBody = named('BlocksInput', checked(newBlocksFields, checkNewBlocks))

function checkNewBlocks(body: Partial<NewBlocksBody>, errors: FieldError[]): FieldError[] {
  const { propertyUids = [], unitUids = [], from, to } = body
  const isInvalid = (name: string) => errors.some(({ field }) => field.startsWith(name))
  const hasValidDates =
    from !== undefined && to !== undefined && !isInvalid('from') && !isInvalid('to')
  return [
    ...errors,
    ...(isInvalid('propertyUids') || isInvalid('unitUids')
      ? []
      : targetErrors(propertyUids, unitUids)),
    ...(hasValidDates ? rangeErrors(from, to) : []),
  ]
}

function targetErrors(propertyUids: string[], unitUids: string[]): FieldError[] {
  const count = propertyUids.length + unitUids.length
  if (count === 0) {
    const names = ['propertyUids', 'unitUids']
    const message = `One of ['${names.join("', '")}'] is required`
    const members = { oneOf: names }
    return [{ field: 'propertyUids', code: 'REQUIRED_PARAMETER', message, members }]
  }
  if (count > blocksMax) {
    return [
      invalidParameterError(
        'unitUids',
        `must have at most ${blocksMax} entries together with propertyUids`,
      ),
    ]
  }
  return [
    ...duplicateErrors('propertyUids', propertyUids),
    ...duplicateErrors('unitUids', unitUids),
  ]
}

function duplicateErrors(name: string, uids: string[]): FieldError[] {
  const normalized = uids.map(uid => String(uid).toLowerCase())
  return normalized.flatMap((uid, i) => {
    const firstIndex = normalized.indexOf(uid)
    return firstIndex < i
      ? [invalidParameterError(`${name}[${i}]`, `is the same as ${name}[${firstIndex}]`)]
      : []
  })
}

function rangeErrors(from: string, to: string): FieldError[] {
  const nights = dayOf(to) - dayOf(from) + 1
  const code = 'INVALID_DATE_RANGE'
  if (nights < 1) return [{ field: 'to', code, message: "'to' must not be before 'from'" }]
  const max = nightsMax({ isBlock: true })
  return nights > max ? [{ field: 'to', code, message: `A block has at most ${max} nights` }] : []
}

function invalidParameterError(field: string, text: string): FieldError {
  const message = `Invalid parameter '${field}' ${text}`
  return { field, code: 'INVALID_PARAMETER', message, members: { parameter: field } }
}

/** Returns the stay of a block from its first to its last night. */
export function blockStay({ from, to }: Pick<NewBlocksBody, 'from' | 'to'>) {
  return { checkIn: from, checkOut: dateOf(dayOf(to) + 1) }
}
