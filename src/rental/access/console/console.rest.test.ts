/** Sign-in, sessions and sign-out in the console: contract/general.md §2.4. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { consoleRequest, cookieOf, signInAs, visit } from '../../../../test/fixtures/console.ts'
import { makeManager, password } from '../../../../test/fixtures/oauth.ts'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let email: string
let agencyUid: string
let employeeUid: string
beforeEach(async () => {
  agencyUid = (await makeAgency(server)).agencyUid
  email = `grace@${agencyUid}.example`
  employeeUid = await makeManager(server, agencyUid, { email })
})
const tokenIn = (cookie: string) => cookie.split('=')[1]!
const rows = async () => {
  const rows = await server.database.kysely
    .selectFrom('sessions')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .execute()
  return rows
}

const unsafePaths = ['//evil.example', 'https://evil.example', '/console//../x:', '/docs']

describe('POST /console/sign-in', () => {
  it('303: sets an HttpOnly cookie, and stores only a hash of its token', async () => {
    const response = await visit(server, '/sign-in', { form: { email, password } })
    assert.deepEqual([response.status, response.headers.get('location')], [303, '/console'])
    const setCookie = response.headers.get('set-cookie')!
    const form =
      /^lodgepole=[0-9a-f-]{36}\.[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=1209600$/
    assert.match(setCookie, form)
    const [session] = await rows()
    assert.equal(session!.employee_uid, employeeUid)
    assert.ok(!JSON.stringify(session).includes(tokenIn(cookieOf(response)).split('.')[1]!))
    const page = await visit(server, '/account', { cookie: cookieOf(response) })
    assert.equal(page.status, 200)
    assert.match(page.text, /<h1>Your account<.*Grace /s)
  })

  it('redirects to the requested page, and never to another site', async () => {
    const readLocation = async (next: string) =>
      (await visit(server, '/sign-in', { form: { email, password, next } })).headers.get('location')
    assert.equal(
      await readLocation('/console/reservations?view=mine'),
      '/console/reservations?view=mine',
    )
    for (const unsafePath of unsafePaths) {
      const location = await readLocation(unsafePath)
      assert.ok(location === '/console' || location!.startsWith('/console/'), unsafePath)
    }
  })

  it('creates a new token each time, and ends the former session', async () => {
    const first = await signInAs(server, email)
    const again = await visit(server, '/sign-in', { cookie: first, form: { email, password } })
    assert.notEqual(cookieOf(again), first)
    assert.equal(
      (await consoleRequest(server, first, 'GET', '/session')).body.code,
      'SESSION_ENDED',
    )
    assert.equal((await rows()).length, 1)
  })

  it('never accepts a token planted in the browser', async () => {
    const planted = `lodgepole=${agencyUid}.${'A'.repeat(43)}`
    const response = await visit(server, '/sign-in', { cookie: planted, form: { email, password } })
    assert.notEqual(cookieOf(response), planted)
    assert.equal((await consoleRequest(server, planted, 'GET', '/session')).status, 401)
  })

  it('403: rejects a wrong password, 429 after several, and keeps the email address', async () => {
    const wrong = { email, password: 'wrong' }
    for (let i = 0; i < 10; i++) {
      const { status, text } = await visit(server, '/sign-in', { form: wrong })
      assert.equal(status, 403)
      assert.match(text, new RegExp(`value="${email}"`))
    }
    const { status, headers } = await visit(server, '/sign-in', { form: wrong })
    assert.deepEqual([status, headers.get('retry-after')], [429, '1'])
    server.clock.advance(3_600_000)
  })

  it('403: rejects every form of another site', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ]
    for (const headers of foreign) {
      const response = await visit(server, '/sign-in', { headers, form: { email, password } })
      assert.deepEqual([response.status, response.headers.get('set-cookie')], [403, null])
    }
    const headers = { origin: new URL(server.config.publicUrl).origin }
    const { status } = await visit(server, '/sign-in', { headers, form: { email, password } })
    assert.equal(status, 303, 'a browser that sends only the origin')
  })
})

describe('a user of several agencies', () => {
  it('chooses one, and switches to the other without the password', async () => {
    const other = await makeAgency(server, { name: 'Pine Lodges' })
    await makeManager(server, other.agencyUid, { email })
    const choicePage = await visit(server, '/sign-in', { form: { email, password } })
    assert.equal(choicePage.status, 200)
    const ticket = /name="ticket" value="([^"]+)"/.exec(choicePage.text)![1]!
    const form = { ticket, agency: other.agencyUid }
    const cookie = cookieOf(await visit(server, '/sign-in', { form }))
    assert.equal(
      (await visit(server, '/sign-in', { form })).status,
      403,
      'a consent session can be used once',
    )
    const { session } = (await consoleRequest(server, cookie, 'GET', '/session')).body
    assert.equal(session.agency.name, 'Pine Lodges')
    const names = session.agencies.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, ['Cedar Stays', 'Pine Lodges'])
    const moved = await visit(server, '/agency', { cookie, form: { agency: agencyUid } })
    const here = await consoleRequest(server, cookieOf(moved), 'GET', '/session')
    assert.equal(here.body.session.agency.uid, agencyUid)
    assert.equal((await consoleRequest(server, cookie, 'GET', '/session')).status, 401)
    const both = [agencyUid, other.agencyUid].map(agency =>
      visit(server, '/agency', { cookie: cookieOf(moved), form: { agency } }),
    )
    const successful = (await Promise.all(both)).filter(({ headers }) => headers.get('set-cookie'))
    assert.equal(successful.length, 1, 'only one of two concurrent requests succeeds')
  })

  it('403: rejects an agency with another password, or a password changed since', async () => {
    const other = await makeAgency(server)
    const otherUid = await makeManager(server, other.agencyUid, { email: 'else@x.example' })
    const cookie = await signInAs(server, email)
    const body = { agencyUid: other.agencyUid }
    const refused = await consoleRequest(server, cookie, 'PATCH', '/session', body)
    assert.deepEqual([refused.status, refused.body.code], [403, 'ACCESS_DENIED'])
    assert.ok(otherUid)
    assert.equal((await rows()).length, 1, 'the session stays active')
  })
})

describe('sign-out', () => {
  it('303: invalidates the token', async () => {
    const cookie = await signInAs(server, email)
    const response = await visit(server, '/sign-out', { cookie, form: {} })
    assert.deepEqual([response.status, response.headers.get('location')], [303, '/console/sign-in'])
    assert.match(response.headers.get('set-cookie')!, /^lodgepole=; .*Max-Age=0$/)
    assert.deepEqual(await rows(), [])
    assert.equal(
      (await consoleRequest(server, cookie, 'GET', '/session')).body.code,
      'SESSION_ENDED',
    )
    const back = await visit(server, '', { cookie })
    assert.equal(back.headers.get('location'), '/console/sign-in')
  })

  it('ends another session of the user, but not one of another employee', async () => {
    const [here, there] = [await signInAs(server, email), await signInAs(server, email)]
    const colleague = `ann@${agencyUid}.example`
    await makeManager(server, agencyUid, { email: colleague })
    const ann = await signInAs(server, colleague)
    const { sessions } = (await consoleRequest(server, here, 'GET', '/sessions')).body
    const { uid } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    const annUid = (await consoleRequest(server, ann, 'GET', '/session')).body.session.uid
    await visit(server, '/sessions', { cookie: here, form: { uid: annUid } })
    assert.equal((await consoleRequest(server, ann, 'GET', '/session')).status, 200)
    await visit(server, '/sessions', { cookie: here, form: { uid } })
    assert.equal((await consoleRequest(server, there, 'GET', '/session')).status, 401)
    assert.equal((await consoleRequest(server, here, 'GET', '/session')).status, 200)
  })
})

describe('a password', () => {
  it('is changed with the current one, and ends all other sessions', async () => {
    const [here, there] = [await signInAs(server, email), await signInAs(server, email)]
    const change = (currentPassword: string) =>
      visit(server, '/own-password', {
        cookie: here,
        form: { currentPassword, password: 'a new long one' },
      })
    assert.equal((await change('wrong')).status, 403)
    const response = await change(password)
    assert.equal(response.headers.get('location'), '/console/account?done=password')
    for (const cookie of [here, there]) {
      assert.equal((await consoleRequest(server, cookie, 'GET', '/session')).status, 401)
    }
    assert.equal((await consoleRequest(server, cookieOf(response), 'GET', '/session')).status, 200)
    assert.equal((await rows()).length, 1)
  })

  it('cannot be reset by email without a mail server', async () => {
    const { text } = await visit(server, '/password')
    assert.match(text, /can’t send e-mail/)
  })
})

describe('GET /console', () => {
  it('303: redirects to sign-in without a session', async () => {
    const { status, headers: led } = await visit(server, '')
    assert.deepEqual([status, led.get('location')], [303, '/console/sign-in'])
  })
})

const inLanguage = (accepted: string, headers = {}) => ({
  headers: { 'sec-fetch-site': 'same-origin', 'accept-language': accepted, ...headers },
})
const readLang = ({ text }: { text: string }) => /<html lang="(\w+)"/.exec(text)?.[1]

describe('the language of a page', () => {
  const choose = (cookie: string, language: unknown) =>
    consoleRequest(server, cookie, 'PUT', '/session/preferences', { preferences: { language } })

  it('is the first supported one of the browser, otherwise English', async () => {
    const cases = [
      ['de', 'de'],
      ['pt, fr-CA;q=0.5, es;q=0.8', 'es'],
      ['de;q=0, fr;q=0.1', 'fr'],
      ['*', 'en'],
      ['tlh', 'en'],
      ['DE-at', 'de'],
      [';;q=,,', 'en'],
    ] as const
    for (const [accepted, expected] of cases) {
      const response = await visit(server, '/sign-in', inLanguage(accepted))
      assert.equal(readLang(response), expected, accepted)
      assert.equal(response.headers.get('content-language'), expected)
      assert.match(response.headers.get('vary') ?? '', /accept-language/)
    }
  })

  it('is the one chosen by the user, on plain pages and in the console', async () => {
    const cookie = await signInAs(server, email)
    const german = { cookie, ...inLanguage('de') }
    assert.equal(readLang(await visit(server, '/account', german)), 'de')
    await choose(cookie, 'fr')
    const account = await visit(server, '/account', german)
    assert.equal(readLang(account), 'fr')
    assert.match(account.text, /<h1>Votre compte/)
    assert.equal(readLang(await visit(server, '/leads', german)), 'fr')
    for (const odd of ['xx', null, 7, { de: true }, 'toString']) {
      await choose(cookie, odd)
      assert.equal(readLang(await visit(server, '/account', german)), 'de', String(odd))
    }
  })

  it('is that of the signed-in user when choosing an agency', async () => {
    await choose(await signInAs(server, email), 'es')
    const other = await makeAgency(server, { name: 'Pine Lodges' })
    await makeManager(server, other.agencyUid, { email })
    const choicePage = await visit(server, '/sign-in', {
      ...inLanguage('de'),
      form: { email, password },
    })
    assert.match(choicePage.text, /Elegir una agencia/)
  })
})

describe('the language of an error', () => {
  it('is that of other pages', async () => {
    const form = { email, password }
    const elsewhere = inLanguage('de', { 'sec-fetch-site': 'cross-site' })
    const refused = await visit(server, '/sign-in', { ...elsewhere, form })
    assert.deepEqual([refused.status, readLang(refused)], [403, 'de'])
    assert.match(refused.text, /Von der falschen Adresse geöffnet/)
    const cookie = await signInAs(server, email)
    const { agencyUid: foreign } = await makeAgency(server)
    const agency = { cookie, ...inLanguage('es'), form: { agency: foreign } }
    const denied = await visit(server, '/agency', agency)
    assert.deepEqual([denied.status, readLang(denied)], [403, 'es'])
    assert.match(denied.text, /No tiene acceso a esta agencia\./)
    const noMail = await visit(server, '/password', inLanguage('fr'))
    assert.match(noMail.text, /Ce serveur ne peut pas envoyer d’e-mails/)
    const wrong = { ...inLanguage('fr'), form: { email: `x${email}`, password } }
    for (let i = 0; i < 10; i++) await visit(server, '/sign-in', wrong)
    const late = await visit(server, '/sign-in', wrong)
    assert.deepEqual([late.status, readLang(late)], [429, 'fr'])
    assert.match(late.text, /Réessayez dans \d+ secondes\./)
    server.clock.advance(3_600_000)
  })
})
