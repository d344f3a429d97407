/** Pin codes: contract/resources.md §5. */
import { type Context, route } from '../../../context.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import {
  localDateTime,
  nullable,
  oneRequired,
  since,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changePinCode } from './change-pin-code.ts'
import { checkHolder } from './check-holder.ts'
import { createPinCode } from './create-pin-code.ts'
import { deletePinCode } from './delete-pin-code.ts'
import { checkCode } from './pin-code.ts'
import {
  askedOpening,
  holderFields,
  listAsked,
  openingFields,
  pinCode,
  presentPinCode,
  reachedPinCode,
  storedPinCode,
} from './pin-code-shape.ts'

const changeable = {
  ...openingFields,
  lockName: Type.Optional(nullable(text({ max: 100 }))),
  startLocalDateTime: Type.Optional(nullable(localDateTime())),
  endLocalDateTime: Type.Optional(nullable(localDateTime())),
}

const answer = Type.Object({ pinCode })
const one = {
  path: '/pin-codes/:uid',
  http: { findState: stateOfRows('pin_codes', 'PINCODE') },
  tag: 'Pin codes',
} as const
const writes = { access: 'READ_WRITE' } as const
const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_DATE_RANGE',
  'READ_ONLY_GRANT',
  'ALREADY_EXISTS',
] as const

export const pinCodeRoutes = [
  route({
    method: 'GET',
    path: '/pin-codes',
    summary: 'List the pin codes of a property or lead',
    tag: 'Pin codes',
    query: Type.Object({ propertyUid: Type.Optional(uid()), leadUid: Type.Optional(uid()) }),
    answer: unpagedAnswer('pinCodes', pinCode),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', 'LEAD_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      if (query.propertyUid === undefined && query.leadUid === undefined) {
        throw oneOfRequired(['propertyUid', 'leadUid'])
      }
      const rows = await listAsked(ctx, query)
      return unpaged(
        'pinCodes',
        rows.map(row => presentPinCode(ctx, row)),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/pin-codes',
    summary: 'Create a pin code',
    tells: ['PINCODE_CREATED'],
    tag: 'Pin codes',
    body: oneRequired(
      ['leadUid', 'userUid'],
      Type.Object({
        propertyUid: uid(),
        unitUid: Type.Optional(since('3.1', nullable(uid()))),
        ...holderFields,
        ...changeable,
      }),
    ),
    http: { status: 201 },
    answer,
    errors: [
      ...writeErrors,
      'CONFLICTING_PARAMETERS',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
      'EMPLOYEE_NOT_FOUND',
    ],
    authorize: async (ctx, { body }) => {
      checkHolder(body)
      checkCode(body.code ?? null)
      return reachedProperty(ctx, body.propertyUid, writes)
    },
    handler: async (ctx, { body, reached }) => {
      const { leadUid, userUid, unitUid = null, lockName = null } = body
      const created = await createPinCode(ctx, reached, {
        leadUid,
        userUid,
        unitUid,
        lockName,
        ...askedOpening(body),
        ...askedTimes(body),
      })
      return shown(ctx, created)
    },
  }),
  route({
    ...one,
    method: 'GET',
    since: '3.3',
    summary: 'Get a pin code',
    answer,
    errors: ['PIN_CODE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      pinCode: presentPinCode(ctx, await reachedPinCode(ctx, params.uid!)),
    }),
  }),
  route({
    ...one,
    method: 'PUT',
    operationId: 'changePinCode',
    summary: 'Update a pin code',
    tells: ['PINCODE_UPDATED'],
    body: Type.Object(changeable),
    answer,
    errors: ['PIN_CODE_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) => {
      checkCode(body.code ?? null)
      return reachedPinCode(ctx, params.uid!, writes)
    },
    handler: async (ctx, { body, reached }) => {
      const { url, lockName } = body
      const change = { code: body.code, url, lockName, ...askedTimes(body) }
      await changePinCode(ctx, reached, change)
      return shown(ctx, reached.uid)
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a pin code',
    tells: ['PINCODE_DELETED'],
    http: { ...one.http, status: 204 },
    errors: ['PIN_CODE_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedPinCode(ctx, params.uid!, writes),
    handler: async (ctx, { reached }) => deletePinCode(ctx, reached),
  }),
]

async function shown(ctx: Context, uid: string) {
  return { pinCode: presentPinCode(ctx, await storedPinCode(ctx, uid)) }
}

function askedTimes(body: {
  startLocalDateTime?: string | null
  endLocalDateTime?: string | null
}) {
  return { start: body.startLocalDateTime, end: body.endLocalDateTime }
}
