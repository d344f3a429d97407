import type { Client } from './client.ts'
import type { Query } from './query.ts'

/** The contested resources of a run: a few properties of one agency. */
export interface Fixture {
  agencyUid: string
  standAlone: string[]
  master: string
  subs: string[]
  hotelUid: string
  unitType: string
  /** Units of the unit type: the number of stays that fit in parallel. */
  unitUids: string[]
}

/** Number of contested nights; the first of them is a month from now. */
export const nights = 20
const firstNight = 30

/** Returns the ISO date of a night, counted from the first contested one. */
export function dateOf(night: number): string {
  return Temporal.Now.plainDateISO('UTC')
    .add({ days: firstNight + night })
    .toString()
}

const rate = (dailyRate: number) => ({ pricing: { dailyRate, cleaningFee: 50 } })
const address = { city: 'Bend', countryCode: 'US' }

/** Inserts an agency whose holds, requests and payments all have timers. Returns its uid. */
export async function makeAgency(query: Query): Promise<string> {
  const [agency] = await query(`insert into agencies (agency_uid, name, time_zone, created_at,
      updated_at)
    values (gen_random_uuid(), 'Cedar Stays', 'America/Denver', now(), now())
    returning agency_uid as uid`)
  const uid = String(agency!.uid)
  await query(`insert into agency_settings (agency_uid, request_hours, payment_hours,
    request_needs_confirmation) values ('${uid}', 24, 24, true)`)
  return uid
}

/** Creates properties with and without turnover: stand-alone, a master with subs, a unit type. */
export async function createFixture(
  query: Query,
  client: Client,
  agencyUid: string,
): Promise<Fixture> {
  const create = async (path: string, wrapper: string, body: object): Promise<string> => {
    const response = await client({ method: 'POST', path: `/api/v3.3${path}`, body })
    const created = (response.body as Record<string, { uid: string }> | null)?.[wrapper]
    if (!created) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`)
    return created.uid
  }
  const property = (name: string, body: object = {}) =>
    create('/properties', 'property', {
      ...{ name, agencyUid, propertyType: 'CABIN', address },
      ...rate(100),
      ...body,
    })
  const turnover = (turnOverDays: number) => ({ availability: { turnOverDays, maxGuests: 8 } })
  const master = await property('Lodge')
  const hotelUid = await create('/multi-units/multi-unit-properties', 'multiUnitProperty', {
    ...{ name: 'Cedar Inn', agencyUid, propertyType: 'HOTEL', address },
  })
  const names = { hotelUid, name: 'Twin', unitNames: ['1', '2', '3'] }
  const unitType = await create('/multi-units/unit-types', 'unitType', { ...names, ...turnover(1) })
  return {
    agencyUid,
    standAlone: [
      await property('Cabin', { ...turnover(0), ...rate(90) }),
      await property('Hut', { ...turnover(2), ...rate(110) }),
      await property('Barn', { ...turnover(1), ...rate(120) }),
      await property('Yurt', { ...turnover(0), ...rate(130) }),
    ],
    master,
    subs: [
      await property('East wing', { parentUid: master, ...turnover(1) }),
      await property('West wing', { parentUid: master }),
    ],
    hotelUid,
    unitType,
    unitUids: await listUnits(query, agencyUid, unitType),
  }
}

async function listUnits(query: Query, agencyUid: string, propertyUid: string): Promise<string[]> {
  const rows = await query('select uid from units where agency_uid = $1 and property_uid = $2', [
    agencyUid,
    propertyUid,
  ])
  return rows.map(({ uid }) => String(uid))
}
