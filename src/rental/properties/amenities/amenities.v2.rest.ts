/** Legacy `/v2/amenities`: contract/properties.md §5.3, contract/amenities.md §2. */
import { type Context, route } from '../../../context.ts'
import { anyCase, bool, shape, Type } from '../../../platform/rest/fields.ts'
import { reachedProperty } from '../properties/properties.ts'
import { listContent } from '../property-content/content.ts'
import { type ContentHolder, holderOf } from '../property-content/reached-content-holder.ts'
import { propertyRuleCodes } from '../property-rules/property-rule.ts'
import { amenityCodes } from './amenity.ts'
import { changeLegacyAmenities } from './change-legacy-amenities.ts'
import { formerKeys, legacyKeys } from './legacy-key.ts'

const keys = [...legacyKeys.values()]

const flags = shape('AmenityFlags', Object.fromEntries(keys.map(key => [key, bool()])))

const formerFlags = [...formerKeys.keys()].map(key => [key, { ...bool(), deprecated: true }])

/** Some of the keys, and of those that earlier releases had. */
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
    answer: flags,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const property = await reachedProperty(ctx, params.propertyUid!, { inPath: true })
      return flagsOf(ctx, holderOf(property))
    },
  }),
  route({
    method: 'PUT',
    path,
    operationId: 'changeAmenities',
    summary: 'Update the amenities and rules of a property',
    tells: ['UPDATED_PROPERTY'],
    tag,
    body: someFlags,
    answer: flags,
    errors: ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { body, reached }) => {
      const holder = holderOf(reached)
      const told = readFlags(body)
      await changeLegacyAmenities(ctx, holder, {
        amenities: sorted(amenityCodes, told),
        rules: sorted(propertyRuleCodes, told),
      })
      return flagsOf(ctx, holder)
    },
  }),
]

/** What is told of each code; of two keys of one code the one that says yes counts. */
function readFlags(body: object): Map<string, boolean> {
  const given = body as Record<string, boolean | undefined>
  const told = new Map<string, boolean>()
  const tell = (code: string, key: string) => {
    const has = given[key]
    if (has !== undefined) told.set(code, has || (told.get(code) ?? false))
  }
  for (const [code, key] of legacyKeys) tell(code, key)
  for (const [key, code] of formerKeys) tell(code, key)
  return told
}

function sorted(codes: readonly string[], told: Map<string, boolean>) {
  return {
    have: codes.filter(code => told.get(code) === true),
    lack: codes.filter(code => told.get(code) === false),
  }
}

async function flagsOf(ctx: Context, holder: ContentHolder): Promise<Record<string, boolean>> {
  const amenities = await listContent(ctx, 'amenities', holder)
  const rules = await listContent(ctx, 'property_rules', holder)
  const had = new Set([...amenities.map(row => row.amenity), ...rules.map(row => row.rule)])
  return Object.fromEntries([...legacyKeys].map(([code, key]) => [key, had.has(code)]))
}
