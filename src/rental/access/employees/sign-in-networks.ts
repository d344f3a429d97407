/** Networks that employees have signed in from. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Employee } from './employees.ts'

const networksMax = 20
const daysMax = 90

/** Stores a network, at most once a day, and deletes the oldest beyond the maximum. */
export async function storeNetwork(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Employee, 'agency_uid' | 'uid'>,
  network: Buffer,
  now: Date,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into sign_in_networks as n (agency_uid, employee_uid, network, seen_on)
    values (${agency_uid}, ${uid}, ${network}, ${now}::timestamptz::date)
    on conflict (agency_uid, employee_uid, network) do update set seen_on = excluded.seen_on
    where n.seen_on <> excluded.seen_on`.execute(db)
  if (numAffectedRows === 0n) return
  await sql`
    delete from sign_in_networks where agency_uid = ${agency_uid} and employee_uid = ${uid}
      and (seen_on < ${now}::timestamptz::date - ${daysMax}::int or network in (
        select network from sign_in_networks
        where agency_uid = ${agency_uid} and employee_uid = ${uid}
        order by seen_on desc, network offset ${networksMax}))`.execute(db)
}
