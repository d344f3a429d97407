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
