import type { Run } from '../database.ts'
import { nilUid } from './marking.ts'

/**
 * The marks of all that an agency's answers depend on, as text; null where one is missing. Answers
 * that are made after they were read may be kept under them.
 *
 * @param agency as SQL
 */
export function marksOf(agency: string): string {
  return `(select a.mark || ' ' || e.mark from marks a, marks e
    where a.agency_uid = ${agency} and a.scope_uid = '${nilUid}'
      and e.agency_uid = '${nilUid}' and e.scope_uid = '${nilUid}')`
}

/**
 * Makes the marks that are missing, as after a restore of rows alone: what is kept from now on is
 * kept under them.
 */
export async function restoreMarks(run: Run, agencyUids: readonly string[]): Promise<void> {
  await run(restoreStatement, [[nilUid, ...agencyUids]])
}

const restoreStatement = {
  name: 'restore_marks',
  text: `
    insert into marks (agency_uid, scope_uid, mark)
    select uid, '${nilUid}'::uuid, floor(random() * 9007199254740991)::bigint
    from unnest($1::uuid[]) uid order by uid
    on conflict (agency_uid, scope_uid) do nothing`,
}
