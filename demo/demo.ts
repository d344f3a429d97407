import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../src/config.ts'
import { createCipher } from '../src/platform/crypto/encryption.ts'
import { hashPassword, randomPassword } from '../src/platform/crypto/passwords.ts'
import type { Database } from '../src/platform/db/database.ts'
import { analyze } from '../src/platform/db/statistics.ts'
import { hasAnyAgencyUnscoped } from '../src/rental/access/agencies/agencies.ts'
import { createKey } from '../src/rental/access/agencies/api-keys.sql.ts'
import { storePassword } from '../src/rental/access/passwords/employee-passwords.ts'
import type { Tables } from '../src/rental/tables.ts'
import { openBlobStore } from '../src/server/blob-store.ts'
import { Chance } from './chance.ts'
import { fill, plan } from './fill.ts'
import { storePictures } from './pictures.ts'

/** Credentials and addresses of the demo agency, stored in `data/demo.json`. */
export interface Demo {
  baseUrl: string
  agencyUid: string
  apiKey: string
  propertyUids: string[]
  /** Employee who may authorize partners. */
  manager: { email: string; password: string }
}

export interface DemoOptions {
  /** Seed of the random data. */
  seed?: number
  /** Local date that the data is generated around; default: the current day. */
  today?: string | undefined
  /** Number of properties, 1 to {@link propertiesMax}. */
  properties?: number
  /** Receives progress messages. */
  log?: (line: string) => void
}

/** Default number of properties. */
const standardProperties = 26
export const propertiesMax = 5_000

/**
 * Fills a database that has no agency yet with a believable one. The same seed, day and number of
 * properties give the same data, apart from the API key, the uids of guests and what is encrypted.
 *
 * @returns its credentials and addresses, or null if there is an agency already
 */
export async function makeDemo(
  database: Database<Tables>,
  config: Config,
  options: DemoOptions = {},
): Promise<string | null> {
  const { seed = 1, today = new Date().toISOString().slice(0, 10) } = options
  const { properties: count = standardProperties, log = console.log } = options
  if (!Number.isInteger(seed)) throw new Error('--seed is a whole number')
  if (!Number.isInteger(count) || count < 1 || count > propertiesMax) {
    throw new Error(`--properties must be a whole number from 1 to ${propertiesMax}`)
  }
  if (await hasAnyAgencyUnscoped(database.kysely)) return null
  log(`Filling the database with a demo agency (seed ${seed}) ...`)
  const started = performance.now()
  const now = new Date(`${today}T00:00:00Z`)
  const chance = new Chance(seed)
  const planned = plan(chance, { now, count, publicUrl: config.publicUrl })
  // The pictures are stored before the agency, so that no photo is ever without its file.
  await storePictures(await openBlobStore(config), planned.content.shots)
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const demo = await database.kysely.transaction().execute(async (db): Promise<Demo> => {
    const ctx = { db, cipher: createCipher(config.secretKeys) }
    const agency = await fill(ctx, chance, planned)
    const { uid: agencyUid, properties, leads, manager } = agency
    const { secret } = await createKey(db, { agencyUid, name: 'demo' }, new Date())
    await storePassword(ctx, manager, passwordHash, now)
    log(`  ${properties.length} properties, ${leads.length} leads`)
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
  log(`Filled in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  return file
}

/** Reads the demo of the data folder and adds the current address of the server. */
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
  // The file is written under another name and then renamed, so that a kill leaves no partial file.
  const text = `${JSON.stringify(demo, null, 2)}\n`
  await rm(`${file}.new`, { force: true })
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return file
}
