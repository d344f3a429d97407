/** `properties` on `POST /api/v3.x/graphql`: contract/properties.md §9, §10. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeHotel,
  makePartner,
  makeProperty,
  makeToken,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const foreign = await makeAgency(server)
const { agencyUid, key } = await makeAgency(server)

async function run(query: string, options: { version?: string; key?: string } = {}) {
  const path = `/api/v${options.version ?? '3.3'}/graphql`
  const response = await server.request('POST', path, { key: options.key ?? key, body: { query } })
  assert.equal(response.status, 200)
  return response.body
}

/** Returns the names of the properties in a list. */
async function names(args = '', of = agencyUid, by = key): Promise<string[]> {
  const query = `{ properties(agencyUid: "${of}", ${args}) { name } }`
  const { data, errors } = await run(query, { key: by })
  assert.equal(errors, undefined, JSON.stringify(errors))
  return data.properties.map(({ name }: { name: string }) => name)
}

const day = (n: number) => new Date(`2026-02-0${n}T00:00:00Z`)
const hotel_uid = await makeHotel(server, agencyUid)
const make = (name: string, created: number, columns = {}) =>
  makeProperty(server, agencyUid, {
    name,
    created_at: day(created),
    updated_at: day(created),
    ...columns,
  })
const inactive = { is_active: false }

// Created in this order, updated in another.
await make('alone', 1, { updated_at: day(9), bedrooms: 3, property_type: 'CABIN' })
const master = await make('Master', 2, { ...inactive, max_guests: 8 })
await make('inner', 3, { parent_uid: master })
await make('Bare', 4, { ...inactive, property_type: 'VILLA' })
const unitType = await make('type', 5, { ...inactive, hotel_uid, updated_at: day(8) })
const idle = await make('idle type', 6, { ...inactive, hotel_uid })
await db
  .updateTable('units')
  .set(inactive)
  .where('agency_uid', '=', agencyUid)
  .where('property_uid', '=', idle)
  .execute()
const calm = await make('calm master', 7, inactive)
await make('calm sub', 8, { ...inactive, parent_uid: calm })
await make('gone', 9, { deleted_at: day(9) })
await makeUnit(db, agencyUid, unitType, inactive)

const newest = [
  ...['calm sub', 'calm master', 'idle type', 'type', 'Bare', 'inner', 'Master', 'alone'],
]

describe('order of properties', () => {
  const byName = [
    'alone',
    'Bare',
    'calm master',
    'calm sub',
    'idle type',
    'inner',
    'Master',
    'type',
  ]
  const byChange = [
    'alone',
    'calm sub',
    'type',
    'calm master',
    'idle type',
    'Bare',
    'inner',
    'Master',
  ]

  it('sorts by creation, by last change, or by name ignoring case', async () => {
    assert.deepEqual(await names(), newest)
    assert.deepEqual(await names('sortStrategy: SORT_BY_CREATED'), newest)
    assert.deepEqual(await names('sortStrategy: SORT_BY_NAME'), byName)
    const changed = await names('sortStrategy: SORT_BY_UPDATED')
    assert.deepEqual([changed[0], changed.slice(3)], ['alone', byChange.slice(3)])
  })

  for (const strategy of ['SORT_BY_NAME', 'SORT_BY_CREATED', 'SORT_BY_UPDATED']) {
    it(`pages have the same order: ${strategy}`, async () => {
      const allNames = await names(`sortStrategy: ${strategy}`)
      const pagedNames: string[] = []
      let cursor = ''
      do {
        const args = `sortStrategy: ${strategy}, _limit: 3, _cursor: "${cursor}"`
        const query = `{ properties(agencyUid: "${agencyUid}", ${args}) { name } }`
        const { data, extensions } = await run(query)
        pagedNames.push(...data.properties.map(({ name }: { name: string }) => name))
        cursor = extensions.nextCursor
      } while (cursor !== null)
      assert.deepEqual(pagedNames, allNames)
    })
  }

  it('rejects a cursor of another order', async () => {
    const first = `{ properties(agencyUid: "${agencyUid}", _limit: 1) { uid } }`
    const { nextCursor } = (await run(first)).extensions
    const args = `sortStrategy: SORT_BY_NAME, _cursor: "${nextCursor}"`
    const { data, errors } = await run(`{ properties(agencyUid: "${agencyUid}", ${args}) { uid } }`)
    assert.deepEqual([data, errors[0].extensions.code], [null, 'INVALID_CURSOR'])
  })

  it('limit is an alias of _limit, which takes precedence', async () => {
    assert.equal((await names('limit: 2')).length, 2)
    assert.equal((await names('limit: 2, _limit: 3')).length, 3)
    assert.equal((await names('_limit: 5000')).length, 8)
  })
})

const narrowed: [string, string[]][] = [
  ['topLevelOnly: true', newest.filter(name => !['inner', 'calm sub'].includes(name))],
  ['topLevelOnly: false', newest],
  ['isActive: true', ['inner', 'alone']],
  ['isActive: false', newest.filter(name => !['inner', 'alone'].includes(name))],
  ['isActive: null', newest],
  ['isActiveOrHasActiveSubUnits: true', ['type', 'inner', 'Master', 'alone']],
  ['isActiveOrHasActiveSubUnits: false', ['calm sub', 'calm master', 'idle type', 'Bare']],
  ['isActiveOrHasActiveSubUnits: null', newest],
  ['isActiveOrHasActiveSubUnits: true, isActive: false', ['type', 'Master']],
  ['isActiveOrHasActiveSubUnits: true, topLevelOnly: true', ['type', 'Master', 'alone']],
  ['propertyType: CABIN', ['alone']],
  ['businessType: SUB_UNIT', ['calm sub', 'inner']],
  ['businessType: MULTI_UNIT', ['calm master', 'idle type', 'type', 'Master']],
  ['businessType: STANDALONE_PROPERTY', ['Bare', 'alone']],
  ['maximumBedrooms: 2', newest.filter(name => name !== 'alone')],
  ['maximumGuests: 7', newest.filter(name => name !== 'Master')],
  ['updatedSince: "2026-02-08T00:00:00Z"', ['calm sub', 'type', 'alone']],
  ['propertyType: VILLA, isActive: true', []],
]

describe('arguments of properties', () => {
  for (const [args, expected] of narrowed) {
    it(args, async () => assert.deepEqual(await names(args), expected))
  }

  it('isActiveOrHasActiveSubUnits is in the schema of v3.3 only', async () => {
    const args = `agencyUid: "${agencyUid}", isActiveOrHasActiveSubUnits: true`
    for (const version of ['3', '3.1', '3.2', '3.3']) {
      const { errors } = await run(`{ properties(${args}) { uid } }`, { version })
      const code = errors?.[0].extensions.code
      assert.equal(code, version === '3.3' ? undefined : 'GRAPHQL_VALIDATION_FAILED')
    }
  })

  it('rejects an enum as a string literal, and an unknown value', async () => {
    for (const args of ['propertyType: "CABIN"', 'sortStrategy: SORT_BY_PRICE']) {
      const { errors } = await run(`{ properties(agencyUid: "${agencyUid}", ${args}) { uid } }`)
      assert.equal(errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    }
  })

  it('returns field errors for an invalid instant and a limit of 0', async () => {
    for (const args of ['updatedSince: "yesterday"', '_limit: 0']) {
      const query = `{ properties(agencyUid: "${agencyUid}", ${args}) { uid } }`
      const { data, errors } = await run(query)
      assert.deepEqual([data, errors[0].extensions.code], [null, 'INVALID_PARAMETER'])
    }
  })

  it('returns ACCESS_DENIED and null data for an unknown or foreign agency', async () => {
    for (const other of [foreign.agencyUid, randomUUID(), 'x']) {
      const { data, errors } = await run(`{ properties(agencyUid: "${other}") { uid } }`)
      assert.deepEqual([data, errors[0].extensions.code], [null, 'ACCESS_DENIED'])
    }
  })

  it('resolves several root fields in one request', async () => {
    const query = `{
      a: properties(agencyUid: "${agencyUid}", _limit: 1) { name }
      b: property(uid: "${master}") { name numberOfSubUnits }
      leads(agencyUid: "${agencyUid}") { uid } }`
    const { data, extensions } = await run(query)
    assert.deepEqual(data.a, [{ name: 'calm sub' }])
    assert.deepEqual(data.b, { name: 'Master', numberOfSubUnits: 1 })
    assert.deepEqual(Object.keys(extensions.pages), ['a', 'leads'])
  })
})

describe('access of partners to properties', () => {
  it('a partner lists granted properties, also through hotels', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: master, access: 'READ' })
    await grant(server, { agencyUid, partnerUid, objectUid: hotel_uid, isHotel: true })
    const token = await makeToken(server, partnerUid, agencyUid)
    const expected = ['idle type', 'type', 'Master']
    assert.deepEqual(await names('', agencyUid, token), expected)
    assert.deepEqual(await names('isActive: true', agencyUid, token), [])
    const other = await run(`{ properties(agencyUid: "${foreign.agencyUid}") { uid } }`, {
      key: token,
    })
    assert.equal(other.errors[0].extensions.code, 'ACCESS_DENIED')
  })
})
