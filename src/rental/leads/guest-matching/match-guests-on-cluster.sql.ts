import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { guestDetailNames } from '../guests/guest.ts'
import {
  type GuestMatch,
  guestInsert,
  guestUpdate,
  type MatchInput,
  matchTables,
} from './match-fragments.sql.ts'

/** Columns of `matches` that later steps need. */
interface MatchedDetails {
  lead_uid: string | null
  guest_uid: string
  reported_by: string | null
}

interface Person {
  guest_uid: string
  is_new: boolean
  adopts: boolean
}

/** Matches guests with one statement for each table, for a cluster that cannot run them as one. */
export async function matchGuestsOnCluster(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  input: MatchInput,
): Promise<GuestMatch[]> {
  const { agencyUid } = input
  const now = sql`${clock.now()}::timestamptz`
  const { rows } = await sql<{ matches: MatchedDetails[] | null; persons: Person[] | null }>`
    with ${matchTables(input)} select (select json_agg(w) from matches w) as matches,
      (select json_agg(v) from persons v) as persons`.execute(db)
  const { matches, persons } = rows[0]!
  if (matches === null || persons === null) return []
  const added = persons.filter(({ is_new }) => is_new)
  const values = added.map(person => {
    return sql`(${agencyUid}::uuid, ${toValues(person, insertedColumns)}, ${now})`
  })
  const inserted =
    added.length > 0
      ? await sql<{ uid: string }>`${guestInsert(sql`values ${sql.join(values)}`)}`.execute(db)
      : { rows: [] }
  const personRows = sql`${toRecordset(persons, personColumns)} v`
  const changed = await sql<{ uid: string }>`${guestUpdate(now, input, personRows)}`.execute(db)
  const written = new Set([...inserted.rows, ...changed.rows].map(({ uid }) => uid))
  const confirmed = new Set(
    persons.flatMap(({ guest_uid, is_new, adopts }) =>
      (!is_new && !adopts) || written.has(guest_uid) ? [guest_uid] : [],
    ),
  )
  const leads = matches.filter(
    ({ lead_uid, guest_uid }) => lead_uid !== null && confirmed.has(guest_uid),
  )
  const linked = await insertLinks({ db }, agencyUid, leads)
  return matches.map(({ lead_uid, guest_uid }) => {
    const isLinked = lead_uid === null ? confirmed.has(guest_uid) : linked.has(lead_uid)
    return { lead_uid, guest_uid: isLinked ? guest_uid : null }
  })
}

async function insertLinks(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  leads: MatchedDetails[],
): Promise<Set<string>> {
  if (leads.length === 0) return new Set()
  const columns = { lead_uid: 'uuid', guest_uid: 'uuid', reported_by: 'uuid' }
  const values = leads.map(lead => sql`(${agencyUid}::uuid, ${toValues(lead, columns)})`)
  const { rows } = await sql<{ lead_uid: string }>`
    insert into lead_guests (agency_uid, lead_uid, guest_uid, told_by_partner_uid)
    values ${sql.join(values)} on conflict do nothing returning lead_uid`.execute(db)
  return new Set(rows.map(({ lead_uid }) => lead_uid))
}

const detailColumnTypes = Object.fromEntries(guestDetailNames.map(name => [name, 'text']))

/** Columns in the order of the insert. */
const insertedColumns: Record<string, string> = {
  ...{ guest_uid: 'uuid', email_key: 'text', phone_key: 'text', ...detailColumnTypes },
  ...{ reported_by: 'uuid', created_at: 'timestamptz' },
}

const personColumns = {
  ...insertedColumns,
  is_new: 'boolean',
  adopts: 'boolean',
  by_lead: 'boolean',
}

/** Returns the values of a row in the order of the columns. */
function toValues(row: object, columns: Record<string, string>): Sql {
  const values = row as Record<string, unknown>
  return sql.join(
    Object.entries(columns).map(([name, type]) => sql`${values[name]}::${sql.raw(type)}`),
  )
}

/** Returns rows as a subselect with typed columns. */
function toRecordset(rows: readonly object[], columns: Record<string, string>): Sql {
  const types = Object.entries(columns).map(([name, type]) => {
    return sql`${sql.ref(name)} ${sql.raw(type)}`
  })
  const picked = sql.join(Object.keys(columns).map(name => sql.ref(name)))
  return sql`(select ${picked} from json_to_recordset(${JSON.stringify(rows)}::json)
    as r(${sql.join(types)}))`
}
