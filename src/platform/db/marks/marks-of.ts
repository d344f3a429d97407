import type { Run } from '../database.ts'
import { anyUid, nilUid } from './marking.ts'

/** The marks of a tenant's agencies as they are at an instant. */
export interface Marks {
  /** Of what all its answers depend on. */
  all: string
  /** Of what changes of single scopes move. */
  some: string
  /** Whose scopes have marks that can be asked for; null: of several. */
  agencyUid: string | null
}

/**
 * The marks of all that an agency's answers depend on, as text; null where one is missing. Answers
 * that are made after they were read may be kept under them.
 *
 * @param agency as SQL
 */
export function marksOf(agency: string): string {
  return `(select y.mark || ' ' || a.mark || ' ' || e.mark from marks a, marks y, marks e
    where a.agency_uid = ${agency} and a.scope_uid = '${nilUid}'
      and y.agency_uid = ${agency} and y.scope_uid = '${anyUid}'
      and e.agency_uid = '${nilUid}' and e.scope_uid = '${nilUid}')`
}

/** What a query has read as {@link marksOf} of some agencies; null: one has none. */
export function readMarks(read: { agencyUid: string; marks: string | null }[]): Marks | null {
  const each = read.map(({ marks }) => marks?.split(/ (.*)/, 2) ?? null)
  if (each.includes(null)) return null
  const agencyUid = read.length === 1 ? read[0]!.agencyUid : null
  return { all: each.map(one => one![1]).join(), some: each.map(one => one![0]).join(), agencyUid }
}

/** Whether nothing was changed since that answers of an agency depend on, whatever they show. */
export async function isUnchanged(run: Run, { agencyUid, all }: Marks): Promise<boolean> {
  if (agencyUid === null) return false
  const [row] = await run(marksStatement, [agencyUid])
  return readMarks([{ agencyUid, marks: row![0] as string | null }])?.all === all
}

const marksStatement = { name: 'marks_of', text: `select ${marksOf('$1::uuid')}` }

/**
 * Makes the marks that are missing, as after a restore of rows alone: what is kept from now on is
 * kept under them.
 */
export async function restoreMarks(run: Run, agencyUids: readonly string[]): Promise<void> {
  await run(restoreStatement, [[nilUid, ...agencyUids], nilUid])
  await run(restoreStatement, [agencyUids, anyUid])
}

const restoreStatement = {
  name: 'restore_marks',
  text: `
    insert into marks (agency_uid, scope_uid, mark)
    select uid, $2::uuid, floor(random() * 9007199254740991)::bigint
    from unnest($1::uuid[]) uid order by uid
    on conflict (agency_uid, scope_uid) do nothing`,
}
