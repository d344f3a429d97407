/** Descriptions of properties in several languages: contract/properties.md §6.2. */
import { route } from '../../../context.ts'
import { nullable, shape, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import { requireProperty } from '../properties/properties.ts'
import { changeDescription } from './change-description.ts'
import { deleteDescription } from './delete-description.ts'
import {
  descriptionKeys,
  descriptionTexts,
  localeField,
  presentDescription,
  summaryMax,
} from './property-description-shape.ts'
import { listDescriptions } from './property-descriptions.ts'

const propertyDescription = shape('PropertyDescription', {
  ...descriptionKeys.properties,
  propertyUid: uid(),
})

/** Texts in a language that has none. */
const withoutTexts = Object.fromEntries(Object.keys(descriptionTexts).map(key => [key, null]))

const path = '/property-descriptions/:propertyUid'
const writeAccess = { access: 'READ_WRITE', inPath: true } as const
const tag = 'Property descriptions'
const findState = contentReader(
  'property',
  { table: 'property_descriptions' },
  { filter: 'locale' },
)

export const propertyDescriptionRoutes = [
  route({
    method: 'GET',
    path: '/property-descriptions',
    summary: 'List the descriptions of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    response: unpagedResponse('propertyDescriptions', propertyDescription),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listDescriptions(ctx, await requireProperty(ctx, query.propertyUid))
      return unpaged('propertyDescriptions', rows.map(presentDescription))
    },
  }),
  route({
    method: 'GET',
    path,
    since: '3.3',
    operationId: 'getPropertyDescription',
    summary: 'Get the description of a property in a language',
    tag,
    http: { findState },
    query: Type.Object({ locale: localeField }),
    response: Type.Object({ propertyDescription }),
    errors: ['REQUIRED_PARAMETER', 'PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query: { locale } }) => {
      const property = await requireProperty(ctx, params.propertyUid!, { inPath: true })
      const rows = await listDescriptions(ctx, property)
      const row = rows.find(candidate => candidate.locale === locale)
      const propertyDescription = row
        ? presentDescription(row)
        : { ...withoutTexts, locale, propertyUid: property.uid }
      return { propertyDescription }
    },
  }),
  route({
    method: 'PUT',
    path,
    http: { findState },
    operationId: 'putPropertyDescription',
    summary: 'Create or replace the description of a property in a language',
    description: 'Upserts the description: an existing one in the language is replaced.',
    emits: ['UPDATED_PROPERTY'],
    tag,
    body: Type.Object({
      ...Type.Partial(Type.Object(descriptionTexts)).properties,
      summary: Type.Optional(nullable(text({ max: summaryMax }))),
      locale: localeField,
    }),
    response: Type.Object({ propertyDescription }),
    errors: ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireProperty(ctx, params.propertyUid!, writeAccess),
    handler: async (ctx, { body, authorized }) => ({
      propertyDescription: presentDescription(await changeDescription(ctx, authorized, body)),
    }),
  }),
  route({
    method: 'DELETE',
    path,
    summary: 'Delete the description of a property in a language',
    emits: ['UPDATED_PROPERTY'],
    tag,
    query: Type.Object({ locale: localeField }),
    http: { status: 204 },
    errors: ['PROPERTY_NOT_FOUND', 'PROPERTY_DESCRIPTION_NOT_FOUND', 'READ_ONLY_GRANT'],
    handler: async (ctx, { params, query }) => {
      const property = await requireProperty(ctx, params.propertyUid!, writeAccess)
      await deleteDescription(ctx, property, query.locale)
    },
  }),
]
