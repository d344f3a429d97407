/** Services and jobs that tests start from, written straight to the database. */
import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import { insertJobs } from '../src/rental/around/jobs/jobs.ts'
import { insertServiceProviders } from '../src/rental/around/service-providers/service-providers.ts'
import { insertServices } from '../src/rental/around/services/services.ts'
import type { JobsTable, ServiceProvidersTable, ServicesTable } from '../src/rental/tables.ts'
import type { TestServer } from './server.ts'

const longAgo = new Date('2026-01-01T00:00:00Z')
const made = { created_at: longAgo, updated_at: longAgo }

export async function makeProvider(
  { database }: TestServer,
  agencyUid: string,
  columns: Partial<Insertable<ServiceProvidersTable>> = {},
): Promise<string> {
  const row = { agency_uid: agencyUid, uid: newUid(), name: 'Bright Rooms', ...made, ...columns }
  await insertServiceProviders({ db: database.kysely }, [row])
  return row.uid
}

/** A cleaning for hosts at 85 USD, unless columns say otherwise. */
export async function makeService(
  { database }: TestServer,
  agencyUid: string,
  columns: Partial<Insertable<ServicesTable>> = {},
): Promise<string> {
  const row = {
    agency_uid: agencyUid,
    uid: newUid(),
    title: 'Turnover cleaning',
    category: 'CLEANING',
    catered_to: 'HOST',
    gross_price: '85.00',
    currency: 'USD',
    ...made,
    ...columns,
  }
  await insertServices({ db: database.kysely }, [row])
  return row.uid
}

type JobColumns = Partial<Insertable<JobsTable>> &
  Pick<Insertable<JobsTable>, 'property_uid' | 'service_uid'>

/** A new job of 4 July 2026, 11 to 14 o'clock, unless columns say otherwise. */
export function jobRow(agencyUid: string, columns: JobColumns) {
  return {
    agency_uid: agencyUid,
    uid: newUid(),
    status: 'NEW',
    start_local: '2026-07-04T11:00:00',
    end_local: '2026-07-04T14:00:00',
    done_at: columns.status === 'DONE' ? longAgo : null,
    ...made,
    ...columns,
  }
}

export async function makeJob(
  { database }: TestServer,
  agencyUid: string,
  columns: JobColumns,
): Promise<string> {
  const row = jobRow(agencyUid, columns)
  await insertJobs({ db: database.kysely }, [row])
  return row.uid
}
