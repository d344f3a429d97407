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
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { changePinCode } from './change-pin-code.ts'
import { checkRecipient } from './check-recipient.ts'
import { createPinCode } from './create-pin-code.ts'
import { deletePinCode } from './delete-pin-code.ts'
import { checkCode } from './pin-code.ts'
import {
  listRequestedPinCodes,
  openingFields,
  pinCodeSchema,
  presentPinCode,
  readOpening,
  readStoredPinCode,
  recipientFields,
  requirePinCode,
} from './pin-code-shape.ts'

const changeableFields = {
  ...openingFields,
  lockName: Type.Optional(nullable(text({ max: 100 }))),
  startLocalDateTime: Type.Optional(nullable(localDateTime())),
  endLocalDateTime: Type.Optional(nullable(localDateTime())),
}

const response = Type.Object({ pinCode: pinCodeSchema })
const item = {
  path: '/pin-codes/:uid',
  http: { findState: stateReader('pin_codes', 'PINCODE') },
  tag: 'Pin codes',
} as const
const writeAccess = { access: 'READ_WRITE' } as const
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
    response: unpagedResponse('pinCodes', pinCodeSchema),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', 'LEAD_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      if (query.propertyUid === undefined && query.leadUid === undefined) {
        throw oneOfRequired(['propertyUid', 'leadUid'])
      }
      const rows = await listRequestedPinCodes(ctx, query)
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
    emits: ['PINCODE_CREATED'],
    tag: 'Pin codes',
    body: oneRequired(
      ['leadUid', 'userUid'],
      Type.Object({
        propertyUid: uid(),
        unitUid: Type.Optional(since('3.1', nullable(uid()))),
        ...recipientFields,
        ...changeableFields,
      }),
    ),
    http: { status: 201 },
    response,
    errors: [
      ...writeErrors,
      'CONFLICTING_PARAMETERS',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
      'EMPLOYEE_NOT_FOUND',
    ],
    authorize: async (ctx, { body }) => {
      checkRecipient(body)
      checkCode(body.code ?? null)
      return requireProperty(ctx, body.propertyUid, writeAccess)
    },
    handler: async (ctx, { body, authorized }) => {
      const { leadUid, userUid, unitUid = null, lockName = null } = body
      const createdUid = await createPinCode(ctx, authorized, {
        leadUid,
        userUid,
        unitUid,
        lockName,
        ...readOpening(body),
        ...readTimes(body),
      })
      return presentStored(ctx, createdUid)
    },
  }),
  route({
    ...item,
    method: 'GET',
    since: '3.3',
    summary: 'Get a pin code',
    response,
    errors: ['PIN_CODE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      pinCode: presentPinCode(ctx, await requirePinCode(ctx, params.uid!)),
    }),
  }),
  route({
    ...item,
    method: 'PUT',
    operationId: 'changePinCode',
    summary: 'Update a pin code',
    emits: ['PINCODE_UPDATED'],
    body: Type.Object(changeableFields),
    response,
    errors: ['PIN_CODE_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) => {
      checkCode(body.code ?? null)
      return requirePinCode(ctx, params.uid!, writeAccess)
    },
    handler: async (ctx, { body, authorized }) => {
      const { url, lockName } = body
      const change = { code: body.code, url, lockName, ...readTimes(body) }
      await changePinCode(ctx, authorized, change)
      return presentStored(ctx, authorized.uid)
    },
  }),
  route({
    ...item,
    method: 'DELETE',
    summary: 'Delete a pin code',
    emits: ['PINCODE_DELETED'],
    http: { ...item.http, status: 204 },
    errors: ['PIN_CODE_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requirePinCode(ctx, params.uid!, writeAccess),
    handler: async (ctx, { authorized }) => deletePinCode(ctx, authorized),
  }),
]

async function presentStored(ctx: Context, uid: string) {
  return { pinCode: presentPinCode(ctx, await readStoredPinCode(ctx, uid)) }
}

function readTimes(body: { startLocalDateTime?: string | null; endLocalDateTime?: string | null }) {
  return { start: body.startLocalDateTime, end: body.endLocalDateTime }
}
