/** The operations on properties, their tags and a multi-unit property. */
import type { Call } from '../shared/client.ts'
import { type Actor, maybeKeyed, type OwnProperty, uniqueName } from './actor.ts'
import { type EventLine, eventLine } from './expected.ts'

interface PropertyOperation {
  name: string
  weight: number
  call(name: string, property: OwnProperty): Call
  expectedEvents(property: OwnProperty): EventLine[]
  /** SQL condition of its effect on the row `p`, with the name as $2 and the uid as $3. */
  effect: string
}

const about = (type: string, { uid }: { uid: string }) => eventLine(type, { property_uid: uid })
const patch = (uid: string, body: object): Call => {
  return { method: 'PATCH', path: `/api/v3.3/properties/${uid}`, body }
}

const operations: PropertyOperation[] = [
  {
    name: 'PATCH property',
    weight: 5,
    call: (name, { uid }) => patch(uid, { name }),
    expectedEvents: property => [about('UPDATED_PROPERTY', property)],
    effect: 'p.name = $2',
  },
  {
    name: 'PATCH property, refused',
    weight: 2,
    call: (name, { uid }) => patch(uid, { name, propertyType: 'NOWHERE' }),
    expectedEvents: () => [],
    effect: 'p.name = $2',
  },
  {
    name: 'switch property on or off',
    weight: 3,
    call: (_name, { uid, isActive }) => patch(uid, { isActive: !isActive }),
    expectedEvents: property => {
      return [about(property.isActive ? 'DEACTIVATED_PROPERTY' : 'ACTIVATED_PROPERTY', property)]
    },
    effect: 'p.is_active = ($2::text is null)',
  },
  {
    name: 'tag property',
    weight: 4,
    call: (name, { uid }) => ({
      method: 'POST',
      path: '/api/v3.3/tags',
      body: { objectUid: uid, objectType: 'PROPERTY', tags: [name] },
    }),
    expectedEvents: property => [
      about('UPDATED_PROPERTY', property),
      about('TAGS_UPDATED', property),
    ],
    effect: `exists (select 1 from tags t where t.agency_uid = p.agency_uid and t.tag = $2)`,
  },
  {
    name: 'DELETE property',
    weight: 1,
    call: (_name, { uid }) => ({ method: 'DELETE', path: `/api/v3.3/properties/${uid}` }),
    expectedEvents: property => [about('DELETED_PROPERTY', property)],
    effect: 'p.deleted_at is not null',
  },
]

export async function changeProperty(actor: Actor): Promise<void> {
  const { chance, history, fixture } = actor.state
  const property = chance.pick(actor.properties)
  const operation = chance.weighted(operations.map(option => [option, option.weight] as const))
  const name = uniqueName(actor)
  const expectedEvents = operation.expectedEvents(property)
  const isSwitch = operation.name.startsWith('switch')
  const values = [fixture.agencyUid, isSwitch ? switched(property) : name, property.uid]
  const { outcome } = await history.perform(fixture.agencyUid, actor.client, {
    name: operation.name,
    call: maybeKeyed(actor, operation.call(name, property)),
    expectedEvents: () => expectedEvents,
    detect: async query => {
      const sql = `select ${operation.effect} as done from properties p
        where p.agency_uid = $1 and p.uid = $3 and ($2::text is null or true)`
      const [row] = await query(sql, values)
      return { isDone: row?.done === true, expectedEvents }
    },
  })
  const isDeleted = outcome === 'done' && operation.name.startsWith('DELETE')
  if (outcome === 'unknown' || isDeleted) {
    actor.properties.splice(actor.properties.indexOf(property), 1)
  }
  if (outcome === 'done' && isSwitch) property.isActive = !property.isActive
}

/** Returns $2 of a switch: null if it activates the property. */
function switched({ isActive }: OwnProperty): string | null {
  return isActive ? 'off' : null
}

export async function createProperty(actor: Actor): Promise<void> {
  const { history, fixture } = actor.state
  const name = uniqueName(actor)
  const { outcome, response } = await history.perform(fixture.agencyUid, actor.client, {
    name: 'create property',
    call: maybeKeyed(actor, {
      method: 'POST',
      path: '/api/v3.3/properties',
      body: {
        ...{ name, agencyUid: fixture.agencyUid, propertyType: 'CABIN' },
        address: { city: 'Bend', countryCode: 'US' },
      },
    }),
    expectedEvents: ({ body }) => [about('NEW_PROPERTY', body!.property!)],
    detect: async query => {
      const sql = 'select uid from properties where agency_uid = $1 and name = $2'
      const [row] = await query(sql, [fixture.agencyUid, name])
      const expectedEvents = row ? [about('NEW_PROPERTY', { uid: String(row.uid) })] : []
      return { isDone: row !== undefined, expectedEvents }
    },
  })
  if (outcome !== 'done') return
  const { uid, isActive } = response.body!.property!
  actor.properties.push({ uid, isActive })
}

/** Renames the multi-unit property, as other clients may concurrently. */
export async function renameHotel(actor: Actor): Promise<void> {
  const { history, fixture } = actor.state
  const expectedEvents = [eventLine('HOTEL_UPDATED', { hotel_uid: fixture.hotelUid })]
  await history.perform(fixture.agencyUid, actor.client, {
    name: 'PATCH hotel',
    call: maybeKeyed(actor, {
      method: 'PATCH',
      path: `/api/v3.3/multi-units/multi-unit-properties/${fixture.hotelUid}`,
      body: { name: uniqueName(actor) },
    }),
    expectedEvents: () => expectedEvents,
    detect: async () => ({ isDone: null, expectedEvents }),
  })
}
