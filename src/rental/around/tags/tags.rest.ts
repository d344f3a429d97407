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
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changeTags } from './change-tags.ts'
import { reachedTagged } from './reached-tagged-object.ts'
import { keptTag, readTags, taggedTypes } from './tag.ts'
import { listTags, listTagsInUse, type TaggedObject } from './tags.ts'

const objectType = named('TaggedType', oneOf(taggedTypes, { HOTEL: '3.1' }))
const object = { objectUid: uid(), objectType }

const tagsAnswer = named('TagList', unpagedAnswer('tags', text()))

const change = shape('TagsInput', {
  ...object,
  tags: listOf(rawText(), 10_000),
  removeMissingTags: Type.Optional(withAlias('overwrite', nullable(bool()))),
})

const writes = { access: 'READ_WRITE' } as const
const tag = 'Tags'

/** POST and PUT are the same act. */
const tagging = {
  path: '/tags',
  tells: ['UPDATED_PROPERTY', 'BOOKING_UPDATED', 'HOTEL_UPDATED', 'TAGS_UPDATED'],
  tag,
  body: change,
  answer: tagsAnswer,
  errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'PAYLOAD_RULE_VIOLATION'] as const,
  authorize: async (ctx: Context, { body }: { body: Static<typeof change> }) =>
    reachedTagged(ctx, body, writes),
  handler: async (
    ctx: Context,
    { body, reached }: { body: Static<typeof change>; reached: TaggedObject },
  ) => {
    const add = readTags(body.tags)
    const replaces = body.removeMissingTags ?? false
    const tags = await changeTags(ctx, reached, replaces ? { add, remove: 'others' } : { add })
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
    answer: tagsAnswer,
    errors: ['REQUIRED_PARAMETER', 'INVALID_ENUM_VALUE', 'ACCESS_DENIED', 'LEAD_NOT_FOUND'],
    handler: async (ctx, { query: { objectUid, objectType, agencyUid } }) => {
      const isOfObject = objectUid !== undefined || objectType !== undefined
      if (agencyUid !== undefined && !isOfObject) {
        return unpaged('tags', await listTagsInUse(ctx, reachedAgencyUid(ctx.caller, agencyUid)))
      }
      if (objectUid === undefined) throw requiredParameter('objectUid')
      if (objectType === undefined) throw requiredParameter('objectType')
      return unpaged(
        'tags',
        await listTags(ctx, await reachedTagged(ctx, { objectUid, objectType })),
      )
    },
  }),
  route({ ...tagging, method: 'POST', operationId: 'addTags', summary: 'Add tags to an object' }),
  route({
    ...tagging,
    method: 'PUT',
    operationId: 'replaceTags',
    summary: 'Update the tags of an object',
    description: 'Same as POST.',
  }),
  route({
    method: 'DELETE',
    path: '/tags',
    summary: 'Remove a tag from an object',
    tells: ['UPDATED_PROPERTY', 'TAGS_UPDATED'],
    tag,
    query: Type.Object({ ...object, tag: text({ max: 10_000 }) }),
    http: { status: 204 },
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', 'LEAD_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { query }) => reachedTagged(ctx, query, writes),
    handler: async (ctx, { query, reached }) => {
      await changeTags(ctx, reached, { remove: [keptTag(query.tag)] })
    },
  }),
  route({
    method: 'GET',
    path: '/properties/:uid/tags',
    operationId: 'listTagsOfProperty',
    summary: 'List the tags of a property',
    tag,
    answer: tagsAnswer,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const property = await reachedProperty(ctx, params.uid!, { inPath: true })
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
    answer: tagsAnswer,
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const lead = await reachedTagged(ctx, { objectUid: params.uid!, objectType: 'LEAD' })
      return unpaged('tags', await listTags(ctx, lead))
    },
  }),
]
