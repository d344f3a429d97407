/** The clients of a run: two agencies, a partner of one of them, and their webhooks. */
import { Kysely } from 'kysely'
import pg from 'pg'
import { Chance } from '../../demo/chance.ts'
import { SigningKeys } from '../../src/platform/crypto/signing-keys.ts'
import { singleServer } from '../../src/platform/db/cluster/single-server.ts'
import { ServerDialect } from '../../src/platform/db/postgres/open-postgres.ts'
import { issueToken } from '../../src/rental/access/partners/access-tokens.ts'
import type { Tables } from '../../src/rental/tables.ts'
import { runCommand } from '../../test/support/lodgepole.ts'
import type { ProcessPool } from '../../test/support/process-pool.ts'
import { type Client, openClient, type Traffic } from '../shared/client.ts'
import { createFixture, type Fixture, makeAgency } from '../shared/fixture.ts'
import type { Query } from '../shared/query.ts'
import type { Actor, AgencyState } from './actor.ts'
import { type LoggedEvent, logHead, type Registrant } from './hooks.ts'
import type { OperationHistory } from './operations.ts'
import type { NoLossOptions } from './options.ts'
import { agencyPlans, partnerPlans } from './plans.ts'
import { type Registry, register } from './register.ts'

export interface RunContext {
  agencies: AgencyClient[]
  actors: Actor[]
  traffic: Traffic
  hotelByProperty: Map<string, string>
  /** Returns whether an event is younger than the setup. */
  isAfterSetup(event: LoggedEvent): boolean
}

interface AgencyClient {
  fixture: Fixture
  client: Client
  registrant: Registrant
}

interface Resources {
  query: Query
  pool: ProcessPool
  registry: Registry
  history: OperationHistory
  options: NoLossOptions
}

/** Share of the clients that act as a partner. */
const partnerShare = 0.2

export async function createRunContext(resources: Resources): Promise<RunContext> {
  const { query, pool, registry, history, options } = resources
  const traffic: Traffic = {
    refused: 0,
    retries: 0,
    unknown: 0,
    replays: 0,
    unavailable: 0,
    faults: [],
  }
  const chance = new Chance(options.seed)
  const open = (credential: Record<string, string>) => openClient(pool, credential, chance, traffic)
  const agencies: AgencyClient[] = []
  for (const name of ['cedar', 'birch']) {
    const agencyUid = await makeAgency(query)
    const client = open({ 'x-hostfully-apikey': pool.key(agencyUid) })
    const fixture = await createFixture(query, client, agencyUid)
    agencies.push({ fixture, client, registrant: { name, agencyUid, granted: null } })
  }
  const [{ fixture }] = agencies as [AgencyClient]
  const [cabin] = fixture.standAlone as [string]
  const granted = [cabin, fixture.hotelUid]
  const partner = open({ authorization: `Bearer ${await makePartner(pool, fixture, granted)}` })
  const partnerRegistrant = { name: 'lock', agencyUid: fixture.agencyUid, granted }
  for (const { client, registrant, ...agency } of agencies) {
    for (const plan of agencyPlans(agency.fixture)) {
      await register(registry, client, registrant, plan)
    }
  }
  for (const plan of partnerPlans(fixture)) {
    await register(registry, partner, partnerRegistrant, plan)
  }
  const heads = new Map<string, number>()
  for (const agency of agencies) {
    heads.set(agency.fixture.agencyUid, await logHead(query, agency.fixture.agencyUid))
  }
  const states = agencies.map(
    ({ fixture }): AgencyState => ({ query, fixture, history, chance, counter: 0 }),
  )
  const partners = Math.max(1, Math.round(options.connections * partnerShare))
  const actors = Array.from({ length: options.connections }, (_, i): Actor => {
    const [first, second] = states as [AgencyState, AgencyState]
    if (i < partners) return createActor(first, partner, [cabin, fixture.unitType], false)
    const isFirst = i % 3 !== 0
    const { client } = agencies[isFirst ? 0 : 1]!
    const state = isFirst ? first : second
    const { standAlone, master, subs, unitType } = state.fixture
    return createActor(state, client, [...standAlone, master, ...subs, unitType], true)
  })
  return {
    ...{ agencies, actors, traffic },
    hotelByProperty: new Map(agencies.map(({ fixture }) => [fixture.unitType, fixture.hotelUid])),
    isAfterSetup: ({ agencyUid, seq }) => seq > heads.get(agencyUid)!,
  }
}

function createActor(
  state: AgencyState,
  client: Client,
  propertyUids: string[],
  isAgency: boolean,
): Actor {
  const own = { leads: [], properties: [], orders: new Map<string, string>() }
  return { state, client, propertyUids, isAgency, ...own }
}

/** Creates a partner with grants of objects. Returns an access token. */
async function makePartner(
  pool: ProcessPool,
  fixture: Fixture,
  granted: string[],
): Promise<string> {
  const { agencyUid, hotelUid } = fixture
  const output = runCommand(pool.env, ['partner', 'create', '--name', 'Lock maker'])
  const partnerUid = /^partnerUid\s+(\S+)/m.exec(output)![1]!
  for (const uid of granted) {
    const object = uid === hotelUid ? '--hotel' : '--property'
    runCommand(pool.env, ['grant', '--agency', agencyUid, '--partner', partnerUid, object, uid])
  }
  const connections = new pg.Pool({ connectionString: pool.env.DATABASE_URL })
  const db = new Kysely<Tables>({ dialect: new ServerDialect(connections, singleServer) })
  const signing = new SigningKeys([Buffer.from(pool.env.SECRET_KEY!, 'base64')])
  const { accessToken } = await issueToken(db, { partnerUid, agencyUid }, signing, new Date())
  await db.destroy()
  return accessToken
}
