/** What the proof does to properties, to their tags and to a multi-unit property. */
import type { Call } from '../shared/client.ts'
import { type Actor, newName, type OwnProperty, perhapsKeyed } from './actor.ts'
import { type Told, telling } from './expected.ts'

interface PropertyAct {
  name: string
  weight: number
  call(name: string, property: OwnProperty): Call
  told(property: OwnProperty): Told[]
  /** A condition on the row `p` with the name as $2 and the uid as $3: it was done. */
  shows: string
}

const about = (type: string, { uid }: { uid: string }) => telling(type, { property_uid: uid })
const patch = (uid: string, body: object): Call => {
  return { method: 'PATCH', path: `/api/v3.3/properties/${uid}`, body }
}

const acts: PropertyAct[] = [
  {
    name: 'PATCH property',
    weight: 5,
    call: (name, { uid }) => patch(uid, { name }),
    told: property => [about('UPDATED_PROPERTY', property)],
    shows: 'p.name = $2',
  },
  {
    name: 'PATCH property, refused',
    weight: 2,
    call: (name, { uid }) => patch(uid, { name, propertyType: 'NOWHERE' }),
    told: () => [],
    shows: 'p.name = $2',
  },
  {
    name: 'switch property on or off',
    weight: 3,
    call: (_name, { uid, isActive }) => patch(uid, { isActive: !isActive }),
    told: property => {
      return [about(property.isActive ? 'DEACTIVATED_PROPERTY' : 'ACTIVATED_PROPERTY', property)]
    },
    shows: 'p.is_active = ($2::text is null)',
  },
  {
    name: 'tag property',
    weight: 4,
    call: (name, { uid }) => ({
      method: 'POST',
      path: '/api/v3.3/tags',
      body: { objectUid: uid, objectType: 'PROPERTY', tags: [name] },
    }),
    told: property => [about('UPDATED_PROPERTY', property), about('TAGS_UPDATED', property)],
    shows: `exists (select 1 from tags t where t.agency_uid = p.agency_uid and t.tag = $2)`,
  },
  {
    name: 'DELETE property',
    weight: 1,
    call: (_name, { uid }) => ({ method: 'DELETE', path: `/api/v3.3/properties/${uid}` }),
    told: property => [about('DELETED_PROPERTY', property)],
    shows: 'p.deleted_at is not null',
  },
]

/** Tries one act on one of the actor's properties. */
export async function actOnProperty(actor: Actor): Promise<void> {
  const { chance, deeds, ground } = actor.field
  const property = chance.pick(actor.properties)
  const act = chance.weighted(acts.map(each => [each, each.weight] as const))
  const name = newName(actor)
  const told = act.told(property)
  const isSwitch = act.name.startsWith('switch')
  const values = [ground.agencyUid, isSwitch ? switched(property) : name, property.uid]
  const { outcome } = await deeds.perform(ground.agencyUid, actor.client, {
    name: act.name,
    call: perhapsKeyed(actor, act.call(name, property)),
    told: () => told,
    look: async ask => {
      const sql = `select ${act.shows} as done from properties p
        where p.agency_uid = $1 and p.uid = $3 and ($2::text is null or true)`
      const [row] = await ask(sql, values)
      return { isDone: row?.done === true, told }
    },
  })
  const isGone = outcome === 'done' && act.name.startsWith('DELETE')
  if (outcome === 'unknown' || isGone) {
    actor.properties.splice(actor.properties.indexOf(property), 1)
  }
  if (outcome === 'done' && isSwitch) property.isActive = !property.isActive
}

/** What $2 is for a switch: null when it ends switched on. */
function switched({ isActive }: OwnProperty): string | null {
  return isActive ? 'off' : null
}

/** Makes a property. */
export async function createProperty(actor: Actor): Promise<void> {
  const { deeds, ground } = actor.field
  const name = newName(actor)
  const { outcome, answer } = await deeds.perform(ground.agencyUid, actor.client, {
    name: 'create property',
    call: perhapsKeyed(actor, {
      method: 'POST',
      path: '/api/v3.3/properties',
      body: {
        ...{ name, agencyUid: ground.agencyUid, propertyType: 'CABIN' },
        address: { city: 'Bend', countryCode: 'US' },
      },
    }),
    told: ({ body }) => [about('NEW_PROPERTY', body!.property!)],
    look: async ask => {
      const sql = 'select uid from properties where agency_uid = $1 and name = $2'
      const [row] = await ask(sql, [ground.agencyUid, name])
      const told = row ? [about('NEW_PROPERTY', { uid: String(row.uid) })] : []
      return { isDone: row !== undefined, told }
    },
  })
  if (outcome !== 'done') return
  const { uid, isActive } = answer.body!.property!
  actor.properties.push({ uid, isActive })
}

/** Renames the multi-unit property, as others may at the same time. */
export async function renameHotel(actor: Actor): Promise<void> {
  const { deeds, ground } = actor.field
  const told = [telling('HOTEL_UPDATED', { hotel_uid: ground.hotelUid })]
  await deeds.perform(ground.agencyUid, actor.client, {
    name: 'PATCH hotel',
    call: perhapsKeyed(actor, {
      method: 'PATCH',
      path: `/api/v3.3/multi-units/multi-unit-properties/${ground.hotelUid}`,
      body: { name: newName(actor) },
    }),
    told: () => told,
    look: async () => ({ isDone: null, told }),
  })
}
