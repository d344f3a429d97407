/** Tags of properties, leads and hotels: contract/resources.md §3. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { requiredParameter } from '../../../platform/errors.ts'
import {
  bool,
  listOf,
  named,
  nullable,
  oneOf,
  rawText,
  shape,
  since,
  Type,
  text,
  uid,
  withAlias,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { normalizeTag, readTags, taggedTypes } from '../../properties/tags/tag.ts'
import { listTags, listTagsInUse, type TaggedObject } from '../../properties/tags/tags.ts'
import { changeTags } from './change-tags.ts'
import { requireTaggedObject } from './require-tagged-object.ts'

const objectType = named('TaggedType', oneOf(taggedTypes, { HOTEL: '3.1' }))
const objectFields = { objectUid: uid(), objectType }

const tagsResponse = named('TagList', unpagedResponse('tags', text()))

const tagsInput = shape('TagsInput', {
  ...objectFields,
  tags: listOf(rawText(), 10_000),
  removeMissingTags: Type.Optional(withAlias('overwrite', nullable(bool()))),
})

const writeAccess = { access: 'READ_WRITE' } as const
const tag = 'Tags'

/** Common route options: POST and PUT are the same operation. */
const changeRoute = {
  path: '/tags',
  emits: ['UPDATED_PROPERTY', 'BOOKING_UPDATED', 'HOTEL_UPDATED', 'TAGS_UPDATED'],
  tag,
  body: tagsInput,
  response: tagsResponse,
  errors: ['ACCESS_DENIED', 'LEAD_NOT_FOUND', 'READ_ONLY_GRANT', 'PAYLOAD_RULE_VIOLATION'] as const,
  authorize: async (ctx: Context, { body }: { body: Static<typeof tagsInput> }) =>
    requireTaggedObject(ctx, body, writeAccess),
  handler: async (
    ctx: Context,
    { body, authorized }: { body: Static<typeof tagsInput>; authorized: TaggedObject },
  ) => {
    const add = readTags(body.tags)
    const replaces = body.removeMissingTags ?? false
    const tags = await changeTags(ctx, authorized, replaces ? { add, remove: 'others' } : { add })
    return unpaged('tags', tags)
  },
}

export const tagRoutes = [
  route({
    method: 'GET',
    path: '/tags',
    summary: 'List tags',
    tag,
    query: Type.Object({
      objectUid: Type.Optional(uid()),
      objectType: Type.Optional(objectType),
      agencyUid: Type.Optional(since('3.3', uid())),
    }),
    response: tagsResponse,
    errors: ['REQUIRED_PARAMETER', 'INVALID_ENUM_VALUE', 'ACCESS_DENIED', 'LEAD_NOT_FOUND'],
    handler: async (ctx, { query: { objectUid, objectType, agencyUid } }) => {
      const isForObject = objectUid !== undefined || objectType !== undefined
      if (agencyUid !== undefined && !isForObject) {
        return unpaged('tags', await listTagsInUse(ctx, requireAgencyUid(ctx.caller, agencyUid)))
      }
      if (objectUid === undefined) throw requiredParameter('objectUid')
      if (objectType === undefined) throw requiredParameter('objectType')
      return unpaged(
        'tags',
        await listTags(ctx, await requireTaggedObject(ctx, { objectUid, objectType })),
      )
    },
  }),
  route({
    ...changeRoute,
    method: 'POST',
    operationId: 'addTags',
    summary: 'Add tags to an object',
  }),
  route({
    ...changeRoute,
    method: 'PUT',
    operationId: 'replaceTags',
    summary: 'Update the tags of an object',
    description: 'Same as POST.',
  }),
  route({
    method: 'DELETE',
    path: '/tags',
    summary: 'Remove a tag from an object',
    emits: ['UPDATED_PROPERTY', 'TAGS_UPDATED'],
    tag,
    query: Type.Object({ ...objectFields, tag: text({ max: 10_000 }) }),
    http: { status: 204 },
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', 'LEAD_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { query }) => requireTaggedObject(ctx, query, writeAccess),
    handler: async (ctx, { query, authorized }) => {
      await changeTags(ctx, authorized, { remove: [normalizeTag(query.tag)] })
    },
  }),
  route({
    method: 'GET',
    path: '/properties/:uid/tags',
    operationId: 'listTagsOfProperty',
    summary: 'List the tags of a property',
    tag,
    response: tagsResponse,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const property = await requireProperty(ctx, params.uid!, { inPath: true })
      return unpaged('tags', await listTags(ctx, { ...property, type: 'PROPERTY' }))
    },
  }),
  route({
    method: 'GET',
    path: '/leads/:uid/tags',
    since: '3.3',
    operationId: 'listTagsOfLead',
    summary: 'List the tags of a lead',
    tag,
    response: tagsResponse,
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const lead = await requireTaggedObject(ctx, { objectUid: params.uid!, objectType: 'LEAD' })
      return unpaged('tags', await listTags(ctx, lead))
    },
  }),
]
