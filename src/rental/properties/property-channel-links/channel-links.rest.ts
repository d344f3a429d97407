/** Where properties are listed elsewhere: contract/resources.md §6. */
import { route } from '../../../context.ts'
import { utcTextOrNull } from '../../../platform/dates.ts'
import {
  bool,
  named,
  nullable,
  oneOfOrAlias,
  shape,
  since,
  Type,
  text,
  uid,
  url,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { reachedProperty } from '../properties/properties.ts'
import { changeChannelLink } from './change-channel-link.ts'
import { createChannelLink } from './create-channel-link.ts'
import { deleteChannelLink } from './delete-channel-link.ts'
import {
  channelSince,
  channelsIn,
  linkAliases,
  linkedChannels,
  type PropertyChannelLink,
} from './property-channel-link.ts'
import { listLinks } from './property-channel-links.ts'
import { linkableProperty, reachedLink, writableLink } from './reached-channel-link.ts'

const channel = named('LinkedChannel', oneOfOrAlias(linkedChannels, linkAliases, channelSince))

const propertyChannelLink = shape('PropertyChannelLink', {
  uid: uid(),
  propertyUid: uid(),
  channel,
  url: nullable(url()),
  externalId: nullable(text()),
  isActive: bool(),
  lastSyncUtcDateTime: since('3.3', nullable(utcDateTime())),
})

const changeable = {
  url: Type.Optional(nullable(url())),
  externalId: Type.Optional(nullable(text())),
  isActive: Type.Optional(nullable(bool())),
}

const answer = Type.Object({ propertyChannelLink })
const tag = 'Property channel links'
const one = {
  path: '/property-channel-links/:uid',
  http: { findState: stateOfRows('property_channel_links', 'PROPERTY_CHANNEL_LINK') },
  tag,
} as const
const writeErrors = [
  'PROPERTY_CHANNEL_LINK_NOT_FOUND',
  'READ_ONLY_GRANT',
  'OPERATION_NOT_PERMITTED',
] as const

export const channelLinkRoutes = [
  route({
    method: 'GET',
    path: '/property-channel-links',
    summary: 'List the channel links of a property',
    tag,
    query: Type.Object({ propertyUid: uid(), channel: Type.Optional(channel) }),
    answer: unpagedAnswer('propertyChannelLinks', propertyChannelLink),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      const property = await reachedProperty(ctx, query.propertyUid)
      const channels = query.channel === undefined ? channelsIn(version) : [query.channel]
      const links = await listLinks(ctx, property, channels)
      return unpaged('propertyChannelLinks', links.map(presentLink))
    },
  }),
  route({
    method: 'POST',
    path: '/property-channel-links',
    summary: 'Create a channel link',
    tells: ['PROPERTY_CHANNEL_LINK_CREATED'],
    tag,
    body: Type.Object({ propertyUid: uid(), channel, ...changeable }),
    http: { status: 201 },
    answer,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'OPERATION_NOT_PERMITTED', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => linkableProperty(ctx, body),
    handler: async (ctx, { body: { url = null, externalId = null, ...body }, reached }) => {
      const fields = { channel: body.channel, url, externalId, isActive: body.isActive ?? true }
      return { propertyChannelLink: presentLink(await createChannelLink(ctx, reached, fields)) }
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a channel link',
    answer,
    errors: ['PROPERTY_CHANNEL_LINK_NOT_FOUND'],
    handler: async (ctx, { params, version }) => ({
      propertyChannelLink: presentLink(await reachedLink(ctx, params.uid!, version)),
    }),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Replace a channel link',
    tells: ['PROPERTY_CHANNEL_LINK_UPDATED'],
    body: Type.Object(changeable),
    answer,
    errors: [...writeErrors],
    authorize: async (ctx, { params, version }) => writableLink(ctx, params.uid!, version),
    handler: async (ctx, { body: { url = null, externalId = null, isActive }, reached }) => {
      const change = { url, external_id: externalId, is_active: isActive ?? true }
      return { propertyChannelLink: presentLink(await changeChannelLink(ctx, reached, change)) }
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a channel link',
    tells: ['PROPERTY_CHANNEL_LINK_DELETED'],
    http: { ...one.http, status: 204 },
    errors: writeErrors,
    authorize: async (ctx, { params, version }) => writableLink(ctx, params.uid!, version),
    handler: async (ctx, { reached }) => deleteChannelLink(ctx, reached),
  }),
  route({
    method: 'POST',
    path: '/property-channel-links/:uid/report-sync',
    since: '3.3',
    operationId: 'reportPropertyChannelLinkSync',
    summary: 'Report a synchronization of a channel link',
    tells: ['PROPERTY_CHANNEL_LINK_UPDATED'],
    tag,
    answer,
    errors: writeErrors,
    authorize: async (ctx, { params, version }) => writableLink(ctx, params.uid!, version),
    handler: async (ctx, { reached }) => {
      const synced = await changeChannelLink(ctx, reached, { last_sync_at: ctx.clock.now() })
      return { propertyChannelLink: presentLink(synced) }
    },
  }),
]

function presentLink(row: PropertyChannelLink) {
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    channel: row.channel,
    url: row.url,
    externalId: row.external_id,
    isActive: row.is_active,
    lastSyncUtcDateTime: utcTextOrNull(row.last_sync_at),
  }
}
