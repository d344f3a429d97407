/** Legacy `/v2/pincodes`: contract/resources.md §5. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { requiredParameter } from '../../../platform/errors.ts'
import { nullable, shape, Type, text, uid } from '../../../platform/rest/fields.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { type AccessibleProperty, requireProperty } from '../../properties/properties/properties.ts'
import { changePinCode } from './change-pin-code.ts'
import { checkRecipient } from './check-recipient.ts'
import { createPinCode } from './create-pin-code.ts'
import { deletePinCode } from './delete-pin-code.ts'
import { checkCode } from './pin-code.ts'
import {
  listRequestedPinCodes,
  openingFields,
  presentLegacyPinCode,
  readOpening,
  readStoredPinCode,
  recipientFields,
  requirePinCode,
} from './pin-code-shape.ts'
import type { AccessiblePinCode } from './pin-codes.ts'

const legacyPinCodeSchema = shape('PinCode', {
  uid: uid(),
  propertyUid: uid(),
  leadUid: nullable(uid()),
  userUid: nullable(uid()),
  code: nullable(text()),
  url: nullable(text({ max: 2_048 })),
})

const pinCodeInput = shape('PinCodeInput', {
  uid: Type.Optional(nullable(uid())),
  propertyUid: Type.Optional(nullable(uid())),
  ...recipientFields,
  ...openingFields,
})
type Body = Static<typeof pinCodeInput>

const writeAccess = { access: 'READ_WRITE' } as const
const tag = 'Pin codes'

/** Target of a body: the pin code that it names, or the property of a new one. */
type Target = { pinCode: AccessiblePinCode } | { property: AccessibleProperty }

async function resolveTarget(ctx: Context, body: Body): Promise<Target> {
  checkCode(body.code ?? null)
  if (body.uid != null) return { pinCode: await requirePinCode(ctx, body.uid, writeAccess) }
  if (body.propertyUid == null) throw requiredParameter('propertyUid')
  checkRecipient(body)
  return { property: await requireProperty(ctx, body.propertyUid, writeAccess) }
}

/** @returns the uid of the pin code that was created or changed */
async function writePinCode(ctx: Context, body: Body, target: Target): Promise<string> {
  if ('pinCode' in target) {
    await changePinCode(ctx, target.pinCode, { code: body.code, url: body.url })
    return target.pinCode.uid
  }
  const { leadUid, userUid } = body
  const input = { leadUid, userUid, unitUid: null, lockName: null, ...readOpening(body) }
  return createPinCode(ctx, target.property, input)
}

/** Common part of POST and PUT, which both create or change a pin code. */
const writeRoute = {
  path: '/pincodes',
  tag,
  body: pinCodeInput,
  response: legacyPinCodeSchema,
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
  authorize: async (ctx: Context, { body }: { body: Body }) => resolveTarget(ctx, body),
} as const

export const legacyPinCodeRoutes = [
  route({
    method: 'GET',
    path: '/pincodes',
    summary: 'List the pin codes of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    response: Type.Array(legacyPinCodeSchema),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listRequestedPinCodes(ctx, query)
      return rows.map(row => presentLegacyPinCode(ctx, row))
    },
  }),
  route({
    ...writeRoute,
    method: 'PUT',
    summary: 'Create or update a pin code',
    emits: ['PINCODE_CREATED'],
    handler: async (ctx, { body, authorized }) =>
      presentLegacyPinCode(
        ctx,
        await readStoredPinCode(ctx, await writePinCode(ctx, body, authorized)),
      ),
  }),
  route({
    ...writeRoute,
    method: 'POST',
    summary: 'Create or update a pin code',
    emits: ['PINCODE_UPDATED'],
    http: { status: 201, otherStatus: 200 },
    handler: async (ctx, { body, authorized }) => {
      const row = await readStoredPinCode(ctx, await writePinCode(ctx, body, authorized))
      return new Reply('pinCode' in authorized ? 200 : 201, presentLegacyPinCode(ctx, row))
    },
  }),
  route({
    method: 'DELETE',
    path: '/pincodes/:uid',
    summary: 'Delete a pin code',
    emits: ['PINCODE_DELETED'],
    tag,
    http: { status: 204 },
    errors: ['PIN_CODE_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requirePinCode(ctx, params.uid!, writeAccess),
    handler: async (ctx, { authorized }) => deletePinCode(ctx, authorized),
  }),
]
