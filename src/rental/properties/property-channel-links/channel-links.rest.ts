/** Links to listings of properties on channels: contract/resources.md §6. */
import { route } from '../../../context.ts'
import { utcTextOrNull } from '../../../platform/dates/dates.ts'
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
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { requireProperty } from '../properties/properties.ts'
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
import {
  requireLink,
  requireLinkableProperty,
  requireWritableLink,
} from './require-channel-link.ts'

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

const writableFields = {
  url: Type.Optional(nullable(url())),
  externalId: Type.Optional(nullable(text())),
  isActive: Type.Optional(nullable(bool())),
}

const response = Type.Object({ propertyChannelLink })
const tag = 'Property channel links'
const linkRoute = {
  path: '/property-channel-links/:uid',
  http: { findState: stateReader('property_channel_links', 'PROPERTY_CHANNEL_LINK') },
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
    response: unpagedResponse('propertyChannelLinks', propertyChannelLink),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      const property = await requireProperty(ctx, query.propertyUid)
      const channels = query.channel === undefined ? channelsIn(version) : [query.channel]
      const links = await listLinks(ctx, property, channels)
      return unpaged('propertyChannelLinks', links.map(presentLink))
    },
  }),
  route({
    method: 'POST',
    path: '/property-channel-links',
    summary: 'Create a channel link',
    emits: ['PROPERTY_CHANNEL_LINK_CREATED'],
    tag,
    body: Type.Object({ propertyUid: uid(), channel, ...writableFields }),
    http: { status: 201 },
    response,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'OPERATION_NOT_PERMITTED', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => requireLinkableProperty(ctx, body),
    handler: async (ctx, { body: { url = null, externalId = null, ...body }, authorized }) => {
      const fields = { channel: body.channel, url, externalId, isActive: body.isActive ?? true }
      return { propertyChannelLink: presentLink(await createChannelLink(ctx, authorized, fields)) }
    },
  }),
  route({
    ...linkRoute,
    method: 'GET',
    summary: 'Get a channel link',
    response,
    errors: ['PROPERTY_CHANNEL_LINK_NOT_FOUND'],
    handler: async (ctx, { params, version }) => ({
      propertyChannelLink: presentLink(await requireLink(ctx, params.uid!, version)),
    }),
  }),
  route({
    ...linkRoute,
    method: 'PUT',
    summary: 'Replace a channel link',
    emits: ['PROPERTY_CHANNEL_LINK_UPDATED'],
    body: Type.Object(writableFields),
    response,
    errors: [...writeErrors],
    authorize: async (ctx, { params, version }) => requireWritableLink(ctx, params.uid!, version),
    handler: async (ctx, { body: { url = null, externalId = null, isActive }, authorized }) => {
      const change = { url, external_id: externalId, is_active: isActive ?? true }
      return { propertyChannelLink: presentLink(await changeChannelLink(ctx, authorized, change)) }
    },
  }),
  route({
    ...linkRoute,
    method: 'DELETE',
    summary: 'Delete a channel link',
    emits: ['PROPERTY_CHANNEL_LINK_DELETED'],
    http: { ...linkRoute.http, status: 204 },
    errors: writeErrors,
    authorize: async (ctx, { params, version }) => requireWritableLink(ctx, params.uid!, version),
    handler: async (ctx, { authorized }) => deleteChannelLink(ctx, authorized),
  }),
  route({
    method: 'POST',
    path: '/property-channel-links/:uid/report-sync',
    since: '3.3',
    operationId: 'reportPropertyChannelLinkSync',
    summary: 'Report a synchronization of a channel link',
    emits: ['PROPERTY_CHANNEL_LINK_UPDATED'],
    tag,
    response,
    errors: writeErrors,
    authorize: async (ctx, { params, version }) => requireWritableLink(ctx, params.uid!, version),
    handler: async (ctx, { authorized }) => {
      const synced = await changeChannelLink(ctx, authorized, { last_sync_at: ctx.clock.now() })
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
