/** What is found by a few words, within the caller's reach: contract/resources.md §11.2. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { rowAs, type Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import { presentWebhook } from '../../events/webhook-registration/webhook-shape.ts'
import { listedWebhooks } from '../../events/webhooks/reached-webhooks.ts'
import { agencyWord, beginningsIn, openWordsOf, wordsOf } from '../../leads/leads/lead-words.sql.ts'
import { fromReached, personalOf } from '../../leads/leads/reached-leads.ts'
import { foldedText, isPart } from '../../properties/property-query/folded-text.sql.ts'

type ContextPart = Pick<Context, 'db' | 'caller'>

/** What is looked for, and how many of each kind at most. */
export interface Search {
  agencyUid: string
  query: string
  limit: number
}

export interface FoundObject {
  uid: string
  name: string
  reference: string | null
}

/** A lead with its guest and thread. */
export interface FoundLead {
  uid: string
  property_uid: string | null
  status: string
  external_booking_id: string | null
  check_in_local: string
  check_out_local: string
  /** Whether the caller sees guests' data of it. */
  personal: boolean
  name: string
  guest_uid: string | null
  thread_uid: string | null
}

/** How many leads are looked at for one guest or thread that is shown. */
const leadsEach = 4

/**
 * The newest leads with words that begin as those of the query do, all of them. Whom guests' data
 * are hidden from, finds by the reference alone.
 */
export async function findLeads(ctx: ContextPart, search: Search): Promise<FoundLead[]> {
  const { agencyUid, query, limit } = search
  const uid = asUid(query)
  const words = beginningsIn(query)
  if (uid === null && words === null) return []
  const sees = personalOf(ctx) ?? sql`true`
  const has = uid === null ? hasWords(ctx, agencyUid, words!) : sql`l.uid = ${uid}`
  const { rows } = await sql<FoundLead>`select f.*,
      (select b.guest_uid from lead_guests b
        where b.agency_uid = ${agencyUid} and b.lead_uid = f.uid) as guest_uid,
      (select t.uid from threads t
        where t.agency_uid = ${agencyUid} and t.lead_uid = f.uid limit 1) as thread_uid
    from (select l.uid, l.property_uid, l.status, l.external_booking_id, l.check_in_local,
        l.check_out_local, ${sees} as personal, concat_ws(' ', l.first_name, l.last_name) as name
      ${fromReached(ctx as Context)} and l.agency_uid = ${agencyUid} and l.deleted_at is null
        and ${has}
      order by l.created_at desc, l.uid desc limit ${limit * leadsEach}) f`.execute(ctx.db)
  return rows
}

function hasWords(ctx: ContextPart, agencyUid: string, words: string): Sql {
  const lead = rowAs('l')
  const sees = personalOf(ctx)
  const all = `'${agencyWord(agencyUid)}' & ${words}`
  const found = sql`${wordsOf(lead)} @@ to_tsquery('simple', ${all})`
  if (sees === null) return found
  return sql`${found} and (${sees} or ${openWordsOf(lead)} @@ to_tsquery('simple', ${words}))`
}

/** Properties by name or reference, those first whose name begins with the query. */
export function findProperties(ctx: ContextPart, search: Search): Promise<FoundObject[]> {
  const reached = isReached(ctx.caller, 'o')
  return find(ctx, search, { table: 'properties', name: sql`o.name`, reached })
}

/** Hotels, the same. */
export function findHotels(ctx: ContextPart, search: Search): Promise<FoundObject[]> {
  const { caller } = ctx
  const reached =
    caller.kind === 'partner'
      ? sql`exists (select 1 from grants g where g.agency_uid = ${search.agencyUid}
          and g.partner_uid = ${caller.partnerUid} and g.object_uid = o.uid)`
      : sql`true`
  return find(ctx, search, { table: 'hotels', name: sql`o.name`, reached })
}

/** Owners of an agency, by name or e-mail address. */
export function findOwners(ctx: ContextPart, search: Search): Promise<FoundObject[]> {
  const name = sql`concat_ws(' ', o.first_name, o.last_name, '· ' || o.business_name)`
  const also = sql`concat_ws(' ', o.last_name, o.first_name)`
  const reference = sql`o.email`
  return find(ctx, search, { table: 'owners', name, also, reference, reached: sql`true` })
}

/** Webhooks that the caller sees: as many as an owner can have are searched as they are shown. */
export async function findWebhooks(
  ctx: Context,
  { agencyUid, query, limit }: Search,
): Promise<FoundObject[]> {
  const uid = asUid(query)
  const part = query.trim().toLowerCase()
  const shown = (await listedWebhooks(ctx, { agencyUid })).map(presentWebhook)
  const found = shown.filter(({ callbackUrl, eventType, description, uid: own }) => {
    if (uid !== null) return own === uid
    return [callbackUrl, eventType, description].some(text => text?.toLowerCase().includes(part))
  })
  return found.slice(0, limit).map(({ uid, callbackUrl, eventType, description }) => {
    return { uid, name: description || callbackUrl, reference: eventType }
  })
}

interface Table {
  table: 'properties' | 'hotels' | 'owners'
  name: Sql
  /** Another way in which the name is written. */
  also?: Sql
  reference?: Sql
  reached: Sql
}

async function find(
  { db }: ContextPart,
  { agencyUid, query, limit }: Search,
  { table, name, also, reference = sql`o.external_id`, reached }: Table,
): Promise<FoundObject[]> {
  const uid = asUid(query)
  const text = sql`${query.trim()}::text`
  const searched = [name, ...(also ? [also] : []), reference]
  const named = sql`(${sql.join(
    searched.map(one => isPart(text, one)),
    sql` or `,
  )})`
  const { rows } = await sql<FoundObject>`
    select o.uid, ${name} as name, ${reference} as reference from ${sql.table(table)} o
    where o.agency_uid = ${agencyUid} and o.deleted_at is null and ${reached}
      and ${uid === null ? named : sql`o.uid = ${uid}`}
    order by position(${foldedText(text)} in ${foldedText(name)}) = 1 desc, lower(${name}), o.uid
    limit ${limit}`.execute(db)
  return rows
}
