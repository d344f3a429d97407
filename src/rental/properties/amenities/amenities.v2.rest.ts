/** Legacy `/v2/amenities`: contract/properties.md §5.3, contract/amenities.md §2. */
import { type Context, route } from '../../../context.ts'
import { anyCase, bool, shape, Type } from '../../../platform/rest/fields.ts'
import { requireProperty } from '../properties/properties.ts'
import { listContent } from '../property-content/content.ts'
import { type ContentOwner, toContentOwner } from '../property-content/require-content-owner.ts'
import { propertyRuleCodes } from '../property-rules/property-rule.ts'
import { amenityCodes } from './amenity.ts'
import { changeLegacyAmenities } from './change-legacy-amenities.ts'
import { formerKeys, legacyKeys } from './legacy-key.ts'

const keys = [...legacyKeys.values()]

const flags = shape('AmenityFlags', Object.fromEntries(keys.map(key => [key, bool()])))

const formerFlags = [...formerKeys.keys()].map(key => [key, { ...bool(), deprecated: true }])

/** Partial flags: current keys and deprecated keys of earlier releases. */
const someFlags = anyCase(
  Type.Partial(Type.Object({ ...flags.properties, ...Object.fromEntries(formerFlags) })),
)

const path = '/amenities/:propertyUid'
const writes = { access: 'READ_WRITE', inPath: true } as const
const tag = 'Amenities'

export const legacyAmenityRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'getAmenities',
    summary: 'Get the amenities and rules of a property',
    tag,
    response: flags,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const property = await requireProperty(ctx, params.propertyUid!, { inPath: true })
      return findFlags(ctx, toContentOwner(property))
    },
  }),
  route({
    method: 'PUT',
    path,
    operationId: 'changeAmenities',
    summary: 'Update the amenities and rules of a property',
    emits: ['UPDATED_PROPERTY'],
    tag,
    body: someFlags,
    response: flags,
    errors: ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { body, authorized }) => {
      const owner = toContentOwner(authorized)
      const flagByCode = readFlags(body)
      await changeLegacyAmenities(ctx, owner, {
        amenities: partitionCodes(amenityCodes, flagByCode),
        rules: partitionCodes(propertyRuleCodes, flagByCode),
      })
      return findFlags(ctx, owner)
    },
  }),
]

/** Returns the flag of each code in a body. If two keys mean one code, true wins. */
function readFlags(body: object): Map<string, boolean> {
  const values = body as Record<string, boolean | undefined>
  const flagByCode = new Map<string, boolean>()
  const add = (code: string, key: string) => {
    const has = values[key]
    if (has !== undefined) flagByCode.set(code, has || (flagByCode.get(code) ?? false))
  }
  for (const [code, key] of legacyKeys) add(code, key)
  for (const [key, code] of formerKeys) add(code, key)
  return flagByCode
}

function partitionCodes(codes: readonly string[], flagByCode: Map<string, boolean>) {
  return {
    have: codes.filter(code => flagByCode.get(code) === true),
    lack: codes.filter(code => flagByCode.get(code) === false),
  }
}

async function findFlags(ctx: Context, owner: ContentOwner): Promise<Record<string, boolean>> {
  const amenities = await listContent(ctx, 'amenities', owner)
  const rules = await listContent(ctx, 'property_rules', owner)
  const had = new Set([...amenities.map(row => row.amenity), ...rules.map(row => row.rule)])
  return Object.fromEntries([...legacyKeys].map(([code, key]) => [key, had.has(code)]))
}
