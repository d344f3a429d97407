/** Contents of the log, and data that it never contains: docs/reference/logs-and-events.md. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/config.ts'
import { createCipher } from '../../src/platform/crypto/encryption.ts'
import { ApiError, accessDenied, fixedError } from '../../src/platform/errors.ts'
import { loggedError } from '../../src/platform/logs/logged-error.ts'
import * as make from '../fixtures/rows.ts'
import { clusterUrl } from '../support/databases/cluster.ts'
import { secretKey } from '../support/databases/secret-keys.ts'
import { eventually } from '../support/eventually.ts'
import { Logs } from '../support/logs.ts'
import { startServer } from '../support/server.ts'

let logs = new Logs()
const logTo = { write: (text: string) => logs.write(text) }
const server = await startServer({ LOG_LEVEL: 'trace' }, { logTo })
let agencyUid: string
let key: string
let propertyUid: string
let partner: make.TestPartner

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await make.makeProperty(server, agencyUid)
  partner = await make.makePartner(server)
  await make.grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
})

beforeEach(() => {
  logs = new Logs()
})

/** Waits for the log entry of the only request. */
async function waitForEntry() {
  await eventually(() => logs.entries.some(({ msg }) => msg === 'answered'))
  return logs.entries.find(({ msg }) => msg === 'answered')
}

const taggedGuest = {
  firstName: 'MARKNAME',
  email: 'mark@example.org',
  passportId: 'MARKPASSPORT',
  adultCount: 1,
}
const tags = ['MARK', 'mark@']

function inquire() {
  const stay = { checkInLocalDate: '2026-09-01', checkOutLocalDate: '2026-09-05' }
  const body = { agencyUid, status: 'NEW', propertyUid, ...stay, guestInformation: taggedGuest }
  return server.request('POST', '/api/v3.3/leads', { key, body })
}

async function failWith(change: string, back: string): Promise<void> {
  const { kysely: db } = server.database
  await sql.raw(change).execute(db)
  try {
    assert.equal((await inquire()).status, 500)
  } finally {
    await sql.raw(back).execute(db)
  }
  await waitForEntry()
}

describe('an error of the database', () => {
  it('a row that a constraint refuses: names it, the table and the statement only', async () => {
    await failWith(
      `alter table leads add constraint nope check (first_name <> 'MARKNAME')`,
      'alter table leads drop constraint nope',
    )
    const { err, credential } = logs.entries.find(({ level }) => level === 50)
    // A cluster passes on errors of its workers without names of tables and constraints.
    const names = clusterUrl === null ? ['leads', 'nope'] : [undefined, undefined]
    assert.deepEqual([err.code, err.table, err.constraint], ['23514', ...names])
    assert.match(err.statement, /insert into leads/)
    assert.match(err.stack, /create-lead|insert|\.ts:\d+/)
    assert.match(credential, /^key:/)
    assert.deepEqual(logs.excerpts(tags), [])
  })

  it('a column that is missing: no parameters', async () => {
    await failWith(
      'alter table guests rename column zip_code to zip',
      'alter table guests rename column zip to zip_code',
    )
    const { err } = logs.entries.find(({ level }) => level === 50)
    assert.equal(err.code, '42703')
    assert.match(err.statement, /guests/)
    assert.deepEqual(logs.excerpts(tags), [])
  })
})

describe('any other error', () => {
  it('is logged by type, code and stack, without its message and fields', () => {
    const error = Object.assign(new Error('no room for MARK\n    at MARK (/x:1:1)'), {
      code: 'EENVELOPE',
      responseCode: 550,
      response: '550 MARK',
      rejected: ['MARK'],
      params: ['MARK'],
      cause: new SyntaxError(`Unexpected token 'M', "MARK" is not valid JSON`),
    })
    const logged = loggedError(error)
    assert.equal(JSON.stringify(logged).includes('MARK'), false, JSON.stringify(logged))
    assert.deepEqual([logged.type, logged.code, logged.responseCode], ['Error', 'EENVELOPE', 550])
    assert.match(logged.stack!, /^ {4}at .*logs\.test\.ts:\d+/)
    assert.equal(logged.cause!.type, 'SyntaxError')
  })

  it('of this program for its operator is logged with its message', () => {
    const decrypt = () => createCipher([secretKey('other')]).decrypt(encrypted, 'context')
    const encrypted = createCipher([secretKey('first')]).encrypt('MARK', 'context')
    const { message, stack } = loggedError(caught(decrypt))
    const id = encrypted.keyId
    assert.equal(
      message,
      `A secret is encrypted with key ${id}, which SECRET_KEY lacks. Add that key`,
    )
    assert.match(stack!, /encryption\.ts:\d+/)
    const invalid = loggedError(caught(() => readConfig({ PORT: 'abc' })))
    assert.match(String(invalid.message), /^PORT is invalid/)
  })

  it('that refuses a request is logged with a fixed text only', () => {
    assert.equal(
      loggedError(fixedError('SESSION_ENDED')).message,
      'The session has ended; sign in again',
    )
    assert.equal(loggedError(accessDenied('leadUid', 'MARK')).message, undefined)
    assert.equal(
      loggedError(new ApiError('SERVICE_UNAVAILABLE', 'The store is full')).message,
      'The store is full',
    )
  })

  it('of the program itself is logged with its message', () => {
    const logged = loggedError(
      new TypeError(`Cannot read properties of undefined (reading 'MARK')`),
    )
    assert.equal(logged.message, `Cannot read properties of undefined (reading '…')`)
  })
})

describe('the entry of a request', () => {
  it('is the only one of a read, cached or not', async () => {
    const path = `/api/v3.3/property-calendar/${propertyUid}?from=2026-06-01&to=2026-06-02`
    const read = () => server.request('GET', path, { key, headers: { connection: 'close' } })
    for (let i = 0; i < 3; i++) assert.equal((await read()).status, 200)
    await eventually(() => logs.entries.filter(({ msg }) => msg === 'answered').length === 3)
    assert.equal(logs.entries.filter(({ level }) => level >= 40).length, 0, logs.text)
  })

  it('of an agency: key, agency, route and version, and uids of the path', async () => {
    await server.request('GET', `/v3.3/properties/${propertyUid}?MARK=MARK`, { key })
    const entry = await waitForEntry()
    const { keyUid } = await findKey(agencyUid)
    assert.deepEqual(
      [entry.method, entry.route, entry.version, entry.path, entry.status],
      ['GET', '/api/properties/:uid', 'v3.3', `/api/v3.3/properties/${propertyUid}`, 200],
    )
    assert.deepEqual([entry.credential, entry.agency], [`key:${keyUid}`, agencyUid])
    assert.equal(entry.partner, undefined)
    assert.deepEqual(logs.excerpts(['MARK', key]), [])
  })

  it('of a partner: token, partner and agency, also in what is refused', async () => {
    const token = await make.makeToken(server, partner.partnerUid, agencyUid)
    const path = '/api/v3.3/properties/MARK@example.org'
    await server.request('GET', path, { headers: { authorization: `Bearer ${token}` } })
    const entry = await waitForEntry()
    assert.match(entry.credential, /^token:[0-9a-f-]{36}$/)
    assert.deepEqual([entry.partner, entry.agency], [partner.partnerUid, agencyUid])
    assert.equal(entry.path, '/api/v3.3/properties/…')
    const refused = logs.entries.find(({ msg }) => msg === 'refused')
    assert.deepEqual([refused.credential, refused.agency], [entry.credential, agencyUid])
    assert.deepEqual(logs.excerpts(['MARK', token, ...token.split('.').slice(1)]), [])
  })

  it('without a good credential: the kind of refusal, which is counted', async () => {
    const before = await refusals('invalid_credentials')
    const bad = { key: 'lp_MARKMARKMARK' }
    assert.equal((await server.request('GET', '/v2/leads', bad)).status, 401)
    const { event, kind, version } = await waitForEntry()
    assert.deepEqual(
      [event, kind, version],
      ['authentication.refused', 'invalid_credentials', 'v2'],
    )
    assert.equal(await refusals('invalid_credentials'), before + 1)
    assert.deepEqual(logs.excerpts(['MARK']), [])
  })

  it('of a calendar feed, and of no route: not the secret in the path', async () => {
    const secret = '47c9179c9d35314df33274f9bff9e463'
    await server.request('GET', `/calendar/${secret}.ics`)
    assert.equal((await waitForEntry()).path, '/calendar/….ics')
    for (const path of [
      `/calendar/${secret}`,
      `/v2/x/${secret}`,
      `/calendars/${secret}.ics?${secret}`,
    ]) {
      await server.request('GET', path)
    }
    await eventually(() => logs.entries.filter(({ msg }) => msg === 'answered').length === 4)
    assert.deepEqual(logs.excerpts([secret]), [])
  })
})

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

async function findKey(agency: string): Promise<{ keyUid: string }> {
  const query = server.database.kysely.selectFrom('api_keys').select('uid as keyUid')
  return query.where('agency_uid', '=', agency).executeTakeFirstOrThrow()
}

async function refusals(kind: string): Promise<number> {
  const { values } = await server.metrics.authFailures.get()
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0
}
