/** Who takes part: two agencies, a partner of one of them, and their webhooks. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Chance } from '../../demo/chance.ts'
import { SigningKeys } from '../../src/platform/keys/signing-keys.ts'
import { issueToken } from '../../src/rental/access/partners/access-tokens.ts'
import type { Tables } from '../../src/rental/tables.ts'
import { runCommand } from '../../test/support/lodgepole.ts'
import type { Ask } from '../shared/ask.ts'
import { type Client, openClient, type Traffic } from '../shared/client.ts'
import type { Crew } from '../shared/crew.ts'
import { type Ground, makeAgency, makeGround } from '../shared/ground.ts'
import type { Actor, AgencyState } from './actor.ts'
import type { Deeds } from './deeds.ts'
import { type LoggedEvent, logHead, type Registrant } from './hooks.ts'
import type { NoLossOptions } from './options.ts'
import { agencyPlans, partnerPlans } from './plans.ts'
import { type Registry, register } from './register.ts'

export interface Scene {
  agencies: SceneAgency[]
  actors: Actor[]
  traffic: Traffic
  hotelOf: Map<string, string>
  /** Whether an event is younger than the preparations. */
  isLater(event: LoggedEvent): boolean
}

interface SceneAgency {
  ground: Ground
  client: Client
  registrant: Registrant
}

interface Means {
  ask: Ask
  crew: Crew
  registry: Registry
  deeds: Deeds
  options: NoLossOptions
}

/** Of the actors, so many are a partner's. */
const partnerShare = 0.2

export async function makeScene(means: Means): Promise<Scene> {
  const { ask, crew, registry, deeds, options } = means
  const traffic: Traffic = { refused: 0, retries: 0, unknown: 0, replays: 0, away: 0, faults: [] }
  const chance = new Chance(options.seed)
  const open = (credential: Record<string, string>) => openClient(crew, credential, chance, traffic)
  const agencies: SceneAgency[] = []
  for (const name of ['cedar', 'birch']) {
    const agencyUid = await makeAgency(ask)
    const client = open({ 'x-hostfully-apikey': crew.key(agencyUid) })
    const ground = await makeGround(ask, client, agencyUid)
    agencies.push({ ground, client, registrant: { name, agencyUid, granted: null } })
  }
  const [{ ground }] = agencies as [SceneAgency]
  const [cabin] = ground.standAlone as [string]
  const granted = [cabin, ground.hotelUid]
  const partner = open({ authorization: `Bearer ${await makePartner(crew, ground, granted)}` })
  const partnerRegistrant = { name: 'lock', agencyUid: ground.agencyUid, granted }
  for (const { client, registrant, ...agency } of agencies) {
    for (const plan of agencyPlans(agency.ground)) {
      await register(registry, client, registrant, plan)
    }
  }
  for (const plan of partnerPlans(ground)) {
    await register(registry, partner, partnerRegistrant, plan)
  }
  const heads = new Map<string, number>()
  for (const each of agencies) {
    heads.set(each.ground.agencyUid, await logHead(ask, each.ground.agencyUid))
  }
  const fields = agencies.map(
    ({ ground }): AgencyState => ({ ask, ground, deeds, chance, made: 0 }),
  )
  const partners = Math.max(1, Math.round(options.connections * partnerShare))
  const actors = Array.from({ length: options.connections }, (_, i): Actor => {
    const [first, second] = fields as [AgencyState, AgencyState]
    if (i < partners) return actorOf(first, partner, [cabin, ground.unitType], false)
    const isFirst = i % 3 !== 0
    const { client } = agencies[isFirst ? 0 : 1]!
    const field = isFirst ? first : second
    const { standAlone, master, subs, unitType } = field.ground
    return actorOf(field, client, [...standAlone, master, ...subs, unitType], true)
  })
  return {
    ...{ agencies, actors, traffic },
    hotelOf: new Map(agencies.map(({ ground }) => [ground.unitType, ground.hotelUid])),
    isLater: ({ agencyUid, seq }) => seq > heads.get(agencyUid)!,
  }
}

function actorOf(
  field: AgencyState,
  client: Client,
  propertyUids: string[],
  isAgency: boolean,
): Actor {
  const own = { leads: [], properties: [], orders: new Map<string, string>() }
  return { field, client, propertyUids, isAgency, ...own }
}

/** A partner to whom objects are granted. @returns an access token */
async function makePartner(crew: Crew, ground: Ground, granted: string[]): Promise<string> {
  const { agencyUid, hotelUid } = ground
  const made = runCommand(crew.env, ['partner', 'create', '--name', 'Lock maker'])
  const partnerUid = /^partnerUid\s+(\S+)/m.exec(made)![1]!
  for (const uid of granted) {
    const object = uid === hotelUid ? '--hotel' : '--property'
    runCommand(crew.env, ['grant', '--agency', agencyUid, '--partner', partnerUid, object, uid])
  }
  const pool = new pg.Pool({ connectionString: crew.env.DATABASE_URL })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const signing = new SigningKeys([Buffer.from(crew.env.SECRET_KEY!, 'base64')])
  const { accessToken } = await issueToken(db, { partnerUid, agencyUid }, signing, new Date())
  await db.destroy()
  return accessToken
}
