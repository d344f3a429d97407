import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey, serverSettings, startProcess } from '../../test/support/lodgepole.ts'
import { query } from '../../test/support/postgres.ts'
import { freePort, ready, type Started, start } from '../../test/support/processes.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import { fromPostgraphile, type Lead, leadSelection } from './lead-query.ts'
import type { Call } from './load.ts'
import type { Rows } from './rows.ts'

const root = join(import.meta.dirname, '../..')

export interface Server {
  readonly name: string
  readonly process: Started
  /** Returns the call that lists all leads of a property. */
  call(propertyUid: string): Call
  /** Parses the leads of a response into the shape of the lead query. */
  parseLeads(body: string): Lead[]
}

export interface LodgepoleServer extends Server {
  /** Creates a lead query with any arguments. */
  callWith(args: string): Call
  get(path: string): Call
  createKeyHeader(agencyUid: string): Record<string, string>
  post(path: string, body: unknown): Call
}

const json = { 'content-type': 'application/json' }

/** Starts Lodgepole as an operator would, with a key of the measured agency. */
export async function startLodgepole(
  cleanup: Cleanup,
  databaseUrl: string,
  rows: Rows,
  { name = 'lodgepole', settings = {} }: { name?: string; settings?: NodeJS.ProcessEnv } = {},
): Promise<LodgepoleServer> {
  const port = await freePort()
  const env = { ...(await serverSettings(cleanup, databaseUrl, port)), ...settings }
  const key = createKey(env, rows.agencyUid)
  const started = startProcess(cleanup, env)
  const origin = `http://127.0.0.1:${port}`
  const url = `${origin}/v2/leadsql`
  const headers = { ...json, 'x-hostfully-apikey': key }
  const post = (path: string, body: unknown): Call => {
    return { url: `${origin}${path}`, method: 'POST', headers, body: JSON.stringify(body) }
  }
  const callWith = (args: string): Call => {
    const text = `{ leads(${args}) ${leadSelection} }`
    return { url, method: 'POST', headers, body: JSON.stringify({ query: text }) }
  }
  const server = {
    name,
    process: started,
    callWith,
    get: (path: string): Call => ({ url: `${origin}${path}`, method: 'GET', headers }),
    createKeyHeader: (agencyUid: string) => ({ 'x-hostfully-apikey': createKey(env, agencyUid) }),
    post,
    call: (propertyUid: string): Call => {
      const text = `query Leads($propertyUid: String!) {
        leads(propertyUid: $propertyUid) ${leadSelection} }`
      const body = JSON.stringify({ query: text, variables: { propertyUid } })
      return { url, method: 'POST', headers, body }
    },
    parseLeads: (body: string) => parseData(body).leads!,
  }
  await ready(server.name, started, () => send(server.call(rows.propertyUids[1])))
  return server
}

const allPeers = ['postgraphile', 'mercurius', 'yoga', 'yoga-cached']

/** Starts peers on the same database; Yoga twice, with and without its response cache. */
export async function startPeers(
  cleanup: Cleanup,
  databaseUrl: string,
  rows: Rows,
  names = allPeers,
): Promise<Server[]> {
  const views = join(root, 'bench/peers/postgraphile.sql')
  await query(databaseUrl, readFileSync(views, 'utf8'))
  return Promise.all(
    names.map(async name => {
      const [file, caches] = name.split('-')
      const settings = caches ? { RESPONSE_CACHE: '1' } : {}
      const path = `peers/${file}.ts`
      const { started, address } = await startPeer(cleanup, path, databaseUrl, rows, settings)
      const isPostgraphile = name === 'postgraphile'
      const server: Server = {
        name,
        process: started,
        call: propertyUid => ({
          url: `${address}/graphql`,
          method: 'POST',
          headers: json,
          body: isPostgraphile ? postgraphileBody(rows, propertyUid) : resolverBody(propertyUid),
        }),
        parseLeads: body =>
          isPostgraphile
            ? parseData(body).allLeadsList!.map(fromPostgraphile)
            : parseData(body).leads!,
      }
      await ready(name, started, () => send(server.call(rows.propertyUids[1])))
      return server
    }),
  )
}

export interface Floor {
  call: Call
  pid: number
}

/** Starts the server that returns one lead by its primary key. */
export async function startFloor(
  cleanup: Cleanup,
  databaseUrl: string,
  rows: Pick<Rows, 'agencyUid'>,
  leadUid: string,
): Promise<Floor> {
  const { started, address } = await startPeer(cleanup, 'peers/raw-sql.ts', databaseUrl, rows)
  const call: Call = { url: `${address}/${leadUid}`, method: 'GET', headers: {} }
  await ready('floor', started, () => send(call))
  return { call, pid: started.pid }
}

/** Starts the server that inserts one row. Returns the call without its body. */
export async function startInsertFloor(
  cleanup: Cleanup,
  databaseUrl: string,
  rows: Rows,
): Promise<Floor> {
  const { started, address } = await startPeer(
    cleanup,
    'support/insert-floor.ts',
    databaseUrl,
    rows,
  )
  const probe: Call = { url: `${address}/readyz`, method: 'GET', headers: {} }
  await ready('insert-floor', started, () => send(probe))
  return { call: { url: `${address}/leads`, method: 'POST', headers: json }, pid: started.pid }
}

async function startPeer(
  cleanup: Cleanup,
  path: string,
  databaseUrl: string,
  rows: Pick<Rows, 'agencyUid'>,
  settings: NodeJS.ProcessEnv = {},
) {
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    AGENCY_UID: rows.agencyUid,
    PORT: String(port),
    ...settings,
  }
  const file = join(root, 'bench', path)
  const started = start(cleanup, process.execPath, [file], { env })
  return { started, address: `http://127.0.0.1:${port}` }
}

function resolverBody(propertyUid: string): string {
  const text = `query Leads($propertyUid: String!) {
    leads(propertyUid: $propertyUid) ${leadSelection} }`
  return JSON.stringify({ query: text, variables: { propertyUid } })
}

function postgraphileBody(rows: Rows, propertyUid: string): string {
  const selection = leadSelection
    .replace('externalBookingID', 'externalBookingId')
    .replace(/countdown \{([^}]*)\}/, '$1')
    .replace('fees { fees { name grossAmount } allFeesGrossAmount }', 'fees allFeesGrossAmount')
  const text = `query Leads($agencyUid: UUID!, $propertyUid: UUID!) {
    allLeadsList(condition: { agencyUid: $agencyUid, propertyUid: $propertyUid },
      orderBy: [CREATED_AT_DESC, UID_DESC]) ${selection} }`
  return JSON.stringify({ query: text, variables: { agencyUid: rows.agencyUid, propertyUid } })
}

function parseData(body: string): Record<string, Lead[]> {
  const { data, errors } = JSON.parse(body)
  if (errors || !data) throw new Error(`No data: ${body.slice(0, 500)}`)
  return data
}

/**
 * Sends a call once.
 *
 * @throws Error if the response has an unexpected status
 */
export async function send(call: Call): Promise<string> {
  const { url, method, headers, body, statuses = [200] } = call
  const response = await fetch(url, { method, headers, body: body ?? null })
  const text = await response.text()
  if (statuses.includes(response.status)) return text
  throw new Error(`${response.status} ${text.slice(0, 500)}`)
}
