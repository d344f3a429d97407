/** Legacy `/v2/propertydescriptions`: contract/properties.md §5.3. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { shape, Type, uid } from '../../../platform/rest/fields.ts'
import { type AccessibleProperty, requireProperty } from '../properties/properties.ts'
import {
  propertyUidParam,
  requirePropertyParam,
} from '../property-content/legacy-property-param.ts'
import { changeDescription } from './change-description.ts'
import {
  descriptionKeys,
  descriptionTexts,
  localeField,
  presentDescription,
} from './property-description-shape.ts'
import { listDescriptions } from './property-descriptions.ts'

const path = '/propertydescriptions'
const tag = 'Property descriptions'

const written = shape('PropertyDescriptionInput', {
  ...propertyUidParam,
  ...Type.Partial(Type.Object(descriptionTexts)).properties,
  locale: localeField,
})

/** Shared options of POST and PUT, which do the same. */
const writing = {
  path,
  emits: ['UPDATED_PROPERTY'],
  tag,
  query: Type.Object(propertyUidParam),
  body: written,
  response: descriptionKeys,
  errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'] as const,
  authorize: async (ctx: Context, input: Parameters<typeof requirePropertyParam>[1]) =>
    requirePropertyParam(ctx, input, { access: 'READ_WRITE' }),
  handler: async (
    ctx: Context,
    { body, authorized }: { body: Static<typeof written>; authorized: AccessibleProperty },
  ) => {
    const { propertyUid: _named, ...texts } = body
    return presentDescription(await changeDescription(ctx, authorized, texts))
  },
}

export const legacyDescriptionRoutes = [
  route({
    method: 'GET',
    path,
    summary: 'List the descriptions of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    response: Type.Array(descriptionKeys),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await requireProperty(ctx, query.propertyUid)
      return (await listDescriptions(ctx, property)).map(presentDescription)
    },
  }),
  route({
    ...writing,
    method: 'PUT',
    summary: 'Update the description of a property in a language',
  }),
  route({
    ...writing,
    method: 'POST',
    http: { status: 201 },
    summary: 'Create or update the description of a property in a language',
  }),
]
