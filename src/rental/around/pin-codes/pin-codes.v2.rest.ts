/** Legacy `/v2/pincodes`: contract/resources.md §5. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { requiredParameter } from '../../../platform/errors.ts'
import { nullable, shape, Type, text, uid } from '../../../platform/rest/fields.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { type ReachedProperty, reachedProperty } from '../../properties/properties/properties.ts'
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
  presentLegacyPinCode,
  reachedPinCode,
  storedPinCode,
} from './pin-code-shape.ts'
import type { ReachedPinCode } from './pin-codes.ts'

const legacyPinCode = shape('PinCode', {
  uid: uid(),
  propertyUid: uid(),
  leadUid: nullable(uid()),
  userUid: nullable(uid()),
  code: nullable(text()),
  url: nullable(text({ max: 2_048 })),
})

const body = shape('PinCodeInput', {
  uid: Type.Optional(nullable(uid())),
  propertyUid: Type.Optional(nullable(uid())),
  ...holderFields,
  ...openingFields,
})
type Body = Static<typeof body>

const writes = { access: 'READ_WRITE' } as const
const tag = 'Pin codes'

/** What a body is about: the pin code that it names, or the property that is to get one. */
type Target = { pinCode: ReachedPinCode } | { property: ReachedProperty }

async function targetOf(ctx: Context, body: Body): Promise<Target> {
  checkCode(body.code ?? null)
  if (body.uid != null) return { pinCode: await reachedPinCode(ctx, body.uid, writes) }
  if (body.propertyUid == null) throw requiredParameter('propertyUid')
  checkHolder(body)
  return { property: await reachedProperty(ctx, body.propertyUid, writes) }
}

/** @returns the uid of the pin code that was created or changed */
async function write(ctx: Context, body: Body, target: Target): Promise<string> {
  if ('pinCode' in target) {
    await changePinCode(ctx, target.pinCode, { code: body.code, url: body.url })
    return target.pinCode.uid
  }
  const { leadUid, userUid } = body
  const wanted = { leadUid, userUid, unitUid: null, lockName: null, ...askedOpening(body) }
  return createPinCode(ctx, target.property, wanted)
}

/** POST and PUT are the same act. */
const writing = {
  path: '/pincodes',
  tag,
  body,
  answer: legacyPinCode,
  errors: [
    'REQUIRED_PARAMETER',
    'INVALID_PARAMETER',
    'CONFLICTING_PARAMETERS',
    'ACCESS_DENIED',
    'READ_ONLY_GRANT',
    'LEAD_NOT_FOUND',
    'EMPLOYEE_NOT_FOUND',
    'PIN_CODE_NOT_FOUND',
    'ALREADY_EXISTS',
  ] as const,
  authorize: async (ctx: Context, { body }: { body: Body }) => targetOf(ctx, body),
} as const

export const legacyPinCodeRoutes = [
  route({
    method: 'GET',
    path: '/pincodes',
    summary: 'List the pin codes of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    answer: Type.Array(legacyPinCode),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listAsked(ctx, query)
      return rows.map(row => presentLegacyPinCode(ctx, row))
    },
  }),
  route({
    ...writing,
    method: 'PUT',
    summary: 'Create or update a pin code',
    tells: ['PINCODE_CREATED'],
    handler: async (ctx, { body, reached }) =>
      presentLegacyPinCode(ctx, await storedPinCode(ctx, await write(ctx, body, reached))),
  }),
  route({
    ...writing,
    method: 'POST',
    summary: 'Create or update a pin code',
    tells: ['PINCODE_UPDATED'],
    http: { status: 201, otherStatus: 200 },
    handler: async (ctx, { body, reached }) => {
      const row = await storedPinCode(ctx, await write(ctx, body, reached))
      return new Reply('pinCode' in reached ? 200 : 201, presentLegacyPinCode(ctx, row))
    },
  }),
  route({
    method: 'DELETE',
    path: '/pincodes/:uid',
    summary: 'Delete a pin code',
    tells: ['PINCODE_DELETED'],
    tag,
    http: { status: 204 },
    errors: ['PIN_CODE_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedPinCode(ctx, params.uid!, writes),
    handler: async (ctx, { reached }) => deletePinCode(ctx, reached),
  }),
]
