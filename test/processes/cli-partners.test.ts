/** The commands about partners and people: docs/operating.md. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { openCommands } from '../support/commands.ts'
import { query } from '../support/postgres.ts'

const uidPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const { url, run } = await openCommands()

let agencyUid: string

before(async () => {
  agencyUid = (await run(['agency', 'create', '--name', 'Pine'])).stdout.trim()
})

const propertyOf = async () => {
  const uid = randomUUID()
  await query(
    url,
    `insert into properties (agency_uid, uid, name, is_active, time_zone, created_at, updated_at)
    values ('${agencyUid}', '${uid}', 'Cabin', true, 'UTC', now(), now())`,
  )
  return uid
}
const shown = (stdout: string, name: string) =>
  new RegExp(`^${name} +(\\S+)$`, 'm').exec(stdout)?.[1] ?? ''
const create = (...options: string[]) => run(['partner', 'create', '--name', 'Locks', ...options])

describe('lodgepole partner', () => {
  it('create shows once what it signs in with, list never', async () => {
    const { code, stdout } = await create('--redirect-uri', 'https://x.example/cb')
    assert.equal(code, 0)
    const list = (await run(['partner', 'list'])).stdout
    for (const name of ['partnerUid', 'clientId']) assert.ok(list.includes(shown(stdout, name)))
    for (const name of ['clientSecret', 'partnerKey']) {
      assert.ok(shown(stdout, name).length >= 40)
      assert.equal(list.includes(shown(stdout, name)), false)
    }
    assert.match(list, /redirect https:\/\/x\.example\/cb/)
  })

  it('has at most two live secrets', async () => {
    const partner = shown((await create()).stdout, 'partnerUid')
    const rotate = () => run(['partner', 'rotate-secret', '--partner', partner])
    const { stdout } = await rotate()
    assert.match((await rotate()).stderr, /Two client secrets are active/)
    const uid = uidPattern.exec(stdout.split('\n')[1]!)![0]
    assert.equal((await run(['partner', 'revoke-secret', uid])).code, 0)
    assert.equal((await run(['partner', 'revoke-secret', uid])).code, 1)
    assert.equal((await rotate()).code, 0)
  })

  it('create refuses what does not fit', async () => {
    assert.match((await create('--kind', 'CHANNEL')).stderr, /--channel is required/)
    assert.match((await create('--redirect-uri', '/relative')).stderr, /'\/relative'/)
    assert.match((await create('--api-version', '3.9')).stderr, /--api-version/)
    assert.match((await create('--import', 'short')).stderr, /16 to 255/)
  })

  it('is granted properties, and disconnected', async () => {
    const partner = shown((await create()).stdout, 'clientId')
    const between = ['--agency', agencyUid, '--partner', partner]
    const property = await propertyOf()
    const granted = await run(['grant', ...between, '--property', property, '--read-only'])
    assert.equal(granted.code, 0, granted.stderr)
    const list = async () => (await run(['grant', 'list', ...between])).stdout
    assert.match(await list(), new RegExp(`PROPERTY  ${property}  READ  no-personal-data`))
    assert.equal((await run(['grant', ...between, '--property', randomUUID()])).code, 1)
    assert.equal((await run(['partner', 'disconnect', ...between])).code, 0)
    assert.equal(await list(), '')
    const revoke = ['grant', 'revoke', ...between, '--property', property]
    assert.equal((await run(revoke)).code, 1)
  })
})

describe('a partner', () => {
  it('has an address for notices, which can be changed and taken away', async () => {
    const partner = shown((await create('--contact-email', 'a@x.example')).stdout, 'partnerUid')
    const change = (address: string) =>
      run(['partner', 'change', '--partner', partner, '--contact-email', address])
    const contact = async () => {
      const { stdout } = await run(['partner', 'list'])
      return /contact (.*)/.exec(stdout)?.[1]
    }
    assert.equal(await contact(), 'a@x.example')
    assert.equal((await change('b@x.example')).code, 0)
    assert.equal(await contact(), 'b@x.example')
    assert.match((await change('b@x.example, c@x.example')).stderr, /is not an e-mail address/i)
    assert.equal((await change('')).code, 0)
    assert.equal(await contact(), undefined)
  })
})

describe('lodgepole employee', () => {
  it('create shows a password, and password another', async () => {
    const who = ['--agency', agencyUid, '--email', 'ada@pine.example']
    const names = ['--first-name', 'Ada', '--last-name', 'Byron']
    const made = await run(['employee', 'create', ...who, ...names])
    assert.equal(made.code, 0, made.stderr)
    assert.equal((await run(['employee', 'create', ...who, ...names])).code, 1)
    const changed = await run(['employee', 'password', ...who])
    assert.notEqual(changed.stdout.split('\n')[0], made.stdout.split('\n')[0])
    const kept = await query(url, 'select hash from employee_passwords')
    assert.match(String(kept[0]?.hash), /^\$scrypt\$ln=\d+,r=\d+,p=\d+\$/)
  })

  it('may be made an administrator, whose sessions session revoke ends', async () => {
    const who = ['--agency', agencyUid, '--email', 'first@pine.example']
    const names = ['--first-name', 'Ada', '--last-name', 'Byron', '--role', 'ADMIN']
    assert.equal((await run(['employee', 'create', ...who, ...names])).code, 0)
    const [{ uid } = { uid: '' }] = await query(
      url,
      `select uid from employees
      where agency_uid = '${agencyUid}' and email = 'first@pine.example' and role = 'ADMIN'`,
    )
    await query(
      url,
      `insert into sessions (agency_uid, uid, employee_uid, token_hash, identities,
        signed_in_at, created_at, seen_at, expires_at)
      values ('${agencyUid}', '${uid}', '${uid}', '1', '[]', now(), now(), now(), now())`,
    )
    assert.match((await run(['session', 'revoke', ...who])).stdout, /^Ended 1 session\./)
    assert.match((await run(['session', 'revoke', ...who])).stdout, /^Ended 0 sessions\./)
    assert.equal((await run(['session', 'revoke', ...who.slice(0, 3), 'x@x.example'])).code, 1)
  })

  it('is told of by security events, with the operator as the one who did it', async () => {
    const who = ['--agency', agencyUid, '--email', 'grace@pine.example']
    const made = await run(['employee', 'create', ...who, '--first-name', 'G', '--last-name', 'H'])
    assert.match(made.stderr, /"event":"employee\.created"/)
    const uid = uidPattern.exec(made.stdout)![0]
    await run(['employee', 'password', ...who])
    await query(
      url,
      `insert into sessions (agency_uid, uid, employee_uid, token_hash, identities,
        signed_in_at, created_at, seen_at, expires_at)
      values ('${agencyUid}', '${uid}', '${uid}', '2', '[]', now(), now(), now(), now())`,
    )
    await run(['session', 'revoke', ...who])
    const { stdout } = await run(['security', 'list', '--agency', agencyUid])
    const lines = stdout.split('\n').filter(line => line.includes(uid))
    const told = lines.map(line => line.split('  ').slice(1, 5)).sort()
    assert.deepEqual(told, [
      ['employee.created', '1', 'SYSTEM', uid],
      ['password.changed', '1', 'SYSTEM', uid],
      ['session.ended', '1', 'SYSTEM', uid],
    ])
    assert.equal(made.stderr.includes(made.stdout.split('\n')[0]!), false)
  })

  it('password takes one from its input, and does not show it', async () => {
    const who = ['--agency', agencyUid, '--email', 'mary@pine.example']
    await run(['employee', 'create', ...who, '--first-name', 'Mary', '--last-name', 'Hill'])
    const { code, stdout } = await run(
      ['employee', 'password', ...who, '--stdin'],
      {},
      'one two three four\n',
    )
    assert.equal(code, 0)
    assert.match(stdout, /^Stored\. \(uid /)
    const short = await run(['employee', 'password', ...who, '--stdin'], {}, 'one')
    assert.equal(short.code, 1)
  })
})
