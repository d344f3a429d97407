/**
 * contract/versions.md §4 to §8 over HTTP: what each version has and does not have, from the data
 * of this folder.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deprecationHeaders } from '../../src/rental/deprecation.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { callsAnywhere } from '../fixtures/webhooks.ts'
import { makeEstate } from '../reach/estate.ts'
import { nodeAt, requestOf } from '../reach/requests.ts'
import type { Estate } from '../reach/uids.ts'
import { withWebhook } from '../reach/webhooks.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Answer, startServer } from '../support/server.ts'
import { enumValues } from './enum-values.ts'
import { events } from './events.ts'
import { fields } from './fields.ts'
import { filters } from './filters.ts'
import { allowedIn, isIn, namesField, objectAt, shapeOf, takes } from './judge.ts'
import { pendingOperations, pendingRoutes } from './pending.ts'
import {
  prefixOf,
  promised,
  routeOf,
  type Table,
  tableOf,
  unpromised,
  versionOf,
  withheld,
} from './promised.ts'
import { type Column, cellOf, columnNames } from './row.ts'

const server = await startServer({ SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', ...callsAnywhere })
const receiver = await startReceiver()

/** Each version has an agency of its own. */
const estates = new Map<Column, { key: string; estate: Estate }>()

before(async () => {
  for (const column of columnNames) {
    const agency = await makeAgency(server)
    const made = await makeEstate(server, agency, `matrix-${column}`)
    const { key } = agency
    const callbackUrl = `${receiver.url}/${column}`
    const estate = await withWebhook(server, made, { agencyKey: key, key, callbackUrl })
    estates.set(column, { key, estate })
  }
})

const targetOf = (column: Column) => {
  return { scope: tableOf(column), version: versionOf(column), prefix: prefixOf(column) }
}

/** Whether estates have what a route is aimed at. */
function isKnown(column: Column, operation: string): boolean {
  const table = tableOf(column)
  const route = routeOf(table, operation)!
  try {
    requestOf(targetOf(column), route, estates.get(column)!.estate)
    return true
  } catch {
    return false
  }
}

/** A good request of an operation, with more in its query or another body. */
async function ask(
  column: Column,
  operation: string,
  more: { query?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  const table = tableOf(column)
  const { key, estate } = estates.get(column)!
  const route = routeOf(table, operation)!
  const made = requestOf(targetOf(column), route, estate)
  const [start, query] = made.path.split('?')
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(more.query ?? {})) parameters.set(name, value)
  const body = more.body ?? made.body
  const path = parameters.size > 0 ? `${start}?${parameters}` : start!
  return server.request(made.method, path, { key, ...(body === undefined ? {} : { body }) })
}

const unknownCodes = ['UNKNOWN_API', 'ENDPOINT_NOT_FOUND', 'METHOD_NOT_ALLOWED']
const about = ({ status, text }: Answer) => `${status} ${text.slice(0, 300)}`
const isRead = (operation: string) => operation.startsWith('GET ')
const isThere = (table: Table, operation: string) => {
  return routeOf(table, operation) !== undefined
}

/** Reads first, deletions last. */
function inOrder(all: string[]): string[] {
  const rank = (one: string) => (isRead(one) ? 0 : one.startsWith('DELETE ') ? 2 : 1)
  return [...all].sort((a, b) => rank(a) - rank(b))
}

describe('estates', () => {
  it('have what every route is aimed at, but for what is to come', () => {
    const unknown = columnNames.flatMap(column => {
      const served = promised(column).filter(one => isThere(tableOf(column), one))
      return served.filter(one => !isKnown(column, one)).map(one => `${tableOf(column)} ${one}`)
    })
    assert.equal([...new Set(unknown)].sort().join('\n'), pendingRoutes.join('\n'))
  })
})

describe('the route tables', () => {
  it('have nothing that no row promises', () => {
    assert.deepEqual(unpromised(), [])
  })

  it('have everything that is promised, but for what is to come', () => {
    const lacking = columnNames.flatMap(column =>
      promised(column)
        .filter(one => !isThere(tableOf(column), one))
        .map(one => `${tableOf(column)} ${one.split('?')[0]}`),
    )
    assert.deepEqual([...new Set(lacking)].sort(), [...pendingOperations].sort())
  })
})

for (const column of columnNames) {
  const table = tableOf(column)
  const prefix = prefixOf(column)

  describe(`fields of ${prefix}`, () => {
    for (const row of fields) {
      const cell = cellOf(row, column)
      it(`${row.mentions}: ${cell}`, async () => {
        for (const { route, at, keys } of row[table] ?? []) {
          if (!isServed(column, route)) continue
          const answer = await ask(column, route)
          assert.equal(answer.status, 200, about(answer))
          const object = objectAt(answer.body, table, at)
          if (object === undefined && cell === '–') continue
          assert.ok(object, `${route} has nothing to show: ${about(answer)}`)
          for (const key of keys) assert.equal(key in object, isIn(cell, key), `${route} ${key}`)
        }
        for (const { route, keys } of table === 'v3' ? (row.taken ?? []) : []) {
          if (!isServed(column, route)) continue
          for (const key of keys) {
            const answer = await ask(column, route, { body: { [key]: { not: ['it'] } } })
            assert.equal(
              namesField(answer, key),
              isIn(cell, key),
              `${route} ${key} ${about(answer)}`,
            )
          }
        }
      })
    }
  })

  describe(`filters of ${prefix}`, () => {
    for (const row of filters) {
      const cell = cellOf(row, column)
      it(`${row.mentions}: ${cell}`, async () => {
        for (const { name, bad, ...of } of row.filters ?? []) {
          const route = of[table]
          if (route === undefined) continue
          if (!isServed(column, route)) continue
          const answer = await ask(column, route, { query: { [name]: bad } })
          const isKnown = answer.status !== 200
          assert.equal(isKnown, isIn(cell, name), `${route} ${name} ${about(answer)}`)
        }
      })
    }
  })

  describe(`values of ${prefix}`, () => {
    for (const { mentions, asked, counts = {}, younger = {} } of enumValues) {
      const count = counts[column]
      if (asked === undefined || count === undefined) continue
      it(`${mentions}: ${count}`, async () => {
        const [route = '', name = ''] = asked.split('?')
        if (pendingOperations.includes(`v3 ${route}`)) return
        const wrong = { [name]: 'NO_SUCH_WORD' }
        const answer = await ask(column, route, isRead(route) ? { query: wrong } : { body: wrong })
        const words = allowedIn(answer, name)
        assert.equal(words?.length, count, about(answer))
        for (const [since, values] of Object.entries(younger)) {
          for (const value of values) assert.equal(words.includes(value), column >= since, value)
        }
      })
    }
  })

  describe(`event types of ${prefix}`, () => {
    for (const row of events) {
      const cell = cellOf(row, column)
      it(`${row.mentions}: ${cell}`, async () => {
        for (const eventType of row.types) {
          const { key, estate } = estates.get(column)!
          const { agencyUid, propertyUid: objectUid, callbackUrl } = estate.uids
          const body = { agencyUid, objectUid, eventType, callbackUrl }
          const answer = await server.request('POST', `${prefix}/webhooks`, { key, body })
          const isUnknown = answer.body.code === 'INVALID_ENUM_VALUE'
          assert.equal(isUnknown, cell === '–', `${eventType} ${about(answer)}`)
        }
      })
    }
  })

  describe(`operations of ${prefix}`, () => {
    it('those that it does not have are unknown, or their method is not allowed', async () => {
      const wrong: string[] = []
      for (const operation of withheld(column)) {
        if (operation.includes('?')) continue
        const [method = '', template = ''] = operation.split(' ')
        const path = template.replaceAll(/:\w+/g, crypto.randomUUID())
        const others = promised(column).filter(one => isThere(table, one) && takes(one, path))
        const isOwn = routeOf(table, operation) !== undefined
        // The last part of an address of the other table may be a parameter here.
        if (!isOwn && others.some(one => one.startsWith(`${method} `))) continue
        // So may its uid be that of another noun.
        if (others.some(one => isSameRequest(one, operation))) continue
        const { key } = estates.get(column)!
        const answer = await server.request(method, `${prefix}${path}`, { key })
        const { code, apiErrorMessage } = answer.body ?? {}
        const isYounger = isOwn && !others.some(one => shapeOf(one) === shapeOf(operation))
        const expected = others.length > 0 && !isYounger ? 405 : 404
        const text = table === 'v2' ? 'Endpoint not found' : 'Unknown api: '
        const isRight = expected === 405 ? code === 'METHOD_NOT_ALLOWED' : apiErrorMessage === text
        if (answer.status !== expected || !isRight) wrong.push(`${operation}: ${about(answer)}`)
      }
      assert.deepEqual(wrong, [])
    })

    it('those that it has are there', async () => {
      const wrong: string[] = []
      for (const operation of inOrder(promised(column)).filter(one => isServed(column, one))) {
        const [, parameter] = operation.split('?')
        const query = nodeAt(routeOf(table, operation)!.query, versionOf(column))
        if (parameter && !query.properties?.[parameter]) wrong.push(`${operation}: no parameter`)
        const answer = await ask(column, operation)
        const isUnknown = unknownCodes.includes(answer.body?.code) || answer.status >= 500
        const isOfPeople = answer.body?.requires === 'session'
        const isRefused = isRead(operation) && answer.status >= 300 && !isOfPeople
        if (isUnknown || isRefused) wrong.push(`${operation}: ${about(answer)}`)
      }
      assert.deepEqual(wrong, [])
    })
  })
}

describe('every route of v2', () => {
  it('is deprecated, and names its twin in v3.3 where there is one', async () => {
    const { key } = estates.get('v2')!
    for (const operation of promised('v2').filter(one => isThere('v2', one))) {
      const path = operation.split(' ')[1]!.split('?')[0]!.replaceAll(/:\w+/g, crypto.randomUUID())
      const { headers } = await server.request('OPTIONS', `/v2${path}`, { key })
      const read = await server.request('HEAD', `/v2${path}`, { key })
      assert.equal(read.headers.get('deprecation'), '@1711929600', path)
      assert.equal(read.headers.get('sunset'), null)
      const link = deprecationHeaders(path).link
      assert.equal(read.headers.get('link'), link)
      assert.ok(headers.get('allow'), path)
    }
  })
})

/** Whether two operations differ in nothing but what their parameters are called. */
function isSameRequest(one: string, other: string): boolean {
  const methodOf = (operation: string) => operation.split(' ')[0]
  return methodOf(one) === methodOf(other) && shapeOf(one) === shapeOf(other)
}

/** Whether a version has an operation, and estates what it is aimed at. */
function isServed(column: Column, operation: string): boolean {
  const path = operation.split('?')[0]
  const isPromised = promised(column).some(one => one.split('?')[0] === path)
  return isPromised && isThere(tableOf(column), operation) && isKnown(column, operation)
}
