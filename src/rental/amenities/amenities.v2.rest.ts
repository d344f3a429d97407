/** Legacy `/v2/amenities`: contract/properties.md §5.3. */
import { type Context, route } from '../../context.ts'
import { bool, named, shape, Type } from '../../platform/rest/fields.ts'
import { listContent } from '../properties/content.ts'
import { type ContentHolder, holderOf } from '../properties/content-holder.ts'
import { reachedProperty } from '../properties/properties.ts'
import { propertyRuleCodes } from '../property-rules/property-rule.ts'
import { amenityCodes, legacyKey } from './amenity.ts'
import { changeLegacyAmenities } from './change-legacy-amenities.ts'

const keys = [...amenityCodes, ...propertyRuleCodes].map(legacyKey)

const flags = shape('AmenityFlags', Object.fromEntries(keys.map(key => [key, bool()])))
const someFlags = named('AmenityFlagsPatch', Type.Partial(flags))

const path = '/amenities/:propertyUid'
const writes = { access: 'READ_WRITE', inPath: true } as const
const tag = 'Amenities'

export const legacyAmenityRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'getAmenities',
    summary: 'Tell which amenities and rules a property has',
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
    summary: 'Change which amenities and rules a property has',
    tag,
    body: someFlags,
    answer: flags,
    errors: ['INVALID_PARAMETER', 'PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { body, reached }) => {
      const holder = holderOf(reached)
      const told = body as Record<string, boolean | undefined>
      await changeLegacyAmenities(ctx, holder, {
        amenities: sorted(amenityCodes, told),
        rules: sorted(propertyRuleCodes, told),
      })
      return flagsOf(ctx, holder)
    },
  }),
]

function sorted(codes: readonly string[], told: Record<string, boolean | undefined>) {
  return {
    have: codes.filter(code => told[legacyKey(code)] === true),
    lack: codes.filter(code => told[legacyKey(code)] === false),
  }
}

async function flagsOf(ctx: Context, holder: ContentHolder): Promise<Record<string, boolean>> {
  const amenities = await listContent(ctx, 'amenities', holder)
  const rules = await listContent(ctx, 'property_rules', holder)
  const codes = [...amenities.map(row => row.amenity), ...rules.map(row => row.rule)]
  const had = new Set(codes.map(legacyKey))
  return Object.fromEntries(keys.map(key => [key, had.has(key)]))
}
