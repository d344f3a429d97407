import type { Ask } from './ask.ts'
import type { Client } from './client.ts'

/** What is fought for: few nights of few properties of one agency. */
export interface Ground {
  agencyUid: string
  standAlone: string[]
  master: string
  subs: string[]
  hotelUid: string
  unitType: string
  /** Of the unit type, as many as stays fit beside each other. */
  unitUids: string[]
}

/** The nights that everything is fought for; the first of them is a month ahead. */
export const nights = 20
const firstNight = 30

/** The date of a night, counted from the first that is fought for. */
export function dateOf(night: number): string {
  return Temporal.Now.plainDateISO('UTC')
    .add({ days: firstNight + night })
    .toString()
}

const rate = (dailyRate: number) => ({ pricing: { dailyRate, cleaningFee: 50 } })
const address = { city: 'Bend', countryCode: 'US' }

/** An agency whose holds, requests and payments all have timers. */
export async function makeAgency(ask: Ask): Promise<string> {
  const [agency] = await ask(`insert into agencies (agency_uid, name, time_zone, created_at,
      updated_at)
    values (gen_random_uuid(), 'Cedar Stays', 'America/Denver', now(), now())
    returning agency_uid as uid`)
  const uid = String(agency!.uid)
  await ask(`insert into agency_settings (agency_uid, request_hours, payment_hours,
    request_needs_confirmation) values ('${uid}', 24, 24, true)`)
  return uid
}

/** Makes the properties: with turnover and without, alone, master and subs, units of a type. */
export async function makeGround(ask: Ask, client: Client, agencyUid: string): Promise<Ground> {
  const make = async (path: string, wrapper: string, body: object): Promise<string> => {
    const answer = await client({ method: 'POST', path: `/api/v3.3${path}`, body })
    const made = (answer.body as Record<string, { uid: string }> | null)?.[wrapper]
    if (!made) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return made.uid
  }
  const property = (name: string, body: object = {}) =>
    make('/properties', 'property', {
      ...{ name, agencyUid, propertyType: 'CABIN', address },
      ...rate(100),
      ...body,
    })
  const turnover = (turnOverDays: number) => ({ availability: { turnOverDays, maxGuests: 8 } })
  const master = await property('Lodge')
  const hotelUid = await make('/multi-units/multi-unit-properties', 'multiUnitProperty', {
    ...{ name: 'Cedar Inn', agencyUid, propertyType: 'HOTEL', address },
  })
  const names = { hotelUid, name: 'Twin', unitNames: ['1', '2', '3'] }
  const unitType = await make('/multi-units/unit-types', 'unitType', { ...names, ...turnover(1) })
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
    unitUids: await unitsOf(ask, agencyUid, unitType),
  }
}

async function unitsOf(ask: Ask, agencyUid: string, propertyUid: string): Promise<string[]> {
  const rows = await ask('select uid from units where agency_uid = $1 and property_uid = $2', [
    agencyUid,
    propertyUid,
  ])
  return rows.map(({ uid }) => String(uid))
}
