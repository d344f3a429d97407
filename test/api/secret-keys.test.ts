/** Keys of the operator, in order: docs/decisions/0026-api-keys.md, contract/general.md §13. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { reencryptAll } from '../../src/cli/server/secrets.ts'
import { computeKeyId, SigningKeys } from '../../src/platform/crypto/signing-keys.ts'
import { issueToken } from '../../src/rental/access/partners/access-tokens.ts'
import { listAcceptedKeys } from '../../src/rental/access/secret-keys/secret-keys.ts'
import { encryptedColumns } from '../../src/rental/encrypted-columns.ts'
import { acceptSecretKeys, requireSecretKeys } from '../../src/server/start/require-secret-keys.ts'
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

/** Runs requests against another server of the same database, started with other keys. */
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

const getStatus = async (target: TestServer, token: string) =>
  (await target.request('GET', `/api/v3.3/properties/${propertyUid}`, { key: token })).status

describe('a former first key', () => {
  it('is accepted for a day, which a restart does not prolong', async () => {
    const keys = [fresh, former]
    await withKeys(keys, async other => {
      assert.equal(await getStatus(other, await tokenBy(former)), 200)
      assert.equal(await getStatus(other, await tokenBy(fresh)), 200)
      other.clock.advance(23 * 3_600_000)
      server.clock.advance(23 * 3_600_000)
      assert.equal(await getStatus(other, await tokenBy(former)), 200)
    })
    await withKeys(keys, async other => {
      assert.equal(await getStatus(other, await tokenBy(former)), 200)
      other.clock.advance(2 * 3_600_000)
      server.clock.advance(2 * 3_600_000)
      assert.equal(await getStatus(other, await tokenBy(former)), 401)
      assert.equal(await getStatus(other, await tokenBy(fresh)), 200)
    })
    await withKeys(keys, async other => {
      assert.equal(await getStatus(other, await tokenBy(former)), 401)
    })
    await withKeys([former], async other => {
      assert.equal(await getStatus(other, await tokenBy(former)), 200)
    })
  })
})

describe('signing keys', () => {
  const since = new Date('2026-01-01T00:00:00Z')
  const later = new Date('2026-03-01T00:00:00Z')

  it('differ by purpose, and from the key itself', () => {
    const keys = new SigningKeys([former], [{ since, retiredAt: null }], 24)
    const [tokens] = keys.verifying('access tokens', later)
    assert.deepEqual(keys.verifying('access tokens', later), [keys.signing('access tokens')])
    assert.notDeepEqual(tokens, keys.signing('attachment links'))
    assert.notDeepEqual(tokens, former)
    assert.notEqual(computeKeyId(former), computeKeyId(fresh))
  })

  it('accept signatures of an earlier release by the key itself for a day', () => {
    const keys = new SigningKeys([former], [{ since, retiredAt: null }], 24)
    const after = (hours: number) => new Date(since.getTime() + hours * 3_600_000)
    assert.ok(keys.verifying('access tokens', after(23)).some(one => one.equals(former)))
    assert.ok(!keys.verifying('access tokens', after(24)).some(one => one.equals(former)))
  })
})

/** Returns the output of the command. */
async function reencrypt(...keys: Buffer[]): Promise<string[]> {
  const lines: string[] = []
  await reencryptAll({
    config: { ...server.config, secretKeys: keys },
    withDatabase: use => use(server.database),
    report: (_, text) => void lines.push(...text.split('\n')),
  })
  return lines
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
        error.message.includes(computeKeyId(keys[0]!)),
    )

  before(async () => {
    const body = { propertyUid, leadUid, code: '2468' }
    const response = await server.request('POST', '/api/v3.3/pin-codes', { key, body })
    assert.equal(response.status, 201, response.text)
    await withKeys([former], async () => {})
  })

  it('is refused by the fingerprint, and changes nothing', async () => {
    await refused([lost], computeKeyId(former))
    assert.deepEqual(await accepted(), [computeKeyId(former)])
    const { kysely: db } = server.database
    const ids = await db.selectFrom('secret_keys').select('key_id').execute()
    assert.ok(!ids.some(({ key_id }) => key_id === computeKeyId(lost)))
  })

  it('is accepted with the former key, which ends when it is omitted', async () => {
    await withKeys([fresh, former], async () => {})
    assert.deepEqual(await accepted(), [computeKeyId(former), computeKeyId(fresh)].sort())
    await withKeys([former], async () => {})
    assert.deepEqual(await accepted(), [computeKeyId(former)])
    await refused([fresh], computeKeyId(former))
  })

  it('is checked by encrypted values if an earlier release left no fingerprint', async () => {
    const { kysely: db } = server.database
    const clearFingerprints = () =>
      db.updateTable('secret_keys').set({ is_accepted: false }).execute()
    await clearFingerprints()
    await refused([lost], 'another key')
    assert.deepEqual(await accepted(), [])
    await withKeys([former], async () => {})
    assert.deepEqual(await accepted(), [computeKeyId(former)])
  })

  it('is accepted after `secret accept` has abandoned encrypted values', async () => {
    await acceptSecretKeys(server.database, [lost])
    await withKeys([lost], async () => {})
    // The former key is available again, and decrypts all values.
    await withKeys([former], async () => {})
    assert.deepEqual(await accepted(), [computeKeyId(former)])
  })

  it('is accepted where nothing is encrypted yet', async () => {
    const { database } = await startServer(env(former))
    await requireSecretKeys(database, [lost])
    await assert.rejects(requireSecretKeys(server.database, [lost]))
  })
})

describe('lodgepole secret reseal', () => {
  it('re-encrypts all values, so that the former key can be removed', async () => {
    const create = async (path: string, body: object, headers = {}) => {
      const reply = await server.request('POST', `/api/v3.3${path}`, { key, body, headers })
      assert.ok(reply.status < 300, reply.text)
      return reply.body
    }
    const { pinCode } = await create('/pin-codes', { propertyUid, leadUid, code: '4711' })
    const guestInformation = { firstName: 'Ada', passportId: 'C01X' }
    const stay = { checkInLocalDate: '2027-07-04', checkOutLocalDate: '2027-07-08' }
    const newLead = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
    const { lead } = await create('/leads', newLead)
    const callbackUrl = 'http://name:secret@127.0.0.1:4711/hook'
    const hook = { eventType: 'UPDATED_PROPERTY', agencyUid, callbackUrl, webhookType: 'POST_JSON' }
    await create('/webhooks', hook)
    const url = 'http://name:secret@127.0.0.1:4711/c.ics'
    await create('/icals', { propertyUid, name: 'Elsewhere', url })
    const body = { propertyUid, userUid: await makeEmployee(server, agencyUid), code: '0815' }
    const headers = { 'idempotency-key': 'before' }
    const first = await create('/pin-codes', body, headers)
    const lines = await reencrypt(fresh, former)
    assert.match(lines.at(-1)!, /^Re-encrypted \d+ values\..* remove them from SECRET_KEY\.$/)
    const tables = ['webhooks', 'webhook_secrets', 'icals', 'leads', 'pin_codes']
    for (const table of [...tables, 'idempotency_keys']) {
      assert.ok(
        lines.some(line => line.startsWith(`${table}  `)),
        table,
      )
    }
    assert.match((await reencrypt(fresh, former)).at(-1)!, /^Re-encrypted 0 values/)
    await withKeys([fresh], async other => {
      const path = `/api/v3.3/pin-codes`
      const read = await other.request('GET', `${path}/${pinCode.uid}`, { key })
      assert.equal(read.body.pinCode.code, '4711')
      const leadResponse = await other.request('GET', `/api/v3.3/leads/${lead.uid}`, { key })
      assert.equal(leadResponse.body.lead.guestInformation.passportId, 'C01X')
      const again = await other.request('POST', path, { key, body, headers })
      assert.deepEqual([again.status, again.body], [201, first])
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      const equal = await other.request('POST', path, { key, body: { ...body, code: '0815' } })
      assert.equal(equal.status, 409, 'it is still known which codes are equal')
    })
  })

  it('reports values that no key decrypts, and leaves them', async () => {
    await assert.rejects(reencrypt(secretKey('lost')), /No key of SECRET_KEY decrypts .*pin_codes/)
    assert.match((await reencrypt(fresh)).at(-1)!, /^Re-encrypted 0 values/)
  })

  it('lists every column with encrypted values', async () => {
    const source = await readFile(tablesFile, 'utf8')
    const tables = source
      .slice(source.indexOf('interface Tables '))
      .matchAll(/^ {2}(\w+): (\w+)$/gm)
    const columns = [...tables].flatMap(([, table, type]) => {
      const body = source.split(`interface ${type} {`)[1]!.split('}')[0]!
      return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => `${table}.${column}`)
    })
    const encryptedNames = encryptedColumns.flatMap(({ table, sealed, keyId }) => [
      `${table}.${sealed}`,
      `${table}.${keyId}`,
    ])
    const named = columns.filter(name => /[._]sealed$|[._]key_id$/.test(name))
    assert.deepEqual(
      named.filter(name => name !== 'secret_keys.key_id').sort(),
      encryptedNames.sort(),
    )
  })
})
