import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { toldNames as names } from '../guests/guest.ts'
import { changing, found, type Identified, making, type Telling } from './identity-parts.sql.ts'

/** What is told, as `who` has it, as far as the steps after it need it. */
interface Who {
  lead_uid: string | null
  guest_uid: string
  told_by: string | null
}

interface Person {
  guest_uid: string
  is_new: boolean
  adopts: boolean
}

/**
 * Finds or makes guests on a cluster, step by step: one statement of several parts that write hands
 * rows from part to part by way of every node, and would need all of them.
 */
export async function identifyApart(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  telling: Telling,
): Promise<Identified[]> {
  const { agencyUid } = telling
  const now = sql`${clock.now()}::timestamptz`
  const { rows } = await sql<{ who: Who[] | null; persons: Person[] | null }>`
    with ${found(telling)} select (select json_agg(w) from who w) as who,
      (select json_agg(v) from persons v) as persons`.execute(db)
  const { who, persons } = rows[0]!
  if (who === null || persons === null) return []
  const fresh = persons.filter(({ is_new }) => is_new)
  const values = fresh.map(person => {
    return sql`(${agencyUid}::uuid, ${cells(person, madeColumns)}, ${now})`
  })
  const made =
    fresh.length > 0
      ? await sql<{ uid: string }>`${making(sql`values ${sql.join(values)}`)}`.execute(db)
      : { rows: [] }
  const known = sql`${rowsOf(persons, personColumns)} v`
  const changed = await sql<{ uid: string }>`${changing(now, telling, known)}`.execute(db)
  const written = new Set([...made.rows, ...changed.rows].map(({ uid }) => uid))
  const sure = new Set(
    persons.flatMap(({ guest_uid, is_new, adopts }) =>
      (!is_new && !adopts) || written.has(guest_uid) ? [guest_uid] : [],
    ),
  )
  const leads = who.filter(({ lead_uid, guest_uid }) => lead_uid !== null && sure.has(guest_uid))
  const bound = await bind({ db }, agencyUid, leads)
  return who.map(({ lead_uid, guest_uid }) => {
    const isBound = lead_uid === null ? sure.has(guest_uid) : bound.has(lead_uid)
    return { lead_uid, guest_uid: isBound ? guest_uid : null }
  })
}

async function bind(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  leads: Who[],
): Promise<Set<string>> {
  if (leads.length === 0) return new Set()
  const columns = { lead_uid: 'uuid', guest_uid: 'uuid', told_by: 'uuid' }
  const values = leads.map(lead => sql`(${agencyUid}::uuid, ${cells(lead, columns)})`)
  const { rows } = await sql<{ lead_uid: string }>`
    insert into lead_guests (agency_uid, lead_uid, guest_uid, told_by_partner_uid)
    values ${sql.join(values)} on conflict do nothing returning lead_uid`.execute(db)
  return new Set(rows.map(({ lead_uid }) => lead_uid))
}

const toldColumns = Object.fromEntries(names.map(name => [name, 'text']))

/** In the order in which they are inserted. */
const madeColumns: Record<string, string> = {
  ...{ guest_uid: 'uuid', email_key: 'text', phone_key: 'text', ...toldColumns },
  ...{ told_by: 'uuid', created_at: 'timestamptz' },
}

const personColumns = { ...madeColumns, is_new: 'boolean', adopts: 'boolean', by_lead: 'boolean' }

/** The values of a row in the order of some columns. */
function cells(row: object, columns: Record<string, string>): Sql {
  const values = row as Record<string, unknown>
  return sql.join(
    Object.entries(columns).map(([name, type]) => sql`${values[name]}::${sql.raw(type)}`),
  )
}

/** Rows of a statement, by their columns and the types of these. */
function rowsOf(rows: readonly object[], columns: Record<string, string>): Sql {
  const types = Object.entries(columns).map(([name, type]) => {
    return sql`${sql.ref(name)} ${sql.raw(type)}`
  })
  const picked = sql.join(Object.keys(columns).map(name => sql.ref(name)))
  return sql`(select ${picked} from json_to_recordset(${JSON.stringify(rows)}::json)
    as r(${sql.join(types)}))`
}
