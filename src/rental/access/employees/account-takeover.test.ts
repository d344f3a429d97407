/**
 * Account takeover: no sequence of changes lets a caller sign in as an employee if it may not
 * create a link for that employee (contract/resources.md §8.1). Tried with every role and a key,
 * against every role.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeManager } from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeEmployee } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { type Role, roles } from '../roles/role.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0' })
const { agencyUid, key } = await makeAgency(server)
// One more, because the last administrator cannot be changed.
await makeEmployee(server, agencyUid, { role: 'ADMIN', email: 'other-admin@x.example' })

type Headers = Record<string, string>
interface State {
  role: string
  is_active: boolean
}

const call = (headers: Headers, method: string, path: string, body: object) =>
  server.request(method, `/api/v3.3/employees${path}`, { headers, body })

const changes = [
  ...roles.map(role => ({ role })),
  ...roles.map(role => ({ role, isActive: false })),
  { isActive: false },
  {},
]

/**
 * Returns the states into which a caller can bring an employee, and those in which it gets a link.
 */
async function exploreStates(
  headers: Headers,
  uid: string,
  start: State,
): Promise<{ states: State[]; links: State[] }> {
  const employees = server.database.kysely
  const of = { agency_uid: agencyUid, uid }
  const store = async (state: State) => {
    await employees
      .updateTable('employees')
      .set(state)
      .where('agency_uid', '=', of.agency_uid)
      .where('uid', '=', of.uid)
      .execute()
  }
  const readEmployee = () =>
    employees
      .selectFrom('employees')
      .select(['role', 'is_active'])
      .where('agency_uid', '=', of.agency_uid)
      .where('uid', '=', of.uid)
      .executeTakeFirstOrThrow()
  const states = [start]
  const links: State[] = []
  for (const state of states) {
    await store(state)
    if ((await call(headers, 'POST', `/${uid}/invitation`, {})).status === 200) links.push(state)
    for (const change of changes) {
      await store(state)
      await call(headers, 'PUT', `/${uid}`, { firstName: 'Ada', lastName: 'Reed', ...change })
      const next = await readEmployee()
      const isSame = (one: State) => one.role === next.role && one.is_active === next.is_active
      if (!states.some(isSame)) states.push(next)
    }
  }
  return { states, links }
}

/** Returns whether a role may create a link for an employee who has a password. */
function mayLink(own: Role, role: Role): boolean {
  if (own === 'ADMIN') return true
  return own === 'MANAGER' && roles.indexOf(role) > roles.indexOf('MANAGER')
}

const callers: [name: string, as: Role, headers: () => Promise<Headers>][] = [
  ...roles.map(role => {
    const email = `actor-${role}@x.example`
    const headers = async () => (await makeSignedIn(server, agencyUid, role, { email })).headers
    return [`who is ${role}`, role, headers] as [string, Role, typeof headers]
  }),
  ['with an API key', 'MANAGER', async () => ({ 'x-hostfully-apikey': key })],
]

describe('account takeover', () => {
  for (const [name, own, headersOf] of callers) {
    it(`${name} can sign in only as employees for whom it may create a link`, async () => {
      const headers = await headersOf()
      for (const role of roles) {
        const email = `${role}-${name.replaceAll(' ', '-')}@x.example`.toLowerCase()
        const uid = await makeManager(server, agencyUid, { email, role })
        const { states, links } = await exploreStates(headers, uid, { role, is_active: true })
        if (mayLink(own, role)) assert.ok(links.length > 0, `${role}: no link`)
        else assert.deepEqual(links, [], `${role}, by ${JSON.stringify(states)}`)
      }
    })
  }
})
