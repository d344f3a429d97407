/** Legacy `/v2/property-channel-links`: contract/resources.md §6. */
import { route } from '../../../context.ts'
import {
  named,
  nullable,
  oneOfOrAlias,
  shape,
  Type,
  uid,
  url,
} from '../../../platform/rest/fields.ts'
import { legacyVersion } from '../../versions.ts'
import { requireProperty } from '../properties/properties.ts'
import { createChannelLink } from './create-channel-link.ts'
import { deleteChannelLink } from './delete-channel-link.ts'
import { channelsIn, linkAliases, type PropertyChannelLink } from './property-channel-link.ts'
import { listLinks } from './property-channel-links.ts'
import {
  requireLink,
  requireLinkableProperty,
  requireWritableLink,
} from './require-channel-link.ts'

const channels = channelsIn(legacyVersion)
const channel = named('LinkedChannel', oneOfOrAlias(channels, linkAliases))

const legacyLink = shape('PropertyChannelLink', {
  uid: uid(),
  propertyUid: uid(),
  channel,
  url: nullable(url()),
})

const tag = 'Property channel links'
const linkRoute = { path: '/property-channel-links/:uid', tag } as const

export const legacyChannelLinkRoutes = [
  route({
    method: 'GET',
    path: '/property-channel-links',
    summary: 'List the channel links of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    response: Type.Array(legacyLink),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await requireProperty(ctx, query.propertyUid)
      return (await listLinks(ctx, property, channels)).map(presentLegacyLink)
    },
  }),
  route({
    method: 'POST',
    path: '/property-channel-links',
    summary: 'Create a channel link',
    emits: ['PROPERTY_CHANNEL_LINK_CREATED'],
    tag,
    body: Type.Object({ propertyUid: uid(), channel, url: Type.Optional(nullable(url())) }),
    http: { status: 201 },
    response: legacyLink,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => requireLinkableProperty(ctx, body),
    handler: async (ctx, { body: { channel, url = null }, authorized }) => {
      const fields = { channel, url, externalId: null, isActive: true }
      return presentLegacyLink(await createChannelLink(ctx, authorized, fields))
    },
  }),
  route({
    ...linkRoute,
    method: 'GET',
    summary: 'Get a channel link',
    response: legacyLink,
    errors: ['PROPERTY_CHANNEL_LINK_NOT_FOUND'],
    handler: async (ctx, { params, version }) =>
      presentLegacyLink(await requireLink(ctx, params.uid!, version)),
  }),
  route({
    ...linkRoute,
    method: 'DELETE',
    summary: 'Delete a channel link',
    emits: ['PROPERTY_CHANNEL_LINK_DELETED'],
    http: { status: 204 },
    errors: ['PROPERTY_CHANNEL_LINK_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params, version }) => requireWritableLink(ctx, params.uid!, version),
    handler: async (ctx, { authorized }) => deleteChannelLink(ctx, authorized),
  }),
]

function presentLegacyLink({ uid, property_uid, channel, url }: PropertyChannelLink) {
  return { uid, propertyUid: property_uid, channel, url }
}
