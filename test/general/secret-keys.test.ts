/** Keys of the operator, in order: docs/decisions/0026-api-keys.md, contract/general.md §13. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { resealAll } from '../../src/cli/server/secrets.ts'
import { keyIdOf, SigningKeys } from '../../src/platform/keys/signing-keys.ts'
import { acceptSecretKeys, requireSecretKeys } from '../../src/process/start/require-secret-keys.ts'
import { issueToken } from '../../src/rental/access/partners/access-tokens.ts'
import { listAcceptedKeys } from '../../src/rental/access/secret-keys/secret-keys.ts'
import { sealedColumns } from '../../src/rental/sealed-columns.ts'
import {
  grant,
  makeAgency,
  makeEmployee,
  makeLead,
  makePartner,
  makeProperty,
} from '../fixtures/rows.ts'
import { callsAnywhere } from '../fixtures/webhooks.ts'
import { tablesFile } from '../generate/generate-tables.ts'
import { secretKey } from '../support/databases/secret-keys.ts'
import { openServer, startServer, type TestServer } from '../support/server.ts'

const [former, fresh] = [secretKey('former'), secretKey('fresh')]
const env = (...keys: Buffer[]) => ({
  ...callsAnywhere,
  SECRET_KEY: keys.map(key => key.toString('base64')).join(),
})

const server = await startServer(env(former))
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const { partnerUid } = await makePartner(server)
await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })

/** Asks a server of the same database that is started with other keys, at the same time. */
async function withKeys<T>(keys: Buffer[], work: (other: TestServer) => Promise<T>): Promise<T> {
  const { database } = server
  const other = await openServer(env(...keys), { database: { ...database, close: async () => {} } })
  other.clock.set(server.clock.now())
  try {
    return await work(other)
  } finally {
    await other.end()
  }
}

const tokenBy = async (secretKey: Buffer) => {
  const grantee = { partnerUid, agencyUid }
  const signing = new SigningKeys([secretKey])
  const { kysely } = server.database
  return (await issueToken(kysely, grantee, signing, server.clock.now())).accessToken
}

const statusOf = async (asked: TestServer, token: string) =>
  (await asked.request('GET', `/api/v3.3/properties/${propertyUid}`, { key: token })).status

describe('a key that is not the first any more', () => {
  it('is believed for a day, and not for longer because a server starts again', async () => {
    const keys = [fresh, former]
    await withKeys(keys, async other => {
      assert.equal(await statusOf(other, await tokenBy(former)), 200)
      assert.equal(await statusOf(other, await tokenBy(fresh)), 200)
      other.clock.advance(23 * 3_600_000)
      server.clock.advance(23 * 3_600_000)
      assert.equal(await statusOf(other, await tokenBy(former)), 200)
    })
    await withKeys(keys, async other => {
      assert.equal(await statusOf(other, await tokenBy(former)), 200)
      other.clock.advance(2 * 3_600_000)
      server.clock.advance(2 * 3_600_000)
      assert.equal(await statusOf(other, await tokenBy(former)), 401)
      assert.equal(await statusOf(other, await tokenBy(fresh)), 200)
    })
    await withKeys(keys, async other => {
      assert.equal(await statusOf(other, await tokenBy(former)), 401)
    })
    await withKeys([former], async other => {
      assert.equal(await statusOf(other, await tokenBy(former)), 200)
    })
  })
})

describe('signing keys', () => {
  const since = new Date('2026-01-01T00:00:00Z')
  const later = new Date('2026-03-01T00:00:00Z')

  it('are others for each purpose, and none is the key itself', () => {
    const keys = new SigningKeys([former], [{ since, retiredAt: null }], 24)
    const [tokens] = keys.verifying('access tokens', later)
    assert.deepEqual(keys.verifying('access tokens', later), [keys.signing('access tokens')])
    assert.notDeepEqual(tokens, keys.signing('attachment links'))
    assert.notDeepEqual(tokens, former)
    assert.notEqual(keyIdOf(former), keyIdOf(fresh))
  })

  it('believe what a release before has signed by the key itself for a day', () => {
    const keys = new SigningKeys([former], [{ since, retiredAt: null }], 24)
    const after = (hours: number) => new Date(since.getTime() + hours * 3_600_000)
    assert.ok(keys.verifying('access tokens', after(23)).some(one => one.equals(former)))
    assert.ok(!keys.verifying('access tokens', after(24)).some(one => one.equals(former)))
  })
})

/** What the command says. */
async function reseal(...keys: Buffer[]): Promise<string[]> {
  const said: string[] = []
  await resealAll({
    config: { ...server.config, secretKeys: keys },
    withDatabase: use => use(server.database),
    print: text => void said.push(text),
  })
  return said
}

const accepted = async () => {
  const { kysely: db } = server.database
  return (await listAcceptedKeys({ db })).sort()
}

describe('a server with another SECRET_KEY', () => {
  const lost = secretKey('lost')
  const refused = (keys: Buffer[], expected: string) =>
    assert.rejects(
      withKeys(keys, async () => {}),
      (error: Error) =>
        error.message.startsWith('SECRET_KEY is wrong for this database') &&
        error.message.includes(expected) &&
        error.message.includes(keyIdOf(keys[0]!)),
    )

  before(async () => {
    const body = { propertyUid, leadUid, code: '2468' }
    const made = await server.request('POST', '/api/v3.3/pin-codes', { key, body })
    assert.equal(made.status, 201, made.text)
    await withKeys([former], async () => {})
  })

  it('is refused by the fingerprint, and changes nothing', async () => {
    await refused([lost], keyIdOf(former))
    assert.deepEqual(await accepted(), [keyIdOf(former)])
    const { kysely: db } = server.database
    const ids = await db.selectFrom('secret_keys').select('key_id').execute()
    assert.ok(!ids.some(({ key_id }) => key_id === keyIdOf(lost)))
  })

  it('is let in along with the former key, which ends when it is left out', async () => {
    await withKeys([fresh, former], async () => {})
    assert.deepEqual(await accepted(), [keyIdOf(former), keyIdOf(fresh)].sort())
    await withKeys([former], async () => {})
    assert.deepEqual(await accepted(), [keyIdOf(former)])
    await refused([fresh], keyIdOf(former))
  })

  it('is known by what is sealed where a release before has left no fingerprint', async () => {
    const { kysely: db } = server.database
    const forget = () => db.updateTable('secret_keys').set({ is_accepted: false }).execute()
    await forget()
    await refused([lost], 'another key')
    assert.deepEqual(await accepted(), [])
    await withKeys([former], async () => {})
    assert.deepEqual(await accepted(), [keyIdOf(former)])
  })

  it('is let in where secret accept has given up what is sealed', async () => {
    await acceptSecretKeys(server.database, [lost])
    await withKeys([lost], async () => {})
    // The former key has been found again: it opens all that there is.
    await withKeys([former], async () => {})
    assert.deepEqual(await accepted(), [keyIdOf(former)])
  })

  it('is let in where nothing is sealed yet', async () => {
    const { database } = await startServer(env(former))
    await requireSecretKeys(database, [lost])
    await assert.rejects(requireSecretKeys(server.database, [lost]))
  })
})

describe('lodgepole secret reseal', () => {
  it('seals all that there is anew, so that the former key may go', async () => {
    const made = async (path: string, body: object, headers = {}) => {
      const answer = await server.request('POST', `/api/v3.3${path}`, { key, body, headers })
      assert.ok(answer.status < 300, answer.text)
      return answer.body
    }
    const { pinCode } = await made('/pin-codes', { propertyUid, leadUid, code: '4711' })
    const guestInformation = { firstName: 'Ada', passportId: 'C01X' }
    const stay = { checkInLocalDate: '2027-07-04', checkOutLocalDate: '2027-07-08' }
    const leadOf = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
    const { lead } = await made('/leads', leadOf)
    const callbackUrl = 'http://name:secret@127.0.0.1:4711/hook'
    const hook = { eventType: 'UPDATED_PROPERTY', agencyUid, callbackUrl, webhookType: 'POST_JSON' }
    await made('/webhooks', hook)
    const url = 'http://name:secret@127.0.0.1:4711/c.ics'
    await made('/icals', { propertyUid, name: 'Elsewhere', url })
    const body = { propertyUid, userUid: await makeEmployee(server, agencyUid), code: '0815' }
    const headers = { 'idempotency-key': 'before' }
    const first = await made('/pin-codes', body, headers)
    const said = await reseal(fresh, former)
    assert.match(said.at(-1)!, /^Re-encrypted \d+ values\..* remove them from SECRET_KEY\.$/)
    const tables = ['webhooks', 'webhook_secrets', 'icals', 'leads', 'pin_codes']
    for (const table of [...tables, 'idempotency_keys']) {
      assert.ok(
        said.some(line => line.startsWith(`${table}  `)),
        table,
      )
    }
    assert.match((await reseal(fresh, former)).at(-1)!, /^Re-encrypted 0 values/)
    await withKeys([fresh], async other => {
      const path = `/api/v3.3/pin-codes`
      const read = await other.request('GET', `${path}/${pinCode.uid}`, { key })
      assert.equal(read.body.pinCode.code, '4711')
      const led = await other.request('GET', `/api/v3.3/leads/${lead.uid}`, { key })
      assert.equal(led.body.lead.guestInformation.passportId, 'C01X')
      const again = await other.request('POST', path, { key, body, headers })
      assert.deepEqual([again.status, again.body], [201, first])
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      const equal = await other.request('POST', path, { key, body: { ...body, code: '0815' } })
      assert.equal(equal.status, 409, 'it is still known which codes are equal')
    })
  })

  it('says which values no key opens, and leaves them', async () => {
    await assert.rejects(reseal(secretKey('lost')), /No key of SECRET_KEY decrypts .*pin_codes/)
    assert.match((await reseal(fresh)).at(-1)!, /^Re-encrypted 0 values/)
  })

  it('knows every column that keeps something sealed', async () => {
    const source = await readFile(tablesFile, 'utf8')
    const tables = source
      .slice(source.indexOf('interface Tables '))
      .matchAll(/^ {2}(\w+): (\w+)$/gm)
    const columns = [...tables].flatMap(([, table, type]) => {
      const body = source.split(`interface ${type} {`)[1]!.split('}')[0]!
      return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => `${table}.${column}`)
    })
    const known = sealedColumns.flatMap(({ table, sealed, keyId }) => [
      `${table}.${sealed}`,
      `${table}.${keyId}`,
    ])
    const named = columns.filter(name => /[._]sealed$|[._]key_id$/.test(name))
    assert.deepEqual(named.filter(name => name !== 'secret_keys.key_id').sort(), known.sort())
  })
})
