/** SQL conditions on the state of an agency. */
import { type RawBuilder, sql } from 'kysely'

/** Returns the condition that the agency of a column or parameter is disabled. */
export function isDisabledAgency(agency: string): string {
  return `exists (select 1 from agencies da
    where da.agency_uid = ${agency} and da.disabled_at is not null)`
}

/** Returns the condition that the agency of a column, or of a value, is enabled. */
export function isEnabledAgency(agency: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from agencies da
    where da.agency_uid = ${agency} and da.disabled_at is not null)`
}
