import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { propertyAccess, type Reached } from '../../access/partners/reach.sql.ts'
import type { PropertyChannelLinksTable } from '../../tables.ts'
import type { LinkedChannel, PropertyChannelLink } from './property-channel-link.ts'

type Db = Pick<Context, 'db'>
type Key = Pick<PropertyChannelLink, 'agency_uid' | 'uid'>

/** A link within reach, and what the caller may do at its property. */
export type ReachedLink = PropertyChannelLink & Reached

/** The addresses of a property's active links by their channels, as JSON; null: there are none. */
export function listingUrlsOf(property: Row): Sql {
  return sql`(select json_object_agg(cl.channel, cl.url) from property_channel_links cl
    where cl.agency_uid = ${property('agency_uid')} and cl.property_uid = ${property('uid')}
      and cl.is_active and cl.url is not null)`
}

/** The links of a property to some channels, by channel. */
export async function listLinks(
  { db }: Db,
  property: Key,
  channels: LinkedChannel[],
): Promise<PropertyChannelLink[]> {
  return db
    .selectFrom('property_channel_links')
    .selectAll()
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where('channel', '=', sql<string>`any(${channels}::text[])`)
    .orderBy(sql`channel collate "C"`)
    .execute()
}

/** A link of an agency of the caller's, whose `access` says whether it is within reach. */
export async function findLink(
  ctx: Context,
  uid: string,
  channels: LinkedChannel[],
): Promise<ReachedLink | undefined> {
  const { rows } = await sql<ReachedLink>`select c.*, ${propertyAccess(ctx.caller, 'p')} as access
    from property_channel_links c
    join properties p on p.agency_uid = ${agencyOf(ctx.caller, 'c')} and p.uid = c.property_uid
      and p.deleted_at is null
    where ${ofCaller(ctx.caller, 'c')} and c.uid = ${uid}
      and c.channel = any(${channels}::text[])`.execute(ctx.db)
  return rows[0]
}

/** The uid of the link of a property to a channel. */
export async function findLinkTo(
  { db }: Db,
  property: Key,
  channel: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('property_channel_links')
    .select('uid')
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.uid
}

/** Stores a link; undefined when the property has one to that channel. */
export async function insertLink(
  { db }: Db,
  row: Insertable<PropertyChannelLinksTable>,
): Promise<PropertyChannelLink | undefined> {
  return db
    .insertInto('property_channel_links')
    .values(row)
    .onConflict(on => on.columns(['agency_uid', 'property_uid', 'channel']).doNothing())
    .returningAll()
    .executeTakeFirst()
}
