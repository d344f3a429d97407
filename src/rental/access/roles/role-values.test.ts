/**
 * Permissions of a role or key do not depend on the spelling of a value in the body:
 * contract/general.md §3.1, §8. The requests are generated from the route table, so new routes are
 * included.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type Choice, listCandidates, withValue } from '../../../../test/authorization/choices.ts'
import { type AnyRoute, buildRequest, nodeAt } from '../../../../test/authorization/requests.ts'
import { dataRoutes, isWrite, surfaces } from '../../../../test/authorization/surfaces.ts'
import type { Tenant } from '../../../../test/authorization/tenant.ts'
import { makeTenant } from '../../../../test/authorization/tenant-fixture.ts'
import { makeAgency, makeKey } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { areaOf } from './role.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0' })
const agency = await makeAgency(server)
const { agencyUid } = agency

type Scope = (typeof surfaces)[number]
type Headers = Record<string, string>
const [newest, legacy] = [surfaces.at(-1)!, surfaces[0]!]
let fixtures: Tenant
/** Callers without access to some operations, each with its scope. */
let callers: [name: string, scope: Scope, headers: Headers][]

before(async () => {
  const { key } = agency
  fixtures = await makeTenant(server, agency, 'roles')
  const webhook = { eventType: 'NEW_BOOKING', callbackUrl: 'https://hooks.example.com/roles' }
  const built = await server.request('POST', '/api/v3.3/webhooks', { key, body: webhook })
  fixtures.uids.webhookUid = built.body.webhook.uid
  const unusedUids = ['replayUid', 'secretUid', 'deliveryUid', 'eventUid']
  for (const name of unusedUids) fixtures.uids[name] = randomUUID()
  const newKeyHeaders = async (options: Parameters<typeof makeKey>[2]): Promise<Headers> => {
    return { 'x-hostfully-apikey': (await makeKey(server, agencyUid, options)).secret }
  }
  const readOnly = await newKeyHeaders({ readOnly: true })
  callers = [
    ['MANAGER', newest, (await makeSignedIn(server, agencyUid, 'MANAGER')).headers],
    ['STAFF', newest, (await makeSignedIn(server, agencyUid, 'STAFF')).headers],
    ['READ_ONLY', newest, (await makeSignedIn(server, agencyUid, 'READ_ONLY')).headers],
    ['a key', newest, { 'x-hostfully-apikey': key }],
    ['a read-only key', newest, readOnly],
    ['a read-only key', legacy, readOnly],
    ['a key for quotes', newest, await newKeyHeaders({ tags: ['Quotes'] })],
  ]
})

const refusals = new Set(['OPERATION_NOT_PERMITTED', 'READ_ONLY_CREDENTIAL'])

/** Sends a request. Returns the error if the caller has no permission, otherwise null. */
async function findRefusal(
  [, scope, headers]: (typeof callers)[number],
  route: AnyRoute,
  { path, value }: Pick<Choice, 'path'> & { value: unknown },
): Promise<string | null> {
  const built = buildRequest(scope, route, fixtures)
  const body = withValue(built.body, path, value)
  const response = await server.request(built.method, built.path, { headers, body })
  const { code } = response.body ?? {}
  assert.ok(response.status < 500, `${route.method} ${route.path} ${response.text}`)
  return refusals.has(code) ? code : null
}

/** Returns whether the permission of a route depends on the body. */
const dependsOnBody = ({ access, lifecycle }: AnyRoute) =>
  typeof access.needs === 'function' || typeof lifecycle.stores === 'function'

/** Maximum size of enums that are tried in full: roles, and types of payments. */
const valuesMax = 5

/**
 * Returns the combinations of values for a route, with one spelling each. If its permission does
 * not depend on the body, there are fewer: no booleans, and one value of long enums such as
 * amenities.
 */
function listChoices(scope: Scope, route: AnyRoute): Choice[] {
  if (!route.body) return []
  const all = listCandidates(nodeAt(route.body, scope.version))
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
  it('does not depend on the spelling of an enum value', async () => {
    const failures: string[] = []
    const tried = new Set<AnyRoute>()
    for (const caller of callers) {
      const [name, scope] = caller
      for (const route of dataRoutes(scope, isWrite)) {
        for (const { path, value, spellings } of listChoices(scope, route)) {
          tried.add(route)
          const expected = await findRefusal(caller, route, { path, value })
          for (const spelling of spellings) {
            const refused = await findRefusal(caller, route, { path, value: spelling })
            if (refused === expected) continue
            const sent = `${path.join('.')} ${JSON.stringify(spelling)}`
            failures.push(`${name}: ${route.method} ${route.path} ${sent}: ${refused}`)
          }
        }
      }
    }
    assert.deepEqual(failures, [])
    assert.ok(tried.size > 30, `${tried.size} operations have such fields`)
    assert.ok([...tried].some(dependsOnBody))
  })

  it('403: rejects a refund by STAFF in any spelling, and a hold by READ_ONLY', async () => {
    const [, staff, , , readOnly] = callers
    const findRoute = (path: string) =>
      dataRoutes(newest, isWrite).find(one => one.method === 'POST' && one.path === path)!
    const refund = listCandidates(nodeAt(findRoute('/transactions').body, '3.3')).find(
      ({ value }) => value === 'REFUND',
    )!
    for (const value of [refund.value, ...refund.spellings]) {
      const sent = { path: refund.path, value }
      const code = await findRefusal(staff!, findRoute('/transactions'), sent)
      assert.equal(code, 'OPERATION_NOT_PERMITTED', JSON.stringify(value))
    }
    for (const value of [true, 'true', 'TRUE', 1, '1']) {
      const code = await findRefusal(readOnly!, findRoute('/quotes'), { path: ['hold'], value })
      assert.equal(code, 'READ_ONLY_CREDENTIAL', JSON.stringify(value))
    }
  })

  it('is that of the tag until the body is parsed', () => {
    const needs = (body: never) => (body as { type: string }).type
    assert.equal(areaOf({ tag: 'Transactions', access: { needs } }), 'money')
    assert.equal(areaOf({ tag: 'Transactions', access: { needs } }, { type: 'refunds' }), 'refunds')
  })
})
