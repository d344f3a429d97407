/** Legacy `/v2/propertydescriptions`: contract/properties.md §5.3. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { shape, Type, uid } from '../../../platform/rest/fields.ts'
import { type ReachedProperty, reachedProperty } from '../properties/properties.ts'
import { legacyHolder, legacyHolderField } from '../property-content/legacy-holder.ts'
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
  ...legacyHolderField,
  ...Type.Partial(Type.Object(descriptionTexts)).properties,
  locale: localeField,
})

/** POST and PUT are the same act. */
const writing = {
  path,
  tells: ['UPDATED_PROPERTY'],
  tag,
  query: Type.Object(legacyHolderField),
  body: written,
  answer: descriptionKeys,
  errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'] as const,
  authorize: async (ctx: Context, input: Parameters<typeof legacyHolder>[1]) =>
    legacyHolder(ctx, input, { access: 'READ_WRITE' }),
  handler: async (
    ctx: Context,
    { body, reached }: { body: Static<typeof written>; reached: ReachedProperty },
  ) => {
    const { propertyUid: _named, ...told } = body
    return presentDescription(await changeDescription(ctx, reached, told))
  },
}

export const legacyDescriptionRoutes = [
  route({
    method: 'GET',
    path,
    summary: 'List the descriptions of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    answer: Type.Array(descriptionKeys),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await reachedProperty(ctx, query.propertyUid)
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
