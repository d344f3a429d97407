/**
 * contract/versions.md §4 to §8 over HTTP: features that each version has and does not have, from
 * the data of this folder.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deprecationHeaders } from '../../src/rental/deprecation.ts'
import { buildRequest, nodeAt } from '../authorization/requests.ts'
import type { Tenant } from '../authorization/tenant.ts'
import { makeTenant } from '../authorization/tenant-fixture.ts'
import { withWebhook } from '../authorization/webhooks.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { callsAnywhere } from '../fixtures/webhooks.ts'
import { startServer, type TestResponse } from '../support/server.ts'
import { startReceiver } from '../support/webhook-receiver/receiver.ts'
import { isIn, listAllowed, matchesPath, namesField, objectAt, pathShape } from './check-schema.ts'
import {
  findRoute,
  listAbsent,
  listDocumented,
  listUndocumented,
  prefixFor,
  type Table,
  tableFor,
  versionFor,
} from './documented.ts'
import { enumValues } from './enum-values.ts'
import { events } from './events.ts'
import { fields } from './fields.ts'
import { filters } from './filters.ts'
import { type Column, cellAt, columnNames } from './row.ts'

const server = await startServer({ SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', ...callsAnywhere })
const receiver = await startReceiver()

/** Fixtures by version, each of a separate agency. */
const tenants = new Map<Column, { key: string; tenant: Tenant }>()

before(async () => {
  for (const column of columnNames) {
    const agency = await makeAgency(server)
    const base = await makeTenant(server, agency, `matrix-${column}`)
    const { key } = agency
    const callbackUrl = `${receiver.url}/${column}`
    const tenant = await withWebhook(server, base, { agencyKey: key, key, callbackUrl })
    tenants.set(column, { key, tenant })
  }
})

const toTarget = (column: Column) => {
  return { scope: tableFor(column), version: versionFor(column), prefix: prefixFor(column) }
}

/** Returns whether fixtures have the resource of a route. */
function isKnown(column: Column, operation: string): boolean {
  const table = tableFor(column)
  const route = findRoute(table, operation)!
  try {
    buildRequest(toTarget(column), route, tenants.get(column)!.tenant)
    return true
  } catch {
    return false
  }
}

/** Sends a valid request of an operation, with additional query parameters or another body. */
async function send(
  column: Column,
  operation: string,
  more: { query?: Record<string, string>; body?: object } = {},
): Promise<TestResponse> {
  const table = tableFor(column)
  const { key, tenant } = tenants.get(column)!
  const route = findRoute(table, operation)!
  const request = buildRequest(toTarget(column), route, tenant)
  const [start, query] = request.path.split('?')
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(more.query ?? {})) parameters.set(name, value)
  const body = more.body ?? request.body
  const path = parameters.size > 0 ? `${start}?${parameters}` : start!
  return server.request(request.method, path, { key, ...(body === undefined ? {} : { body }) })
}

const unknownCodes = ['UNKNOWN_API', 'ENDPOINT_NOT_FOUND', 'METHOD_NOT_ALLOWED']
const describeResponse = ({ status, text }: TestResponse) => `${status} ${text.slice(0, 300)}`
const isRead = (operation: string) => operation.startsWith('GET ')
const isServedBy = (table: Table, operation: string) => {
  return findRoute(table, operation) !== undefined
}

/** Sorts operations: reads first, deletions last. */
function sortOperations(all: string[]): string[] {
  const rank = (operation: string) =>
    isRead(operation) ? 0 : operation.startsWith('DELETE ') ? 2 : 1
  return [...all].sort((a, b) => rank(a) - rank(b))
}

describe('fixtures', () => {
  it('have the resources of every route, except pending ones', () => {
    const unknown = columnNames.flatMap(column => {
      const served = listDocumented(column).filter(operation =>
        isServedBy(tableFor(column), operation),
      )
      return served
        .filter(operation => !isKnown(column, operation))
        .map(operation => `${tableFor(column)} ${operation}`)
    })
    assert.deepEqual([...new Set(unknown)], [])
  })
})

describe('the route tables', () => {
  it('contain no undocumented route', () => {
    assert.deepEqual(listUndocumented(), [])
  })

  it('contain every documented operation', () => {
    const missing = columnNames.flatMap(column =>
      listDocumented(column)
        .filter(operation => !isServedBy(tableFor(column), operation))
        .map(operation => `${tableFor(column)} ${operation.split('?')[0]}`),
    )
    assert.deepEqual([...new Set(missing)], [])
  })
})

for (const column of columnNames) {
  const table = tableFor(column)
  const prefix = prefixFor(column)

  describe(`fields of ${prefix}`, () => {
    for (const row of fields) {
      const cell = cellAt(row, column)
      it(`${row.mentions}: ${cell}`, async () => {
        for (const { route, at, keys } of row[table] ?? []) {
          if (!isServed(column, route)) continue
          const response = await send(column, route)
          assert.equal(response.status, 200, describeResponse(response))
          const object = objectAt(response.body, table, at)
          if (object === undefined && cell === '–') continue
          assert.ok(object, `${route} returned no object: ${describeResponse(response)}`)
          for (const key of keys) assert.equal(key in object, isIn(cell, key), `${route} ${key}`)
        }
        for (const { route, keys } of table === 'v3' ? (row.accepted ?? []) : []) {
          if (!isServed(column, route)) continue
          for (const key of keys) {
            const response = await send(column, route, { body: { [key]: { not: ['it'] } } })
            assert.equal(
              namesField(response, key),
              isIn(cell, key),
              `${route} ${key} ${describeResponse(response)}`,
            )
          }
        }
      })
    }
  })

  describe(`filters of ${prefix}`, () => {
    for (const row of filters) {
      const cell = cellAt(row, column)
      it(`${row.mentions}: ${cell}`, async () => {
        for (const { name, bad, ...of } of row.filters ?? []) {
          const route = of[table]
          if (route === undefined) continue
          if (!isServed(column, route)) continue
          const response = await send(column, route, { query: { [name]: bad } })
          const isKnown = response.status !== 200
          assert.equal(isKnown, isIn(cell, name), `${route} ${name} ${describeResponse(response)}`)
        }
      })
    }
  })

  describe(`values of ${prefix}`, () => {
    for (const { mentions, parameter, counts = {}, addedIn = {} } of enumValues) {
      const count = counts[column]
      if (parameter === undefined || count === undefined) continue
      it(`${mentions}: ${count}`, async () => {
        const [route = '', name = ''] = parameter.split('?')
        const wrong = { [name]: 'NO_SUCH_WORD' }
        const response = await send(
          column,
          route,
          isRead(route) ? { query: wrong } : { body: wrong },
        )
        const allowedValues = listAllowed(response, name)
        assert.equal(allowedValues?.length, count, describeResponse(response))
        for (const [since, values] of Object.entries(addedIn)) {
          for (const value of values)
            assert.equal(allowedValues.includes(value), column >= since, value)
        }
      })
    }
  })

  describe(`event types of ${prefix}`, () => {
    for (const row of events) {
      const cell = cellAt(row, column)
      it(`${row.mentions}: ${cell}`, async () => {
        for (const eventType of row.types) {
          const { key, tenant } = tenants.get(column)!
          const { agencyUid, propertyUid: objectUid, callbackUrl } = tenant.uids
          const body = { agencyUid, objectUid, eventType, callbackUrl }
          const response = await server.request('POST', `${prefix}/webhooks`, { key, body })
          const isUnknown = response.body.code === 'INVALID_ENUM_VALUE'
          assert.equal(isUnknown, cell === '–', `${eventType} ${describeResponse(response)}`)
        }
      })
    }
  })

  describe(`operations of ${prefix}`, () => {
    it('404 or 405: operations that the version does not have', async () => {
      const wrong: string[] = []
      for (const operation of listAbsent(column)) {
        if (operation.includes('?')) continue
        const [method = '', template = ''] = operation.split(' ')
        const path = template.replaceAll(/:\w+/g, crypto.randomUUID())
        const available = listDocumented(column).filter(
          candidate => isServedBy(table, candidate) && matchesPath(candidate, path),
        )
        const isOwn = findRoute(table, operation) !== undefined
        // The last segment may match a parameter of another path.
        if (!isOwn && available.some(candidate => candidate.startsWith(`${method} `))) continue
        // The uid may be that of another resource.
        if (available.some(candidate => isSameRequest(candidate, operation))) continue
        const { key } = tenants.get(column)!
        const response = await server.request(method, `${prefix}${path}`, { key })
        const { code, apiErrorMessage } = response.body ?? {}
        const isYounger =
          isOwn && !available.some(candidate => pathShape(candidate) === pathShape(operation))
        const expected = available.length > 0 && !isYounger ? 405 : 404
        const text = table === 'v2' ? 'Endpoint not found' : 'Unknown api: '
        const isRight = expected === 405 ? code === 'METHOD_NOT_ALLOWED' : apiErrorMessage === text
        if (response.status !== expected || !isRight)
          wrong.push(`${operation}: ${describeResponse(response)}`)
      }
      assert.deepEqual(wrong, [])
    })

    it('every documented operation responds', async () => {
      const wrong: string[] = []
      for (const operation of sortOperations(listDocumented(column)).filter(operation =>
        isServed(column, operation),
      )) {
        const [, parameter] = operation.split('?')
        const query = nodeAt(findRoute(table, operation)!.query, versionFor(column))
        if (parameter && !query.properties?.[parameter]) wrong.push(`${operation}: no parameter`)
        const response = await send(column, operation)
        const isUnknown = unknownCodes.includes(response.body?.code) || response.status >= 500
        const requiresSession = response.body?.requires === 'session'
        const isRefused = isRead(operation) && response.status >= 300 && !requiresSession
        if (isUnknown || isRefused) wrong.push(`${operation}: ${describeResponse(response)}`)
      }
      assert.deepEqual(wrong, [])
    })
  })
}

describe('every route of v2', () => {
  it('is deprecated, and links its successor in v3.3 if there is one', async () => {
    const { key } = tenants.get('v2')!
    for (const operation of listDocumented('v2').filter(candidate => isServedBy('v2', candidate))) {
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

/** Returns whether two operations differ only in the names of their parameters. */
function isSameRequest(one: string, other: string): boolean {
  const readMethod = (operation: string) => operation.split(' ')[0]
  return readMethod(one) === readMethod(other) && pathShape(one) === pathShape(other)
}

/** Returns whether a version has an operation, and fixtures have its resource. */
function isServed(column: Column, operation: string): boolean {
  const path = operation.split('?')[0]
  const isPromised = listDocumented(column).some(documented => documented.split('?')[0] === path)
  return isPromised && isServedBy(tableFor(column), operation) && isKnown(column, operation)
}
