import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Database } from '../platform/db/database.ts'
import { analyze } from '../platform/db/statistics.ts'
import { hashPassword, randomPassword } from '../platform/passwords.ts'
import { sealer } from '../platform/seal.ts'
import { newUid } from '../platform/uid.ts'
import { systemCaller } from '../rental/agencies/caller.ts'
import { createAgency } from '../rental/agencies/create-agency.ts'
import { createKey } from '../rental/agencies/credentials.ts'
import { insertFeeds } from '../rental/calendar/feeds.ts'
import { insertOccupancies } from '../rental/calendar/occupancies.ts'
import { insertEmployees } from '../rental/employees/employees.ts'
import { storePassword } from '../rental/employees/passwords.ts'
import { insertHotels } from '../rental/hotels/hotels.ts'
import { insertLeads } from '../rental/leads/leads.ts'
import { insertOrderAdjustments } from '../rental/order-adjustments/order-adjustments.ts'
import { insertOrders } from '../rental/orders/orders.ts'
import { insertProperties } from '../rental/properties/properties.ts'
import type { Tables } from '../rental/tables.ts'
import { insertTransactions } from '../rental/transactions/transactions.ts'
import { insertUnits } from '../rental/units/units.ts'
import { Chance } from './chance.ts'
import { chunks } from './chunks.ts'
import { furnish } from './furnish.ts'
import { makeContent, storeContent } from './make-content.ts'
import { makeLeads } from './make-leads.ts'
import { makePayments } from './make-payments.ts'
import { makePrices, storePrices } from './make-prices.ts'
import { makeProperties } from './make-properties.ts'
import { staff } from './people.ts'

/** What a newcomer needs to know of the demo agency; `data/demo.json`. */
export interface Demo {
  baseUrl: string
  agencyUid: string
  apiKey: string
  propertyUids: string[]
  /** Somebody who may let partners in. */
  manager: { email: string; password: string }
}

/**
 * Fills a database that has no agency yet with a believable one. The same seed and day give the
 * same data, apart from the API key, the uids of guests and what is encrypted.
 *
 * @returns the file that says how to use it, or null when there was an agency already
 */
export async function makeDemo(
  database: Database<Tables>,
  config: Config,
  options: { seed?: number; today?: string } = {},
): Promise<string | null> {
  const known = await database.kysely.selectFrom('agencies').select('agency_uid').limit(1).execute()
  if (known.length > 0) return null
  const { seed = 1, today = new Date().toISOString().slice(0, 10) } = options
  if (!Number.isInteger(seed)) throw new Error('--seed is a whole number')
  console.log(`Filling the database with a demo agency (seed ${seed}) ...`)
  const started = Date.now()
  const now = new Date(`${today}T00:00:00Z`)
  const demo = await database.kysely.transaction().execute(db => {
    const ctx = { db, sealer: sealer(config.secretKeys) }
    return fill(ctx, new Chance(seed), now, config.publicUrl)
  })
  await analyze(database)
  const file = await writeDemo(config, demo)
  console.log(`Filled in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  return file
}

/** The demo of the data folder, with the address that the server has now. */
export async function readDemo(config: Config): Promise<Demo | null> {
  const text = await readFile(join(config.dataDir, 'demo.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const demo = { ...(JSON.parse(text) as Demo), baseUrl: config.publicUrl }
  await writeDemo(config, demo)
  return demo
}

async function writeDemo(config: Config, demo: Demo): Promise<string> {
  await mkdir(config.dataDir, { recursive: true })
  const file = join(config.dataDir, 'demo.json')
  // Written beside and then named, so that a process that is killed here leaves no half of it.
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`)
  await rename(`${file}.new`, file)
  return file
}

async function fill(
  ctx: Pick<Context, 'db' | 'sealer'>,
  chance: Chance,
  now: Date,
  baseUrl: string,
): Promise<Demo> {
  const { db } = ctx
  const began = new Date(now.getTime() - 500 * 86_400_000)
  const uid = () => newUid(began.getTime(), () => chance.bytes(16))
  const agencyUid = uid()
  const agency = { name: 'Cedar Stays', timeZone: 'America/Denver', countryCode: 'US' }
  const emailAddress = 'hello@cedarstays.example'
  await createAgency({ db }, { uid: agencyUid, emailAddress, ...agency }, began)
  const host = { db, caller: systemCaller(agencyUid), clock: { now: () => now } }
  const employees = staff.map(([first_name, last_name, role]) => ({
    agency_uid: agencyUid,
    uid: uid(),
    first_name,
    last_name,
    email: `${first_name.toLowerCase()}@cedarstays.example`,
    role,
    created_at: began,
    updated_at: began,
  }))
  await insertEmployees(ctx, employees)
  const estate = makeProperties(agencyUid, chance, began)
  await insertHotels(ctx, estate.hotels)
  await insertProperties(ctx, estate.properties)
  await insertUnits(ctx, estate.units)
  await insertFeeds(ctx, estate.properties, began)
  await storeContent(ctx, makeContent(estate.properties, chance, began), began)
  const today = now.toISOString().slice(0, 10)
  const prices = makePrices(agencyUid, estate.properties, chance, { made: began, today })
  await storePrices(ctx, agencyUid, prices)
  const staffUids = employees.slice(0, 4).map(employee => employee.uid)
  const made = makeLeads(agencyUid, estate.bookables, prices, staffUids, chance, now)
  for (const leads of chunks(made.leads)) await insertLeads(ctx, leads)
  for (const occupancies of chunks(made.occupancies))
    await insertOccupancies(host, 'import', occupancies)
  const { orders, adjustments, transactions } = makePayments(made, chance, now)
  for (const rows of chunks(orders)) await insertOrders(ctx, rows)
  for (const rows of chunks(adjustments)) await insertOrderAdjustments(ctx, rows)
  for (const rows of chunks(transactions)) await insertTransactions(ctx, rows)
  const { leads } = made
  const { properties } = estate
  await furnish(ctx, { uid: agencyUid, properties, leads }, chance, { made: began, now })
  const key = await createKey(db, { agencyUid, name: 'demo' }, new Date())
  console.log(`  ${estate.properties.length} properties, ${made.leads.length} leads`)
  const propertyUids = estate.properties.map(property => property.uid)
  const manager = employees.find(({ role }) => role === 'MANAGER')!
  const password = randomPassword()
  await storePassword(ctx, manager, await hashPassword(password), now)
  const signsIn = { email: manager.email, password }
  return { baseUrl, agencyUid, apiKey: key.secret, propertyUids, manager: signsIn }
}
