import type { Row, Run, Statement } from '../database.ts'
import { anyUid, insertMarks, newMark, nilUid } from './marking.ts'

/** The marks of a tenant's agencies as they are at an instant. */
export interface Marks {
  /** Of what all its answers depend on. */
  all: string
  /** Of what changes of single scopes move. */
  some: string
  /** Whose scopes have marks that can be asked for; null: of several. */
  agencyUid: string | null
}

/** Who is asked, before a request is let in. */
export interface Lookup {
  /** Knows credentials. */
  run: Run
  /**
   * Knows marks, on a cluster, where they lie with the rows of their agency and are asked for at
   * the same time as credentials. Null: one statement reads both.
   */
  marksApart: Run | null
}

/** A statement that reads marks along with what it is for, and the same without them. */
export interface WithMarks {
  whole: Statement
  bare: Statement
}

/** @param text is given what reads the marks of an agency, which is SQL */
export function withMarks(name: string, text: (marks: typeof marksOf) => string): WithMarks {
  const none = () => 'null::text'
  return {
    whole: { name, text: `/* one server */ ${text(marksOf)}` },
    bare: { name: `${name}_bare`, text: text(none) },
  }
}

/**
 * The marks of all that an agency's answers depend on, as text; null where one is missing. Answers
 * that are made after they were read may be kept under them.
 *
 * @param agency as SQL
 */
function marksOf(agency: string): string {
  return `(select y.mark || ' ' || a.mark || ' ' || e.mark from marks a, marks y, marks e
    where a.agency_uid = ${agency} and a.scope_uid = '${nilUid}'
      and y.agency_uid = ${agency} and y.scope_uid = '${anyUid}'
      and e.agency_uid = '${nilUid}' and e.scope_uid = '${nilUid}')`
}

/** Runs a statement about one agency, with its marks as text; null: one is missing. */
export async function runWithMarks(
  { run, marksApart }: Lookup,
  { whole, bare }: WithMarks,
  values: unknown[],
  agencyUid: string,
): Promise<{ row: Row | undefined; apart: string | null }> {
  if (marksApart === null) return { row: (await run(whole, values))[0], apart: null }
  const [[row], [apart]] = await Promise.all([
    run(bare, values),
    findMarks(marksApart, [agencyUid]),
  ])
  return { row, apart: apart! }
}

/** The marks of agencies on a cluster, as text, in the order of the agencies. */
export async function findMarks(
  run: Run,
  agencyUids: readonly string[],
): Promise<(string | null)[]> {
  const [agencyUid, ...others] = agencyUids
  if (agencyUid === undefined) return []
  const rows = (await (others.length === 0
    ? run(apartStatement, [agencyUid])
    : run(severalStatement, [agencyUids]))) as [string, string, string][]
  const marks = new Map(rows.map(([agency, scope, mark]) => [`${agency} ${scope}`, mark]))
  return agencyUids.map(agency => {
    const [some, all] = [marks.get(`${agency} ${anyUid}`), marks.get(`${agency} ${nilUid}`)]
    return some === undefined || all === undefined ? null : `${some} ${all}`
  })
}

/** Of one table and one agency: the cheapest that a cluster can be asked. */
const apartStatement = {
  name: 'marks_apart',
  text: `select agency_uid, scope_uid, mark::text from marks
    where agency_uid = $1 and scope_uid in ('${nilUid}', '${anyUid}')`,
}

const severalStatement = {
  name: 'marks_of_several',
  text: `select agency_uid, scope_uid, mark::text from marks
    where agency_uid = any($1::uuid[]) and scope_uid in ('${nilUid}', '${anyUid}')`,
}

/** What a query has read of the marks of some agencies; null: one has none. */
export function readMarks(read: { agencyUid: string; marks: string | null }[]): Marks | null {
  const each = read.map(({ marks }) => marks)
  if (!each.every(marks => marks !== null)) return null
  const agencyUid = read.length === 1 ? read[0]!.agencyUid : null
  const some = each.map(marks => marks.slice(0, marks.indexOf(' '))).join()
  return { all: each.map(allOf).join(), some, agencyUid }
}

/** The marks of an agency as they are now; null: one is missing, or it is not one agency. */
export async function marksNow(lookup: Lookup, { agencyUid }: Marks): Promise<Marks | null> {
  if (agencyUid === null) return null
  return readMarks([{ agencyUid, marks: await marksTextNow(lookup, agencyUid) }])
}

/** The same as text. */
export async function marksTextNow(
  { run, marksApart }: Lookup,
  agencyUid: string,
): Promise<string | null> {
  if (marksApart !== null) return (await findMarks(marksApart, [agencyUid]))[0]!
  const [row] = await run(marksStatement, [agencyUid])
  return row![0] as string | null
}

/** The mark of what all answers depend on, of marks as text. */
export function allOf(marks: string): string {
  return marks.slice(marks.indexOf(' ') + 1)
}

const marksStatement = { name: 'marks_of', text: `select ${marksOf('$1::uuid')}` }

/**
 * Makes the marks that are missing, as after a restore of rows alone: what is kept from now on is
 * kept under them.
 */
export async function restoreMarks(
  { run, marksApart }: Lookup,
  agencyUids: readonly string[],
): Promise<void> {
  if (marksApart === null) {
    await run(restoreStatement, [[nilUid, ...agencyUids], nilUid])
    await run(restoreStatement, [agencyUids, anyUid])
    return
  }
  for (const agencyUid of agencyUids) {
    const values = [agencyUid, nilUid, newMark(), anyUid, newMark()]
    await run(restoreApart, values)
  }
}

const restoreStatement = {
  name: 'restore_marks',
  text: `
    insert into marks (agency_uid, scope_uid, mark)
    select uid, $2::uuid, floor(random() * 9007199254740991)::bigint
    from unnest($1::uuid[]) uid order by uid
    on conflict (agency_uid, scope_uid) do nothing`,
}

const restoreApart = {
  name: 'restore_marks_apart',
  text: `${insertMarks(2)} on conflict (agency_uid, scope_uid) do nothing`,
}
