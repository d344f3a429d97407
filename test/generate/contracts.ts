/** Published contracts as files that people review: `contracts/`. */
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
import { grown, type OpenApi, operationsIn, printOperations, readOperations } from './operations.ts'
import { type AdjacentVersions, adjacentVersions, pathPrefix } from './pinned-documents.ts'
import { printDifferences } from './version-differences.ts'

const folder = new URL('../../contracts/', import.meta.url)

export interface Contracts {
  /** Texts of the files in `contracts/`, by name. */
  files: Map<string, string>
  /** OpenAPI documents of every version and `unversioned`, by label. */
  documents: Map<string, OpenApi>
}

/** Builds the contracts from the sources. */
export async function contracts(): Promise<Contracts> {
  const files = new Map([['v2.graphql', `${printSchema(leadQuerySchema().graphql)}\n`]])
  for (const version of versions) {
    files.set(`v${version}.graphql`, `${printSchema(schemaOf(version, '').graphql)}\n`)
  }
  const config = standardConfig()
  const runtime = { ...neverAsked, blobs: fileBlobs(''), config, metrics: openMetrics() }
  const callbacks = openCallbacks(config, systemClock)
  const signing = new SigningKeys(config.secretKeys)
  const app = await buildApp({ ...runtime, ...callbacks, signing, clock: systemClock })
  const documents = new Map<string, OpenApi>()
  for (const { label, url } of referenceDocuments) {
    const { payload } = await app.inject(url)
    documents.set(label, reviewed(JSON.parse(payload)))
  }
  for (const [name, text] of documentFiles(documents)) files.set(name, text)
  files.set('events.json', compactJson(await eventCatalogue(app)))
  const pinned = await pinnedContracts()
  const promised = readOperations(pinned.get('operations.txt') ?? '')
  files.set('operations.txt', printOperations(grown(promised, operationsIn(documents))))
  // Taken by `examples/record.ts`, with a database.
  files.set('examples.json', pinned.get('examples.json')!)
  await app.close()
  return { files, documents }
}

/** Prints older versions as differences, and the other documents as a whole. */
function documentFiles(documents: ReadonlyMap<string, unknown>): Map<string, string> {
  const older = new Set(adjacentVersions.map(pair => pair.older))
  const whole = [...documents].filter(([label]) => !older.has(label))
  return new Map([
    ...whole.map(([label, document]) => [`${label}.json`, compactJson(document)] as const),
    ...adjacentVersions.map(pair => [pair.file, differencesOf(pair, documents)] as const),
  ])
}

/** Prints the differences of two adjacent versions. */
export function differencesOf(
  { older, newer }: AdjacentVersions,
  documents: ReadonlyMap<string, unknown>,
): string {
  const prefixes = [pathPrefix(older), pathPrefix(newer)] as const
  return printDifferences(documents.get(older), documents.get(newer), ...prefixes)
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
  const { files } = await contracts()
  await mkdir(folder, { recursive: true })
  for (const name of (await pinnedContracts()).keys()) {
    if (!files.has(name)) await rm(new URL(name, folder))
  }
  for (const [name, text] of files) await writeFile(new URL(name, folder), text)
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
