/** Search queries within the caller's access scope: contract/resources.md §11.2. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { rowAs, type Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import { presentWebhook } from '../../events/webhook-registration/webhook-shape.ts'
import { listAccessibleWebhooks } from '../../events/webhooks/accessible-webhooks.ts'
import { fromAccessibleLeads, personalDataCondition } from '../../leads/leads/accessible-leads.ts'
import {
  agencySearchWord,
  leadSearchVector,
  prefixQuery,
  publicSearchVector,
} from '../../leads/leads/lead-search-vector.sql.ts'
import { containsFolded, foldTextSql } from '../../properties/property-query/folded-text.sql.ts'

type ContextPart = Pick<Context, 'db' | 'caller'>

/** Search text, and the maximum number of results per type. */
export interface Search {
  agencyUid: string
  query: string
  limit: number
}

export interface ObjectMatch {
  uid: string
  name: string
  reference: string | null
}

/** A lead with its guest and thread. */
export interface LeadMatch {
  uid: string
  property_uid: string | null
  status: string
  external_booking_id: string | null
  check_in_local: string
  check_out_local: string
  /** True if the caller may read guest data of the lead. */
  personal: boolean
  name: string
  guest_uid: string | null
  thread_uid: string | null
}

/** Leads that are read for each guest or thread in the result. */
const leadsPerResult = 4

/**
 * Finds the newest leads with words that start with each word of the query. A caller without access
 * to guest data finds leads by their reference alone.
 */
export async function findLeads(ctx: ContextPart, search: Search): Promise<LeadMatch[]> {
  const { agencyUid, query, limit } = search
  const uid = asUid(query)
  const terms = prefixQuery(query)
  if (uid === null && terms === null) return []
  const personal = personalDataCondition(ctx) ?? sql`true`
  const condition = uid === null ? matchesTerms(ctx, agencyUid, terms!) : sql`l.uid = ${uid}`
  const { rows } = await sql<LeadMatch>`select f.*,
      (select b.guest_uid from lead_guests b
        where b.agency_uid = ${agencyUid} and b.lead_uid = f.uid) as guest_uid,
      (select t.uid from threads t
        where t.agency_uid = ${agencyUid} and t.lead_uid = f.uid limit 1) as thread_uid
    from (select l.uid, l.property_uid, l.status, l.external_booking_id, l.check_in_local,
        l.check_out_local, ${personal} as personal,
        concat_ws(' ', l.first_name, l.last_name) as name
      ${fromAccessibleLeads(ctx as Context)} and l.agency_uid = ${agencyUid}
        and l.deleted_at is null
        and ${condition}
      order by l.created_at desc, l.uid desc limit ${limit * leadsPerResult}) f`.execute(ctx.db)
  return rows
}

function matchesTerms(ctx: ContextPart, agencyUid: string, terms: string): Sql {
  const lead = rowAs('l')
  const personal = personalDataCondition(ctx)
  const agencyTerms = `'${agencySearchWord(agencyUid)}' & ${terms}`
  const matches = sql`${leadSearchVector(lead)} @@ to_tsquery('simple', ${agencyTerms})`
  if (personal === null) return matches
  return sql`${matches}
    and (${personal} or ${publicSearchVector(lead)} @@ to_tsquery('simple', ${terms}))`
}

/** Finds properties by name or reference; names that start with the query come first. */
export function findProperties(ctx: ContextPart, search: Search): Promise<ObjectMatch[]> {
  const isAccessible = isPropertyAccessible(ctx.caller, 'o')
  return findObjects(ctx, search, { table: 'properties', name: sql`o.name`, isAccessible })
}

/** Finds hotels by name or reference; names that start with the query come first. */
export function findHotels(ctx: ContextPart, search: Search): Promise<ObjectMatch[]> {
  const { caller } = ctx
  const isAccessible =
    caller.kind === 'partner'
      ? sql`exists (select 1 from grants g where g.agency_uid = ${search.agencyUid}
          and g.partner_uid = ${caller.partnerUid} and g.object_uid = o.uid)`
      : sql`true`
  return findObjects(ctx, search, { table: 'hotels', name: sql`o.name`, isAccessible })
}

/** Finds owners of an agency by name or email address. */
export function findOwners(ctx: ContextPart, search: Search): Promise<ObjectMatch[]> {
  const name = sql`concat_ws(' ', o.first_name, o.last_name, '· ' || o.business_name)`
  const alternative = sql`concat_ws(' ', o.last_name, o.first_name)`
  const reference = sql`o.email`
  return findObjects(ctx, search, {
    table: 'owners',
    name,
    alternative,
    reference,
    isAccessible: sql`true`,
  })
}

/** Finds webhooks that the caller may read. An owner has few, so they are filtered in memory. */
export async function findWebhooks(
  ctx: Context,
  { agencyUid, query, limit }: Search,
): Promise<ObjectMatch[]> {
  const uid = asUid(query)
  const fragment = query.trim().toLowerCase()
  const webhooks = (await listAccessibleWebhooks(ctx, { agencyUid })).map(presentWebhook)
  const matches = webhooks.filter(({ callbackUrl, eventType, description, uid: webhookUid }) => {
    if (uid !== null) return webhookUid === uid
    return [callbackUrl, eventType, description].some(text =>
      text?.toLowerCase().includes(fragment),
    )
  })
  return matches.slice(0, limit).map(({ uid, callbackUrl, eventType, description }) => {
    return { uid, name: description || callbackUrl, reference: eventType }
  })
}

interface SearchedTable {
  table: 'properties' | 'hotels' | 'owners'
  name: Sql
  /** Alternative spelling of the name. */
  alternative?: Sql
  reference?: Sql
  isAccessible: Sql
}

async function findObjects(
  { db }: ContextPart,
  { agencyUid, query, limit }: Search,
  { table, name, alternative, reference = sql`o.external_id`, isAccessible }: SearchedTable,
): Promise<ObjectMatch[]> {
  const uid = asUid(query)
  const searchText = sql`${query.trim()}::text`
  const searched = [name, ...(alternative ? [alternative] : []), reference]
  const matchesText = sql`(${sql.join(
    searched.map(value => containsFolded(searchText, value)),
    sql` or `,
  )})`
  const { rows } = await sql<ObjectMatch>`
    select o.uid, ${name} as name, ${reference} as reference from ${sql.table(table)} o
    where o.agency_uid = ${agencyUid} and o.deleted_at is null and ${isAccessible}
      and ${uid === null ? matchesText : sql`o.uid = ${uid}`}
    order by position(${foldTextSql(searchText)} in ${foldTextSql(name)}) = 1 desc,
      lower(${name}), o.uid limit ${limit}`.execute(db)
  return rows
}
