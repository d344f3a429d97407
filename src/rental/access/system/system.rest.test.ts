/** State of the server: contract/resources.md §8.7. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startSmtp } from '../../../../test/support/external-services/smtp.ts'
import { startServer, type TestServer } from '../../../../test/support/server.ts'
import { runningVersion } from '../../../version.ts'
import { recordBackup } from '../backups/last-backups.ts'

const smtp = await startSmtp()
const server = await startServer({
  CONSOLE: 'false',
  SMTP_URL: `smtp://${smtp.host}:${smtp.port}`,
  MAIL_FROM: 'office@cedarstays.example',
  SYSTEM_PAGE: 'true',
})
const withoutMail = await startServer({ CONSOLE: 'false' })
const { agencyUid, key } = await makeAgency(server)
const admin = await makeSignedIn(server, agencyUid, 'ADMIN')

const call = (method: string, path: string, { headers }: SignedIn, on: TestServer = server) =>
  on.request(method, `/api/v3.3${path}`, { headers })

describe('GET /system', () => {
  it('200: returns version, mail, backups and the checks of the doctor', async () => {
    const createdAt = new Date('2026-05-19T03:00:00Z')
    await recordBackup({ db: server.database.kysely }, createdAt)
    const { status, body, text } = await call('GET', '/system', admin)
    assert.equal(status, 200, text)
    const { checks, ...state } = body.system
    assert.deepEqual(state, {
      version: runningVersion().version,
      database: { engine: 'POSTGRESQL' },
      mail: { sendsMail: true, from: 'office@cedarstays.example', host: smtp.host },
      backups: { everyHours: 0, lastUtcDateTime: '2026-05-19T03:00:00' },
    })
    const statusByName = new Map(
      checks.map(({ name, status }: { name: string; status: string }) => [name, status]),
    )
    assert.equal(statusByName.get('database'), 'ok')
    assert.ok(statusByName.has('disk') && statusByName.has('backup'))
  })

  it('403 for other roles and API keys', async () => {
    const staff = await makeSignedIn(server, agencyUid, 'STAFF')
    assert.equal((await call('GET', '/system', staff)).status, 403)
    assert.equal((await server.request('GET', '/api/v3.3/system', { key })).status, 403)
    const manager = await makeSignedIn(server, agencyUid, 'MANAGER')
    assert.equal((await call('GET', '/system', manager)).status, 200)
    assert.equal((await call('POST', '/system/test-mail', manager)).status, 403)
  })

  it('404 with SYSTEM_PAGE=auto once there is a second agency, as the session says', async () => {
    const own = await makeAgency(withoutMail)
    const owner = await makeSignedIn(withoutMail, own.agencyUid, 'ADMIN')
    const offers = async () =>
      (await call('GET', '/session', owner, withoutMail)).body.session.server.hasSystemPage
    const { status, body } = await call('GET', '/system', owner, withoutMail)
    assert.deepEqual([status, await offers()], [200, true])
    assert.deepEqual(body.system.mail, { sendsMail: false, from: null, host: null })
    const test = await call('POST', '/system/test-mail', owner, withoutMail)
    const error = 'There is no mail server: set SMTP_URL and MAIL_FROM'
    assert.deepEqual(test.body, { sent: false, error, ms: 0 })
    await makeAgency(withoutMail)
    const hidden = await call('GET', '/system', owner, withoutMail)
    assert.deepEqual([hidden.status, hidden.body.code, await offers()], [404, 'UNKNOWN_API', false])
  })
})

describe('POST /system/test-mail', () => {
  it('200: sends a mail to the address of the employee', async () => {
    const { status, body } = await call('POST', '/system/test-mail', admin)
    assert.deepEqual([status, body.sent, body.error], [200, true, null])
    assert.deepEqual(smtp.mails.at(-1)!.to, ['admin@cedarstays.example'])
    assert.equal(smtp.mails.at(-1)!.headers.subject, 'Test of the mail server')
  })

  it('200: returns the reason of the mail server; 429 after five in an hour', async () => {
    const columns = { email: 'other@cedarstays.example' }
    const other = await makeSignedIn(server, agencyUid, 'ADMIN', columns)
    smtp.respondTo = () => ({ code: 550, text: 'No such mailbox' })
    const refused = await call('POST', '/system/test-mail', other)
    assert.equal(refused.body.sent, false)
    assert.match(refused.body.error, /No such mailbox/)
    smtp.respondTo = () => null
    for (let i = 0; i < 4; i++)
      assert.equal((await call('POST', '/system/test-mail', other)).body.sent, true)
    const { status, body, headers } = await call('POST', '/system/test-mail', other)
    assert.deepEqual([status, body.code], [429, 'RATE_LIMITED'])
    assert.ok(Number(headers.get('retry-after')) > 3_500)
    server.clock.advance(3_601_000)
    assert.equal((await call('POST', '/system/test-mail', other)).status, 200)
  })
})
