import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { type AccessibleRow, propertyAccess } from '../../access/partners/access-scope.sql.ts'
import type { PropertyChannelLinksTable } from '../../tables.ts'
import type { LinkedChannel, PropertyChannelLink } from './property-channel-link.ts'

type Db = Pick<Context, 'db'>
type Key = Pick<PropertyChannelLink, 'agency_uid' | 'uid'>

/** Link with the caller's access to its property. */
export type AccessibleLink = PropertyChannelLink & AccessibleRow

/** Returns the URLs of a property's active links by channel, as JSON; null if there are none. */
export function selectListingUrls(property: Row): Sql {
  return sql`(select json_object_agg(cl.channel, cl.url) from property_channel_links cl
    where cl.agency_uid = ${property('agency_uid')} and cl.property_uid = ${property('uid')}
      and cl.is_active and cl.url is not null)`
}

/** Lists the links of a property to these channels, by channel. */
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

/** Finds a link in the caller's agencies. `access` is the caller's access to its property. */
export async function findLink(
  ctx: Context,
  uid: string,
  channels: LinkedChannel[],
): Promise<AccessibleLink | undefined> {
  const { rows } =
    await sql<AccessibleLink>`select c.*, ${propertyAccess(ctx.caller, 'p')} as access
    from property_channel_links c
    join properties p on p.agency_uid = ${agencyOf(ctx.caller, 'c')} and p.uid = c.property_uid
      and p.deleted_at is null
    where ${inCallerTenant(ctx.caller, 'c')} and c.uid = ${uid}
      and c.channel = any(${channels}::text[])`.execute(ctx.db)
  return rows[0]
}

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

/** Inserts a link. Returns undefined if the property already has one to that channel. */
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
