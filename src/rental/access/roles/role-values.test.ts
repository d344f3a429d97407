/**
 * Permissions of a role or key do not depend on how a value of the body is spelled: contract/
 * general.md §3.1, §8. The requests are made of the route table, so that a new route is tried, too.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { makeAgency, makeKey } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { type Choice, choicesIn, withValue } from '../../../../test/reach/choices.ts'
import { makeEstate } from '../../../../test/reach/estate.ts'
import { type AnyRoute, nodeAt, requestOf } from '../../../../test/reach/requests.ts'
import { dataRoutes, isWrite, scopes } from '../../../../test/reach/surfaces.ts'
import type { Estate } from '../../../../test/reach/uids.ts'
import { startServer } from '../../../../test/support/server.ts'
import { areaOf } from './role.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0' })
const agency = await makeAgency(server)
const { agencyUid } = agency

type Scope = (typeof scopes)[number]
type Headers = Record<string, string>
const [newest, legacy] = [scopes.at(-1)!, scopes[0]!]
let estate: Estate
/** Callers that are refused some operations, each with the scope that it may use. */
let callers: [name: string, scope: Scope, headers: Headers][]

before(async () => {
  const { key } = agency
  estate = await makeEstate(server, agency, 'roles')
  const webhook = { eventType: 'NEW_BOOKING', callbackUrl: 'https://hooks.example.com/roles' }
  const made = await server.request('POST', '/api/v3.3/webhooks', { key, body: webhook })
  estate.uids.webhookUid = made.body.webhook.uid
  const others = ['replayUid', 'secretUid', 'deliveryUid', 'eventUid']
  for (const name of others) estate.uids[name] = randomUUID()
  const keyed = async (options: Parameters<typeof makeKey>[2]): Promise<Headers> => {
    return { 'x-hostfully-apikey': (await makeKey(server, agencyUid, options)).secret }
  }
  const readOnly = await keyed({ readOnly: true })
  callers = [
    ['MANAGER', newest, (await makeSignedIn(server, agencyUid, 'MANAGER')).headers],
    ['STAFF', newest, (await makeSignedIn(server, agencyUid, 'STAFF')).headers],
    ['READ_ONLY', newest, (await makeSignedIn(server, agencyUid, 'READ_ONLY')).headers],
    ['a key', newest, { 'x-hostfully-apikey': key }],
    ['a read-only key', newest, readOnly],
    ['a read-only key', legacy, readOnly],
    ['a key for quotes', newest, await keyed({ tags: ['Quotes'] })],
  ]
})

const refusals = new Set(['OPERATION_NOT_PERMITTED', 'READ_ONLY_CREDENTIAL'])

/** Sends a request; returns how its caller is refused, null where it is not. */
async function refusalOf(
  [, scope, headers]: (typeof callers)[number],
  route: AnyRoute,
  { path, value }: Pick<Choice, 'path'> & { value: unknown },
): Promise<string | null> {
  const made = requestOf(scope, route, estate)
  const body = withValue(made.body, path, value)
  const answer = await server.request(made.method, made.path, { headers, body })
  const { code } = answer.body ?? {}
  assert.ok(answer.status < 500, `${route.method} ${route.path} ${answer.text}`)
  return refusals.has(code) ? code : null
}

/** Whether the permission depends on the body by the route table. */
const dependsOnBody = ({ access, lifecycle }: AnyRoute) =>
  typeof access.needs === 'function' || typeof lifecycle.stores === 'function'

/** Enumerations up to this size are tried in full: roles, and types of payments. */
const valuesMax = 5

/**
 * The choices of a route, with one spelling each. They are reduced where its permission does not
 * depend on the body: no booleans, and one value of long enumerations such as amenities.
 */
function choicesOf(scope: Scope, route: AnyRoute): Choice[] {
  if (!route.body) return []
  const all = choicesIn(nodeAt(route.body, scope.version))
  if (dependsOnBody(route)) return all
  const fields = Map.groupBy(all, ({ path }) => path.join('.'))
  return [...fields.values()].flatMap(choices => {
    const [first] = choices
    if (typeof first!.value === 'boolean') return []
    const some = choices.length > valuesMax ? [first!] : choices
    return some.map(choice => ({ ...choice, spellings: choice.spellings.slice(0, 1) }))
  })
}

describe('a permission', () => {
  it('does not depend on how a value of a closed set is spelled', async () => {
    const found: string[] = []
    const tried = new Set<AnyRoute>()
    for (const caller of callers) {
      const [name, scope] = caller
      for (const route of dataRoutes(scope, isWrite)) {
        for (const { path, value, spellings } of choicesOf(scope, route)) {
          tried.add(route)
          const expected = await refusalOf(caller, route, { path, value })
          for (const spelling of spellings) {
            const refused = await refusalOf(caller, route, { path, value: spelling })
            if (refused === expected) continue
            const sent = `${path.join('.')} ${JSON.stringify(spelling)}`
            found.push(`${name}: ${route.method} ${route.path} ${sent}: ${refused}`)
          }
        }
      }
    }
    assert.deepEqual(found, [])
    assert.ok(tried.size > 30, `${tried.size} operations have such fields`)
    assert.ok([...tried].some(dependsOnBody))
  })

  it('403 for a refund by STAFF, however it is spelled, and for nights held by a reader', async () => {
    const [, staff, , , readOnly] = callers
    const routeOf = (path: string) =>
      dataRoutes(newest, isWrite).find(one => one.method === 'POST' && one.path === path)!
    const refund = choicesIn(nodeAt(routeOf('/transactions').body, '3.3')).find(
      ({ value }) => value === 'REFUND',
    )!
    for (const value of [refund.value, ...refund.spellings]) {
      const sent = { path: refund.path, value }
      const code = await refusalOf(staff!, routeOf('/transactions'), sent)
      assert.equal(code, 'OPERATION_NOT_PERMITTED', JSON.stringify(value))
    }
    for (const value of [true, 'true', 'TRUE', 1, '1']) {
      const code = await refusalOf(readOnly!, routeOf('/quotes'), { path: ['hold'], value })
      assert.equal(code, 'READ_ONLY_CREDENTIAL', JSON.stringify(value))
    }
  })

  it('is that of the tag until the body is read', () => {
    const needs = (body: never) => (body as { type: string }).type
    assert.equal(areaOf({ tag: 'Transactions', access: { needs } }), 'money')
    assert.equal(areaOf({ tag: 'Transactions', access: { needs } }, { type: 'refunds' }), 'refunds')
  })
})
