/** Permissions of employees by role: contract/general.md §3.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import type { Route } from '../../../platform/rest/route.ts'
import { operationTags, routes } from '../../routes.ts'
import { type Area, areaOf, areas, knownTags, type Role, roles } from './role.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0' })
const { agencyUid } = await makeAgency(server)
const people = new Map<Role, SignedIn>()
before(async () => {
  for (const role of roles) people.set(role, await makeSignedIn(server, agencyUid, role))
})

/** Table of the contract: area → role → cell. */
const contractFile = join(import.meta.dirname, '../../../../docs/contract/general.md')
const table = await readTable()

async function readTable(): Promise<Map<Area, Map<Role, string>>> {
  const lines = (await readFile(contractFile, 'utf8')).split('\n').map(line => {
    return line.split('|').map(cell => cell.trim())
  })
  const head = lines.find(cells => cells[1] === 'Area')!
  const rows = lines.filter(cells => /^`\w+`$/.test(cells[1] ?? '') && cells.length === head.length)
  const toRights = (cells: string[]) =>
    new Map(roles.map(role => [role, cells[head.indexOf(role)]!] as const))
  return new Map(rows.map(cells => [cells[1]!.slice(1, -1) as Area, toRights(cells)]))
}

const own = routes.filter(
  ({ access: { callers = ['agency'], isOpen } }) => callers.includes('agency') && !isOpen,
)
/** Returns the access that a request without a body requires. */
const requiredAccess = ({ method, lifecycle }: Route<never>) =>
  method === 'GET' || lifecycle.stores !== undefined ? 'read' : 'write'

/** Areas in which a role with the right `own` can write. */
const ownWrites = ['ownJobs']

function may(role: Role, route: Route<never>): boolean {
  const area = areaOf(route)!
  const right = table.get(area)!.get(role)
  const isRead = requiredAccess(route) === 'read'
  return (
    right === 'w' ||
    (right === 'own' && (isRead || ownWrites.includes(area))) ||
    (right === 'r' && isRead)
  )
}

const call = (role: Role, method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, {
    headers: people.get(role)!.headers,
    ...(body ? { body } : {}),
  })

describe('the table of roles', () => {
  it('contains every tag that a key may be restricted to', () => {
    assert.deepEqual(knownTags, operationTags)
  })

  it('contains every area, and every operation has one', () => {
    assert.deepEqual([...table.keys()].sort(), [...areas].sort())
    const without = own.filter(route => areaOf(route as never) === null)
    assert.deepEqual(
      without.map(({ path }) => path),
      [],
    )
  })
})

for (const role of roles) {
  describe(`the role ${role}`, () => {
    it('is rejected for exactly the operations without permission', async () => {
      for (const route of own as unknown as Route<never>[]) {
        const path = route.path.replaceAll(/:\w+/g, () => randomUUID())
        const { status, body } = await call(role, route.method, path)
        const isRefused = body?.code === 'OPERATION_NOT_PERMITTED'
        const name = `${route.method} ${route.path}: ${status} ${body?.apiErrorMessage}`
        assert.equal(isRefused, !may(role, route), name)
        if (!isRefused) assert.notEqual(status, 500, name)
        else assert.ok(!body.requires.split(' or ').includes(role), name)
      }
    })
  })
}

describe('a role', () => {
  it('403: rejects refunds by STAFF; 404 for received payments', async () => {
    const payment = { orderUid: randomUUID(), status: 'SUCCESS', amount: 5 }
    const refund = await call('STAFF', 'POST', '/transactions', { ...payment, type: 'REFUND' })
    assert.deepEqual([refund.status, refund.body.requires], [403, 'ADMIN or MANAGER'])
    const sale = await call('STAFF', 'POST', '/transactions', { ...payment, type: 'SALE' })
    assert.equal(sale.body.code, 'ORDER_NOT_FOUND')
  })

  it('permits GraphQL unless it hides guests', async () => {
    for (const role of roles) {
      const { status } = await call(role, 'POST', '/graphql', { query: '{ __typename }' })
      assert.equal(status, role === 'CLEANER' ? 403 : 200, role)
    }
  })
})
