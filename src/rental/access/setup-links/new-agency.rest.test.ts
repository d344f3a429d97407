/** Page that creates the first agency: contract/general.md §2.4. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { consoleRequest, cookieOf, visit } from '../../../../test/fixtures/console.ts'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { issueSetupLink } from './setup-links.ts'

const server = await startServer()
const { kysely } = server.database
const ctx = { db: kysely, clock: server.clock }
const issue = () => issueSetupLink(ctx, server.signing)
let path: string

const form = {
  agencyName: 'Pine Lodges',
  currency: 'eur',
  timeZone: 'europe/paris',
  firstName: 'Ada',
  lastName: 'Reed',
  email: 'ada@pine.example',
  password: 'long enough for one',
  language: 'de',
}

async function deleteAgencies() {
  for (const table of [
    'sessions',
    'sign_in_networks',
    'employee_preferences',
    'employee_passwords',
    'security_events',
    'employees',
    'agency_settings',
    'agencies',
  ] as const)
    await kysely.deleteFrom(table).execute()
}

const countAgencies = async () => (await kysely.selectFrom('agencies').selectAll().execute()).length

beforeEach(async () => {
  path = `/new-agency/${await issue()}`
})
afterEach(async () => {
  await kysely.deleteFrom('setup_links').execute()
  await deleteAgencies()
  // Failed attempts count for a minute.
  server.clock.advance(60_000)
})

describe('GET /console/new-agency/{token}', () => {
  it('200: presets currency and time zone from the region, in the language of the browser', async () => {
    const headers = { 'accept-language': 'de-AT,de;q=0.8' }
    const { status, text, headers: sent } = await visit(server, path, { headers })
    assert.equal(status, 200)
    assert.equal(sent.get('content-language'), 'de')
    assert.match(text, /name="currency"[^>]*value="EUR"/)
    assert.match(text, /name="timeZone"[^>]*value="Europe\/Vienna"/)
    assert.match(text, /<option value="de" lang="de" selected>Deutsch/)
    const general = await visit(server, path, { headers: { 'accept-language': 'fr' } })
    assert.match(general.text, /name="timeZone"[^>]*value="Europe\/Paris"/)
  })

  it('404: has one page for unknown, malformed, expired and used links and after set-up', async () => {
    const unknown = await visit(server, `/new-agency/${'A'.repeat(43)}`)
    assert.equal(unknown.status, 404)
    assert.match(unknown.text, /This link doesn’t work/)
    const sameAsUnknown = async (at: string, why: string) => {
      for (const request of [{}, { form }]) {
        const { status, text } = await visit(server, at, request)
        assert.deepEqual([status, text], [404, unknown.text], why)
      }
    }
    await sameAsUnknown('/new-agency/short', 'malformed')
    const { agencyUid } = await makeAgency(server)
    await sameAsUnknown(path, 'there is an agency')
    await kysely.deleteFrom('api_keys').where('agency_uid', '=', agencyUid).execute()
    await deleteAgencies()
    assert.equal((await visit(server, path)).status, 200)
    server.clock.advance(86_400_000)
    await sameAsUnknown(path, 'expired')
    assert.equal(await countAgencies(), 0)
  })

  it('429: limits unknown links of a network', async () => {
    const unknown = `/new-agency/${'A'.repeat(43)}`
    for (let i = 0; i < 20; i++) assert.equal((await visit(server, unknown)).status, 404)
    const { status, headers } = await visit(server, unknown)
    assert.equal(status, 429)
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.equal((await visit(server, path)).status, 200, 'the right link works all the same')
  })
})

describe('POST /console/new-agency/{token}', () => {
  it('303: creates agency and administrator, signed in, and stores a hash of the link only', async () => {
    const response = await visit(server, path, { form })
    assert.deepEqual([response.status, response.headers.get('location')], [303, '/console/setup'])
    const cookie = cookieOf(response)
    const { session } = (await consoleRequest(server, cookie, 'GET', '/session')).body
    assert.equal(session.agency.name, 'Pine Lodges')
    assert.equal(session.role, 'ADMIN')
    const [agency] = await kysely.selectFrom('agencies').selectAll().execute()
    assert.deepEqual([agency!.currency, agency!.time_zone], ['EUR', 'Europe/Paris'])
    const account = await visit(server, '/account', { cookie })
    assert.match(account.text, /<html lang="de">/)
    const signIn = { email: form.email, password: form.password }
    assert.equal((await visit(server, '/sign-in', { form: signIn })).status, 303)
    const stored = JSON.stringify(await kysely.selectFrom('setup_links').selectAll().execute())
    assert.ok(!stored.includes(path.split('/').at(-1)!))
  })

  it('records agency.created with the administrator and the address', async () => {
    await visit(server, path, { form })
    const [event] = await kysely.selectFrom('security_events').selectAll().execute()
    const [employee] = await kysely.selectFrom('employees').selectAll().execute()
    assert.equal(event!.event, 'agency.created')
    assert.deepEqual(
      [event!.actor_kind, event!.actor_uid, event!.subject_uid, event!.address],
      ['EMPLOYEE', employee!.uid, employee!.uid, '127.0.0.1'],
    )
  })

  it('creates one agency for concurrent submissions', async () => {
    const forms = Array.from({ length: 4 }, (_, i) => ({ ...form, agencyName: `Agency ${i}` }))
    const responses = await Promise.all(forms.map(form => visit(server, path, { form })))
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [303, 404, 404, 404])
    assert.equal(await countAgencies(), 1)
    assert.equal((await kysely.selectFrom('employees').selectAll().execute()).length, 1)
  })

  it('404: a used link stays dead after the agency was deleted, and is not issued again', async () => {
    assert.equal((await visit(server, path, { form })).status, 303)
    await deleteAgencies()
    assert.equal((await visit(server, path)).status, 404)
    assert.equal((await visit(server, path, { form })).status, 404)
    assert.equal(await issue(), null)
    assert.equal(await countAgencies(), 0)
  })

  it('accepts names of 255 characters and emoji', async () => {
    const name = '🏡'.repeat(255)
    const response = await visit(server, path, {
      form: { ...form, agencyName: name, firstName: 'Ünal 👩🏽‍🌾', lastName: 'O’Neill\0' },
    })
    assert.equal(response.status, 303)
    const [agency] = await kysely.selectFrom('agencies').selectAll().execute()
    assert.equal(agency!.name, name)
    const [employee] = await kysely.selectFrom('employees').selectAll().execute()
    assert.deepEqual([employee!.first_name, employee!.last_name], ['Ünal 👩🏽‍🌾', 'O’Neill'])
  })

  it('403: rejects a form of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await visit(server, path, { form, headers })).status, 403)
    assert.equal(await countAgencies(), 0)
  })
})

describe('POST /console/new-agency/{token} with an invalid field', () => {
  const cases: [name: keyof typeof form, value: string, problem: RegExp][] = [
    ['agencyName', ' ', /Enter 1 to 255 characters/],
    ['agencyName', '🏡'.repeat(256), /Enter 1 to 255 characters/],
    ['firstName', '\u0007', /Enter 1 to 255 characters/],
    ['lastName', '', /Enter 1 to 255 characters/],
    ['currency', 'EURO', /Enter a currency code, such as EUR/],
    ['timeZone', 'Paris', /Enter a time zone, such as Europe\/Paris/],
    ['email', 'ada', /Enter an e-mail address/],
    ['password', 'short', /Use 10 to 200 characters/],
    ['password', 'x'.repeat(201), /Use 10 to 200 characters/],
    ['language', 'xx', /Choose a language/],
  ]
  for (const [name, value, problem] of cases) {
    const label = `${JSON.stringify(value).slice(0, 12)} (${[...value].length})`
    it(`422: shows ${name} ${label} again with the rule and the other values`, async () => {
      const { status, text } = await visit(server, path, { form: { ...form, [name]: value } })
      assert.equal(status, 422)
      const marked = [...text.matchAll(/name="(\w+)"[^>]*aria-invalid="true"/g)].map(m => m[1])
      assert.deepEqual(marked, [name])
      assert.match(text, problem)
      if (name !== 'firstName') assert.match(text, /name="firstName"[^>]*value="Ada"/)
      if (name === 'email') assert.match(text, /name="email"[^>]*value="ada"/)
      assert.ok(!text.includes(form.password) && !text.includes('x'.repeat(201)))
      assert.equal(await countAgencies(), 0)
      assert.equal((await visit(server, path)).status, 200, 'the link stays usable')
    })
  }

  it('422: marks all invalid fields, and escapes their values', async () => {
    const typed = { agencyName: '"><script>', currency: '', email: 'x' }
    const { status, text } = await visit(server, path, { form: typed })
    assert.equal(status, 422)
    assert.equal(text.match(/aria-invalid="true"/g)!.length, 7)
    assert.ok(!text.includes('<script>'))
  })
})

describe('GET /console/sign-in', () => {
  it('names the command that prints the link while there is no agency', async () => {
    const text = async () => (await visit(server, '/sign-in')).text
    assert.match(await text(), /not set up yet.*<code>lodgepole init --link</s)
    await visit(server, path, { form })
    assert.doesNotMatch(await text(), /not set up yet/)
  })
})

describe('the set-up link', () => {
  it('is the same until it expires, each time good for another day', async () => {
    server.clock.advance(80_000_000)
    assert.equal(`/new-agency/${await issue()}`, path)
    server.clock.advance(80_000_000)
    assert.equal((await visit(server, path)).status, 200)
    server.clock.advance(86_400_000)
    const next = `/new-agency/${await issue()}`
    assert.notEqual(next, path)
    assert.equal((await visit(server, path)).status, 404)
    assert.equal((await visit(server, next)).status, 200)
  })

  it('is the same for concurrent processes', async () => {
    await kysely.deleteFrom('setup_links').execute()
    const tokens = await Promise.all([issue(), issue(), issue()])
    assert.equal(new Set(tokens).size, 1)
  })
})
