/**
 * contract/versions.md §4 to §8 over HTTP: what each version has and does not have, from the data of
 * this folder.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deprecationHeaders } from '../../src/rental/deprecation.ts'
import { makeAgency } from '../fixtures.ts'
import { makeEstate } from '../reach/estate.ts'
import { nodeAt, requestOf } from '../reach/requests.ts'
import type { Estate } from '../reach/uids.ts'
import { withWebhook } from '../reach/webhooks.ts'
import { startReceiver } from '../receiver.ts'
import { type Answer, startServer } from '../server.ts'
import { callsAnywhere } from '../webhooks.ts'
import { enumValues } from './enum-values.ts'
import { events } from './events.ts'
import { fields } from './fields.ts'
import { filters } from './filters.ts'
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

/** A good request of an operation, with a query of more and a body of more. */
async function ask(
  column: Column,
  operation: string,
  more: { query?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  const table = tableOf(column)
  const { key, estate } = estates.get(column)!
  const route = routeOf(table, operation)!
  const made = requestOf(table, route, versionOf(column), prefixOf(column), estate)
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
          if (pendingRoutes.includes(`${table} ${route}`)) continue
          if (!promised(column).some(one => one.split('?')[0] === route)) continue
          const answer = await ask(column, route)
          assert.equal(answer.status, 200, about(answer))
          const object = objectAt(answer.body, table, at)
          assert.ok(object, `${route} has nothing to show: ${about(answer)}`)
          for (const key of keys) assert.equal(key in object, isIn(cell, key), `${route} ${key}`)
        }
        for (const { route, keys } of table === 'v3' ? (row.taken ?? []) : []) {
          if (!promised(column).includes(route) || !isThere(table, route)) continue
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
          if (route === undefined || pendingRoutes.includes(`${table} ${route}`)) continue
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
        const [method = '', path = ''] = operation.split(' ')
        const { key } = estates.get(column)!
        const url = `${prefix}${path.replaceAll(/:\w+/g, crypto.randomUUID())}`
        const answer = await server.request(method, url, { key })
        const code = hasPath(column, path) ? 'METHOD_NOT_ALLOWED' : unknownCode(table)
        if (answer.body?.code !== code) wrong.push(`${operation}: ${about(answer)}`)
        const text = table === 'v2' ? 'Endpoint not found' : 'Unknown api: '
        if (answer.status === 404) assert.equal(answer.body.apiErrorMessage, text)
      }
      assert.deepEqual(wrong, [])
    })

    it('those that it has are there', async () => {
      const wrong: string[] = []
      for (const operation of inOrder(promised(column)).filter(one => isThere(table, one))) {
        const [, parameter] = operation.split('?')
        const query = nodeAt(routeOf(table, operation)!.query, versionOf(column))
        if (parameter && !query.properties?.[parameter]) wrong.push(`${operation}: no parameter`)
        const answer = await ask(column, operation)
        const isUnknown = unknownCodes.includes(answer.body?.code) || answer.status >= 500
        const isRefused = isRead(operation) && answer.status >= 300
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

function objectAt(body: unknown, table: Table, at = ''): Record<string, unknown> | undefined {
  const way = table === 'v2' ? at.split('.').slice(1) : at.split('.')
  const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)
  const found = way.reduce(
    (value, key) => first((value as Record<string, unknown> | undefined)?.[key]),
    first(body),
  )
  return found as Record<string, unknown> | undefined
}

/** Whether a cell says that something is there: a mark, or its name. */
function isIn(cell: string, name: string): boolean {
  if (cell === '–') return false
  return /^(x|w)\b/.test(cell) || cell.split(/\W+/).includes(name)
}

function namesField({ status, body }: Answer, key: string): boolean {
  if (status < 400) return false
  const named = [body.parameter, ...(body.errors ?? []).map((one: { field: string }) => one.field)]
  return named.some(one => String(one).split(/[.[]/)[0] === key)
}

function allowedIn({ body }: Answer, name: string): string[] | undefined {
  if (body.parameter === name) return body.allowedValues
  const errors: { field: string; message: string }[] = body.errors ?? []
  const error = errors.find(({ field }) => field.split('[')[0] === name)
  return error?.message.split('are: ')[1]?.split(', ') ?? body.allowedValues
}

function isServed(column: Column, operation: string): boolean {
  const table = tableOf(column)
  const isPromised = promised(column).some(one => one.split('?')[0] === operation)
  return isPromised && isThere(table, operation)
}

/** Whether a version has another method at a path; a parameter takes any last part. */
function hasPath(column: Column, path: string): boolean {
  const shapeOf = (one: string) => one.replaceAll(/:\w+/g, ':')
  return promised(column).some(one => {
    const [, other = ''] = one.split('?')[0]!.split(' ')
    return shapeOf(other) === shapeOf(path) && isThere(tableOf(column), one)
  })
}

function unknownCode(table: Table): string {
  return table === 'v2' ? 'ENDPOINT_NOT_FOUND' : 'UNKNOWN_API'
}
