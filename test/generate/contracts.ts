/** Published contracts as files for review: `contracts/`. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { printSchema } from 'graphql'
import { readConfig } from '../../src/config.ts'
import { fileBlobs } from '../../src/platform/blobs/files.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { SigningKeys } from '../../src/platform/crypto/signing-keys.ts'
import { UnsentBytes } from '../../src/platform/responses/unsent-bytes.ts'
import { openMetrics } from '../../src/rental/metrics.ts'
import { referenceDocuments } from '../../src/rental/reference.ts'
import { graphQLSchema, leadQuerySchema } from '../../src/rental/schemas.ts'
import { newestVersion, versions } from '../../src/rental/versions.ts'
import { buildApp } from '../../src/server/app.ts'
import { openOutboundHttp } from '../../src/server/outbound-http.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'
import { compactJson } from './compact-json.ts'
import {
  collectOperations,
  mergeOperations,
  type OpenApi,
  printOperations,
  readOperations,
} from './operations.ts'
import { type AdjacentVersions, adjacentVersions, pathPrefix } from './pinned-documents.ts'
import { printDifferences } from './version-differences.ts'

const folder = new URL('../../contracts/', import.meta.url)

export interface Contracts {
  /** Texts of the files in `contracts/`, by name. */
  files: Map<string, string>
  /** OpenAPI documents of every version and `unversioned`, by label. */
  documents: Map<string, OpenApi>
}

export async function contracts(): Promise<Contracts> {
  const files = new Map([['v2.graphql', `${printSchema(leadQuerySchema().graphql)}\n`]])
  for (const version of versions) {
    files.set(`v${version}.graphql`, `${printSchema(graphQLSchema(version, '').graphql)}\n`)
  }
  const config = standardConfig()
  const runtime = { ...unusedServices, blobs: fileBlobs(''), config, metrics: openMetrics() }
  const callbacks = openOutboundHttp(config, systemClock)
  const signing = new SigningKeys(config.secretKeys)
  const app = await buildApp({ ...runtime, ...callbacks, signing, clock: systemClock })
  const documents = new Map<string, OpenApi>()
  for (const { label, url } of referenceDocuments) {
    const { payload } = await app.inject(url)
    documents.set(label, sortPaths(JSON.parse(payload)))
  }
  for (const [name, text] of documentFiles(documents)) files.set(name, text)
  files.set('events.json', compactJson(await eventCatalogue(app)))
  const pinned = await pinnedContracts()
  const published = readOperations(pinned.get('operations.txt') ?? '')
  files.set(
    'operations.txt',
    printOperations(mergeOperations(published, collectOperations(documents))),
  )
  // Recorded by `examples/record.ts`, with a database.
  files.set('examples.json', pinned.get('examples.json')!)
  await app.close()
  return { files, documents }
}

/** Prints older versions as differences, and the other documents in full. */
function documentFiles(documents: ReadonlyMap<string, unknown>): Map<string, string> {
  const older = new Set(adjacentVersions.map(pair => pair.older))
  const complete = [...documents].filter(([label]) => !older.has(label))
  return new Map([
    ...complete.map(([label, document]) => [`${label}.json`, compactJson(document)] as const),
    ...adjacentVersions.map(pair => [pair.file, printPairDifferences(pair, documents)] as const),
  ])
}

export function printPairDifferences(
  { older, newer }: AdjacentVersions,
  documents: ReadonlyMap<string, unknown>,
): string {
  const prefixes = [pathPrefix(older), pathPrefix(newer)] as const
  return printDifferences(documents.get(older), documents.get(newer), ...prefixes)
}

/** Lists every event type with the schema of its payload in place of the URL. */
async function eventCatalogue(app: FastifyInstance) {
  const get = async (path: string) => JSON.parse((await app.inject(path)).payload)
  const { eventTypes } = await get(`/api/v${newestVersion}/webhooks/event-types`)
  const withSchema = async ({ schemaUrl, ...entry }: { schemaUrl: string }) => {
    const { $id, ...schema } = await get(new URL(schemaUrl).pathname)
    return { ...entry, schema }
  }
  return { eventTypes: await Promise.all(eventTypes.map(withSchema)) }
}

/** Reads the pinned files. */
export async function pinnedContracts(): Promise<Map<string, string>> {
  const names = await readdir(folder).catch(() => [])
  const read = async (name: string) =>
    [name, await readFile(new URL(name, folder), 'utf8')] as const
  return new Map(await Promise.all(names.sort().map(read)))
}

/** Writes the contracts of the sources, and removes files that are no longer generated. */
export async function writeContracts(): Promise<void> {
  const { files } = await contracts()
  await mkdir(folder, { recursive: true })
  for (const name of (await pinnedContracts()).keys()) {
    if (!files.has(name)) await rm(new URL(name, folder))
  }
  for (const [name, text] of files) await writeFile(new URL(name, folder), text)
}

/**
 * Sorts paths, so that a new route moves no others, and removes examples, which have a separate
 * file.
 */
function sortPaths(document: OpenApi): OpenApi {
  const { examples, ...components } = document.components
  const paths = Object.entries(document.paths).sort(([a], [b]) => (a < b ? -1 : 1))
  const sorted = { ...document, paths: Object.fromEntries(paths), components }
  return JSON.parse(
    JSON.stringify(sorted, (key, value) => (key === 'examples' ? undefined : value)),
  )
}

/** Services of the runtime that documents are generated without. */
const unusedServices = {
  database: {},
  tasks: {},
  pending: {},
  signals: {},
  signIns: {},
  queues: {},
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
  | 'queues'
  | 'unsent'
  | 'documentCache'
  | 'cache'
  | 'sending'
>

function standardConfig() {
  const SECRET_KEY = secretKeyText()
  return readConfig({ DATABASE_URL: 'postgres://unused', LOG_LEVEL: 'silent', SECRET_KEY })
}
