import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../src/config.ts'
import type { Database } from '../src/platform/db/database.ts'
import { analyze } from '../src/platform/db/statistics.ts'
import { hashPassword, randomPassword } from '../src/platform/passwords.ts'
import { sealer } from '../src/platform/seal.ts'
import { openBlobStore } from '../src/process/blob-store.ts'
import { hasAnyAgencyUnscoped } from '../src/rental/access/agencies/agencies.ts'
import { createKey } from '../src/rental/access/agencies/api-keys.sql.ts'
import { storePassword } from '../src/rental/access/passwords/employee-passwords.ts'
import type { Tables } from '../src/rental/tables.ts'
import { Chance } from './chance.ts'
import { fill, plan } from './fill.ts'
import { storePictures } from './pictures.ts'

/** What a newcomer needs to know of the demo agency; `data/demo.json`. */
export interface Demo {
  baseUrl: string
  agencyUid: string
  apiKey: string
  propertyUids: string[]
  /** Somebody who may let partners in. */
  manager: { email: string; password: string }
}

export interface DemoOptions {
  /** Other data for another number. */
  seed?: number
  /** The day the data is laid around. */
  today?: string | undefined
  /** How many properties there are, 1 to {@link propertiesMax}. */
  properties?: number
  /** Told how far it is. */
  say?: (line: string) => void
}

/** How many properties the demo has unless it is told otherwise. */
const standardProperties = 26
export const propertiesMax = 5_000

/**
 * Fills a database that has no agency yet with a believable one. The same seed, day and number of
 * properties give the same data, apart from the API key, the uids of guests and what is encrypted.
 *
 * @returns the file that says how to use it, or null when there was an agency already
 */
export async function makeDemo(
  database: Database<Tables>,
  config: Config,
  options: DemoOptions = {},
): Promise<string | null> {
  const { seed = 1, today = new Date().toISOString().slice(0, 10) } = options
  const { properties: count = standardProperties, say = console.log } = options
  if (!Number.isInteger(seed)) throw new Error('--seed is a whole number')
  if (!Number.isInteger(count) || count < 1 || count > propertiesMax) {
    throw new Error(`--properties must be a whole number from 1 to ${propertiesMax}`)
  }
  if (await hasAnyAgencyUnscoped(database.kysely)) return null
  say(`Filling the database with a demo agency (seed ${seed}) ...`)
  const started = performance.now()
  const now = new Date(`${today}T00:00:00Z`)
  const chance = new Chance(seed)
  const planned = plan(chance, { now, count, publicUrl: config.publicUrl })
  // Before the agency, so that no photo is ever without its file.
  await storePictures(await openBlobStore(config), planned.content.shots)
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const demo = await database.kysely.transaction().execute(async (db): Promise<Demo> => {
    const ctx = { db, sealer: sealer(config.secretKeys) }
    const made = await fill(ctx, chance, planned)
    const { uid: agencyUid, properties, leads, manager } = made
    const { secret } = await createKey(db, { agencyUid, name: 'demo' }, new Date())
    await storePassword(ctx, manager, passwordHash, now)
    say(`  ${properties.length} properties, ${leads.length} leads`)
    return {
      baseUrl: config.publicUrl,
      agencyUid,
      apiKey: secret,
      propertyUids: properties.map(({ uid }) => uid),
      manager: { email: manager.email, password },
    }
  })
  await analyze(database)
  const file = await writeDemo(config, demo)
  say(`Filled in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
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
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const file = join(config.dataDir, 'demo.json')
  // Written beside and then named, so that a process that is killed here leaves no half of it.
  const text = `${JSON.stringify(demo, null, 2)}\n`
  await rm(`${file}.new`, { force: true })
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return file
}
