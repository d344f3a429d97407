/** Password links by email, and the cookie of a server behind HTTPS: contract/general.md §2.4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { visit } from '../../../../test/fixtures/console.ts'
import { makeManager, password } from '../../../../test/fixtures/oauth.ts'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { doQueued } from '../../../../test/fixtures/workers.ts'
import { startSmtp } from '../../../../test/support/external-services/smtp.ts'
import { startServer } from '../../../../test/support/server.ts'

const smtp = await startSmtp()
const server = await startServer({
  PUBLIC_URL: 'https://lodges.example',
  SMTP_URL: `smtp://${smtp.host}:${smtp.port}`,
  MAIL_FROM: 'server@lodges.example',
})
const { agencyUid, key } = await makeAgency(server)
const email = 'grace@lodges.example'
await makeManager(server, agencyUid, { email })

const requestLink = (address: string) => visit(server, '/password', { form: { email: address } })

/** Returns the queued emails, and the paths of the links in them. */
async function readSentLinks(): Promise<{ to: string[]; path: string; raw: string }[]> {
  const before = smtp.mails.length
  await doQueued(server, 'send-reset-links')
  await doQueued(server, 'send-password-link')
  return smtp.mails.slice(before).map(({ to, raw }) => {
    const [, path = ''] = /https:\/\/lodges\.example\/console(\/welcome\/\S+)/.exec(raw) ?? []
    return { to, path, raw }
  })
}

describe('a forgotten password', () => {
  it('is reset by an emailed link that is valid once and for an hour', async () => {
    const page = await requestLink(` ${email.toUpperCase()}`)
    assert.match(page.text, /Check your e-mail/)
    const links = await server.database.kysely
      .selectFrom('password_links')
      .select('token_hash')
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.deepEqual(links, [], 'no queued task contains a link')
    const [{ to, path } = { to: [], path: '' }] = await readSentLinks()
    assert.deepEqual(to, [email])
    server.clock.advance(3_599_000)
    assert.equal((await visit(server, path)).status, 200)
    const set = await visit(server, path, { form: { password: 'a new long one' } })
    assert.equal(set.status, 303)
    assert.equal((await visit(server, path)).status, 410)
    const old = await visit(server, '/sign-in', { form: { email, password } })
    assert.equal(old.status, 403)
    await requestLink(email)
    const [late] = await readSentLinks()
    server.clock.advance(3_600_000)
    assert.equal((await visit(server, late!.path)).status, 410)
  })

  it('returns the same page for an unknown address, and sends nothing', async () => {
    const [known, unknown] = [await requestLink(email), await requestLink('nobody@lodges.example')]
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text])
    assert.deepEqual(
      (await readSentLinks()).map(({ to }) => to),
      [[email]],
    )
  })

  it('429: rejects a sixth request in a row for one address', async () => {
    server.clock.advance(7_200_000)
    for (let i = 0; i < 5; i++) assert.equal((await requestLink('x@x.example')).status, 200)
    const { status, headers } = await requestLink('x@x.example')
    assert.deepEqual([status, headers.get('retry-after')], [429, '1'])
  })
})

describe('an invitation', () => {
  it('is sent by email, and its link is not returned', async () => {
    const body = { agencyUid, firstName: 'Ada', lastName: 'Reed', role: 'STAFF' }
    const created = await server.request('POST', '/api/v3.3/employees', {
      key,
      body: { ...body, email: 'ada@lodges.example' },
    })
    const { invitation } = created.body
    assert.deepEqual([invitation.email, invitation.link], ['ada@lodges.example', null])
    const [mail] = await readSentLinks()
    assert.deepEqual(mail!.to, ['ada@lodges.example'])
    assert.match(mail!.raw, /Hello Ada/)
    assert.equal((await visit(server, mail!.path)).status, 200)
  })
})

describe('the language of an email', () => {
  const chosen = (employeeUid: string, language: string) =>
    server.database.kysely
      .insertInto('employee_preferences')
      .values({
        agency_uid: agencyUid,
        employee_uid: employeeUid,
        preferences: JSON.stringify({ language }),
        updated_at: server.clock.now(),
      })
      .execute()
  const readSubject = ({ raw }: { raw: string }) => /^Subject: (.*)$/m.exec(raw)![1]
  const requestLinkIn = (address: string, accepted: string) =>
    visit(server, '/password', {
      form: { email: address },
      headers: { 'sec-fetch-site': 'same-origin', 'accept-language': accepted },
    })

  it('is that of the recipient, otherwise that of the page', async () => {
    server.clock.advance(7_200_000)
    const address = 'lena@lodges.example'
    const uid = await makeManager(server, agencyUid, { email: address })
    await requestLinkIn(address, 'de')
    assert.match(readSubject((await readSentLinks())[0]!)!, /Passwort_f=C3=BCr_Cedar_Stays_zur/)
    await chosen(uid, 'es')
    await requestLinkIn(address, 'de')
    const [mail] = await readSentLinks()
    assert.match(mail!.raw, /Hola, Grace:/)
    assert.equal((await visit(server, mail!.path)).status, 200)
  })

  it('is that of the inviting employee if the recipient has none', async () => {
    const { employeeUid, headers } = await makeSignedIn(server, agencyUid, 'ADMIN')
    await chosen(employeeUid, 'fr')
    const person = { agencyUid, firstName: 'Ida', lastName: 'Reed', role: 'STAFF' }
    const invite = (address: string, by: object) =>
      server.request('POST', '/api/v3.3/employees', { ...by, body: { ...person, email: address } })
    assert.equal((await invite('ida@lodges.example', { headers })).status, 201)
    assert.match((await readSentLinks())[0]!.raw, /Bonjour Ida,/)
    assert.equal((await invite('eve@lodges.example', { key })).status, 201)
    assert.match((await readSentLinks())[0]!.raw, /Hello Ida,/)
  })
})

describe('a cookie behind https', () => {
  it('is sent only over HTTPS, and cannot be set by another host', async () => {
    const response = await visit(server, '/sign-in', {
      form: { email, password: 'a new long one' },
    })
    const setCookie = response.headers.get('set-cookie')!
    assert.match(
      setCookie,
      /^__Host-lodgepole=\S+; HttpOnly; Secure; SameSite=Lax; Path=\/; Max-Age=/,
    )
    assert.doesNotMatch(setCookie, /Domain/)
  })

  it('is ignored with the name for HTTP', async () => {
    const response = await visit(server, '/sign-in', {
      form: { email, password: 'a new long one' },
    })
    const [cookie = ''] = response.headers.get('set-cookie')!.split(';')
    assert.equal((await visit(server, '', { cookie })).status, 200)
    const plain = cookie.replace('__Host-', '')
    assert.equal((await visit(server, '', { cookie: plain })).status, 303)
  })
})
