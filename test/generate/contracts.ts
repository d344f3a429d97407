/** What we promise, as files that people review: `contracts/`. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { printSchema } from 'graphql'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { fileBlobs } from '../../src/platform/blobs/files.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { SigningKeys } from '../../src/platform/keys/signing-keys.ts'
import { UnsentBytes } from '../../src/platform/responses/unsent-bytes.ts'
import { openCallbacks } from '../../src/process/callbacks.ts'
import type { Runtime } from '../../src/process/runtime.ts'
import { openMetrics } from '../../src/rental/metrics.ts'
import { referenceDocuments } from '../../src/rental/reference.ts'
import { leadQuerySchema, schemaOf } from '../../src/rental/schemas.ts'
import { newestVersion, versions } from '../../src/rental/versions.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'
import { compactJson } from './compact-json.ts'
import { grown, operationsIn, printOperations, readOperations } from './operations.ts'

const folder = new URL('../../contracts/', import.meta.url)

/** The text of every file, by its name, as the sources promise it now. */
export async function contracts(): Promise<Map<string, string>> {
  const files = new Map([['v2.graphql', `${printSchema(leadQuerySchema().graphql)}\n`]])
  for (const version of versions) {
    files.set(`v${version}.graphql`, `${printSchema(schemaOf(version, '').graphql)}\n`)
  }
  const config = standardConfig()
  const runtime = { ...neverAsked, blobs: fileBlobs(''), config, metrics: openMetrics() }
  const callbacks = openCallbacks(config, systemClock)
  const signing = new SigningKeys(config.secretKeys)
  const app = await buildApp({ ...runtime, ...callbacks, signing, clock: systemClock })
  for (const { label, url } of referenceDocuments) {
    const { payload } = await app.inject(url)
    files.set(`${label}.json`, compactJson(reviewed(JSON.parse(payload))))
  }
  files.set('events.json', compactJson(await eventCatalogue(app)))
  const pinned = await pinnedContracts()
  const promised = readOperations(pinned.get('operations.txt') ?? '')
  files.set('operations.txt', printOperations(grown(promised, operationsIn(files))))
  // Taken by `examples/record.ts`, with a database.
  files.set('examples.json', pinned.get('examples.json')!)
  await app.close()
  return files
}

/** Every event type with the schema of its payloads in place of the address of that. */
async function eventCatalogue(app: FastifyInstance) {
  const get = async (path: string) => JSON.parse((await app.inject(path)).payload)
  const { eventTypes } = await get(`/api/v${newestVersion}/webhooks/event-types`)
  const withSchema = async ({ schemaUrl, ...entry }: { schemaUrl: string }) => {
    const { $id, ...schema } = await get(new URL(schemaUrl).pathname)
    return { ...entry, schema }
  }
  return { eventTypes: await Promise.all(eventTypes.map(withSchema)) }
}

/** The files as they are pinned. */
export async function pinnedContracts(): Promise<Map<string, string>> {
  const names = await readdir(folder).catch(() => [])
  const read = async (name: string) =>
    [name, await readFile(new URL(name, folder), 'utf8')] as const
  return new Map(await Promise.all(names.sort().map(read)))
}

/** Pins what the sources promise now; a file that nothing makes any more goes. */
export async function writeContracts(): Promise<void> {
  const files = await contracts()
  await mkdir(folder, { recursive: true })
  for (const name of (await pinnedContracts()).keys()) {
    if (!files.has(name)) await rm(new URL(name, folder))
  }
  for (const [name, text] of files) await writeFile(new URL(name, folder), text)
}

interface OpenApi {
  paths: Record<string, unknown>
  components: Record<string, unknown>
}

/** Paths by their names, so that a new route moves nothing; examples have a file of their own. */
function reviewed(document: OpenApi): OpenApi {
  const { examples, ...components } = document.components
  const paths = Object.entries(document.paths).sort(([a], [b]) => (a < b ? -1 : 1))
  const whole = { ...document, paths: Object.fromEntries(paths), components }
  return JSON.parse(JSON.stringify(whole, (key, value) => (key === 'examples' ? undefined : value)))
}

/** Documents are made without a query. */
const neverAsked = {
  database: {},
  tasks: {},
  pending: {},
  signals: {},
  signIns: {},
  turns: {},
  unsent: new UnsentBytes(64),
  documentCache: {},
  cache: {},
  sending: {},
} as unknown as Pick<
  Runtime,
  | 'database'
  | 'tasks'
  | 'pending'
  | 'signals'
  | 'signIns'
  | 'turns'
  | 'unsent'
  | 'documentCache'
  | 'cache'
  | 'sending'
>

function standardConfig() {
  const SECRET_KEY = secretKeyText()
  return readConfig({ DATABASE_URL: 'postgres://unused', LOG_LEVEL: 'silent', SECRET_KEY })
}
