import { query } from '../../test/support/postgres.ts'
import { leadsSql, ordersSql } from './rows.sql.ts'

/** Some properties of one agency, each with the same number of leads. */
export interface PropertyGroup {
  agency: number
  properties: number
  leadsPerProperty: number
}

/** Number of the agency of the requests, which also has the {@link measuredSizes}. */
export const measuredAgency = 1

/** Number of leads of the measured agency's first three properties: the sizes of a response. */
export const measuredSizes = [1, 100, 2_500] as const

/** Other leads in the benches of single responses, of 21 agencies in total. */
export const otherLeads: PropertyGroup[] = [
  { agency: measuredAgency, properties: 50, leadsPerProperty: 200 },
  ...Array.from({ length: 20 }, (_, i) => ({
    agency: measuredAgency + 1 + i,
    properties: 40,
    leadsPerProperty: 25,
  })),
]

export interface Rows {
  agencyUid: string
  /** Property uids by the number of leads of the property. */
  propertyUids: Record<(typeof measuredSizes)[number], string>
  leads: number
  orders: number
}

const setUp = `
  create schema if not exists bench_rows;
  create or replace function bench_rows.uid(kind text, no bigint) returns uuid language sql
    immutable as $$ select overlay(overlay(md5(kind || no) placing '7' from 13) placing 'a'
      from 17)::uuid $$;
  create or replace function bench_rows.uid_at(kind text, no bigint, at timestamptz)
    returns uuid language sql immutable as $$
    select overlay(bench_rows.uid(kind, no)::text
      placing substr(h, 1, 8) || '-' || substr(h, 9) from 1 for 13)::uuid
    from (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as h) $$;
  create table if not exists bench_rows.plan (
    no integer generated always as identity primary key, agency integer, leads integer);
  truncate agencies, bench_rows.plan restart identity cascade;`

const parentRows = `
  insert into agencies (agency_uid, name, currency, time_zone, created_at, updated_at)
  select bench_rows.uid('agency', agency), 'Agency ' || agency, 'USD', 'America/Denver',
    now() - interval '4 years', now()
  from (select distinct agency from bench_rows.plan);

  insert into agency_settings (agency_uid) select agency_uid from agencies;

  insert into employees (agency_uid, uid, first_name, last_name, email, role, picture_url,
    created_at, updated_at)
  select agency_uid, bench_rows.uid(agency_uid::text, n),
    (array['Grace', 'Inès', 'Tom', 'Dörte', 'Minh', 'Ola', 'Sam', 'Jo'])[n],
    (array['Hall', 'O''Neill', 'Ström', 'Li', 'Nguyễn', 'Kowalska', 'Reyes', 'Ng'])[n],
    'employee' || n || '@stays.example', 'MANAGER',
    case when n % 2 = 0 then 'https://img.example.org/people/' || n || '.jpg' end,
    now() - interval '4 years', now()
  from agencies, generate_series(1, 8) n;

  insert into properties (agency_uid, uid, name, is_active, time_zone, currency, picture_link,
    check_in_time_start, check_out_time, created_at, updated_at)
  select bench_rows.uid('agency', agency), bench_rows.uid('property', no), 'Cabin "№ ' || no || '"',
    no % 5 > 0, (array['America/Denver', 'Europe/Madrid', 'Asia/Tokyo'])[no % 3 + 1],
    (array['USD', 'EUR', 'JPY'])[no % 3 + 1],
    case when no % 4 > 0 then 'https://img.example.org/properties/' || no || '/1.jpg' end,
    16, 11, now() - interval '4 years', now()
  from bench_rows.plan;

  insert into units (agency_uid, uid, property_uid, name, created_at, updated_at)
  select agency_uid, bench_rows.uid(uid::text, 1), uid, 'Unit 1', created_at, updated_at
  from properties;`

/**
 * Replaces all agencies and their rows by generated ones: the measured agency's three properties,
 * then the given groups. Leads are inserted in the order of their creation, so that the leads of
 * one property are scattered among all others, as in production.
 */
export async function loadRows(url: string, groups: PropertyGroup[]): Promise<Rows> {
  const measured = measuredSizes.map(leadsPerProperty => ({
    agency: measuredAgency,
    properties: 1,
    leadsPerProperty,
  }))
  const plan = [...measured, ...groups].map(
    ({ agency, properties, leadsPerProperty }) => `insert into bench_rows.plan (agency, leads)
      select ${agency}, ${leadsPerProperty} from generate_series(1, ${properties});`,
  )
  await query(url, [setUp, ...plan, parentRows].join('\n'))
  await withoutIndexes(url, async () => {
    // `replica` skips checks of foreign keys, which hold by construction. Memoize is slower here,
    // because its keys are long expressions.
    const loading = `set session_replication_role = replica; set timezone = 'UTC';
      set work_mem = '512MB'; set enable_memoize = off`
    // Without statistics the planner would look up ten million leads property by property.
    await query(url, 'analyze')
    await query(url, `${loading}; ${leadsSql}`)
    await query(url, 'analyze leads')
    await query(url, `${loading}; ${ordersSql}`)
  })
  await query(url, 'vacuum (analyze, freeze)')
  const [row] = await query(
    url,
    `select bench_rows.uid('agency', ${measuredAgency}) as "agencyUid",
       (select json_object_agg(leads, bench_rows.uid('property', no))
        from bench_rows.plan where no <= ${measuredSizes.length}) as "propertyUids",
       (select count(*)::int from leads) as leads, (select count(*)::int from orders) as orders`,
  )
  return row as unknown as Rows
}

/** Runs a load without secondary indexes, and builds them afterwards, which is much faster. */
async function withoutIndexes(url: string, load: () => Promise<void>): Promise<void> {
  const indexes = await query(
    url,
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid in ('leads'::regclass, 'orders'::regclass) and not indisprimary`,
  )
  await query(url, indexes.map(({ name }) => `drop index ${name};`).join('\n'))
  await load()
  await query(url, indexes.map(({ definition }) => `${definition};`).join('\n'))
}
