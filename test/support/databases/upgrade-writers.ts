/** Clients that write to a database of release 0.1.0 at a fixed rate while it is migrated. */
import pg from 'pg'

export interface WriterFigures {
  writes: number
  /** Longest time from when a write was due to its commit, in milliseconds. */
  longestMs: number
  /** Errors of refused writes. */
  refused: string[]
}

/** Milliseconds that a process of release 0.1.0 waits for a lock before it responds 503. */
const lockMs = 5_000
const connectionsMax = 60

/**
 * Starts to write. A write that waits does not delay those after it. The statements are valid
 * before, during and after a migration.
 *
 * @returns the function that ends the writes and returns their figures
 */
export function startWriters(url: string, perSecond: number): () => Promise<WriterFigures> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    options: `-c lock_timeout=${lockMs}`,
  })
  // The server may stop while the pool closes its connections.
  pool.on('error', () => undefined)
  const figures: WriterFigures = { writes: 0, longestMs: 0, refused: [] }
  const running = new Set<Promise<void>>()
  const run = async (text: string) => {
    const due = performance.now()
    try {
      await pool.query(text)
    } catch (error) {
      figures.refused.push((error as Error).message)
    }
    figures.writes++
    figures.longestMs = Math.max(figures.longestMs, performance.now() - due)
  }
  let next = 0
  const timer = setInterval(() => {
    const writing = run(writes[next++ % writes.length]!).finally(() => running.delete(writing))
    running.add(writing)
  }, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
    await pool.end()
    return figures
  }
}

/** Selects a random row by its primary key. */
const anyRow = (source: string) => `select * from ${source}
  where agency_uid = (select agency_uid from agencies order by random() limit 1)
    and uid > (select gen_random_uuid()) order by agency_uid, uid limit 1`
const anyLead = anyRow('leads')
const anyOrder = anyRow('orders')
const anyCode = anyRow('pin_codes')
const anyJob = anyRow('jobs')

/** Statements of several tables are one transaction, as a message without `begin` is. */
const writes = [
  `with lead as (insert into leads (agency_uid, uid, type, status, source, channel, check_in_local,
      check_out_local, check_in_at, check_out_at, first_name, created_at, updated_at)
    select agency_uid, gen_random_uuid(), 'INQUIRY', 'NEW', 'HOSTFULLY_UI', 'HOSTFULLY',
      '2030-01-01', '2030-01-05', '2030-01-01', '2030-01-05', 'Grace', now(), now()
    from agencies order by random() limit 1 returning *),
  thing as (insert into lead_acts (agency_uid, uid, lead_uid, act, credential_kind, events,
      created_at)
    select agency_uid, gen_random_uuid(), uid, 'create', 'KEY', '{}', now() from lead),
  cost as (insert into orders (agency_uid, uid, lead_uid, currency, rent_net_price,
      rent_base_net_price, list_price, net_price, rent_gross_price, total_amount, created_at,
      updated_at)
    select agency_uid, uid, uid, 'USD', 5, 5, 5, 5, 5, 5, now(), now() from lead)
  insert into night_changes (agency_uid, uid, unit_uid, lead_uid, change, occupied,
    turnover_nights, act, credential_kind, created_at)
  select l.agency_uid, gen_random_uuid(), u.uid, l.uid, 'TAKEN', '[2030-01-01,2030-01-05)', 0,
    'create', 'KEY', now()
  from lead l join lateral (select uid from units u where u.agency_uid = l.agency_uid limit 1) u
    on true`,
  `update leads l set notes = 'late', updated_at = now() from (${anyLead}) o
    where l.agency_uid = o.agency_uid and l.uid = o.uid`,
  `insert into payments (agency_uid, uid, order_uid, type, status, amount, created_at)
    select o.agency_uid, gen_random_uuid(), o.uid, 'SALE', 'SUCCESS', 5, now()
    from (${anyOrder}) o`,
  `update pin_codes p set lock_name = 'door', updated_at = now() from (${anyCode}) o
    where p.agency_uid = o.agency_uid and p.uid = o.uid`,
  `update guests g set city = 'Bend', updated_at = now() from (${anyLead}) o
    where g.agency_uid = o.agency_uid and g.uid = o.uid`,
  `update occupancies c set turnover_nights = c.turnover_nights from (${anyLead}) o
    where c.agency_uid = o.agency_uid and c.unit_uid = o.property_uid and c.lead_uid = o.uid`,
  `update jobs j set notes = 'key under the mat', updated_at = now() from (${anyJob}) o
    where j.agency_uid = o.agency_uid and j.uid = o.uid`,
  `update threads t set agency_read_at = now() from (${anyLead}) o
    where t.agency_uid = o.agency_uid and t.uid = o.uid`,
]
