/** Query that the query page shows first. */
import type { Runtime } from '../runtime.ts'

export const leadQueryTitle = 'Lodgepole lead query'

/** Returns the default query: leads in the lead query of a single agency, otherwise the schema. */
export async function createDefaultQuery(
  { kysely }: Runtime['database'],
  title: string,
): Promise<string> {
  const agencies = await kysely.selectFrom('agencies').select('agency_uid').limit(2).execute()
  if (agencies.length !== 1 || title !== leadQueryTitle) {
    return '{\n  __schema {\n    queryType { name }\n  }\n}\n'
  }
  return `{
  leads(agencyUid: "${agencies[0]!.agency_uid}", _limit: 10) {
    uid
    status
    firstName
    lastName
    checkInDateTimeString
    checkOutDateTimeString
    order { totalGrossOrderValue currency }
    property { name }
  }
}
`
}
