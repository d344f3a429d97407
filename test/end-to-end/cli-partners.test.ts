/** Commands about partners and employees: docs/administration.md. */
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

const makeProperty = async () => {
  const uid = randomUUID()
  await query(
    url,
    `insert into properties (agency_uid, uid, name, is_active, time_zone, created_at, updated_at)
    values ('${agencyUid}', '${uid}', 'Cabin', true, 'UTC', now(), now())`,
  )
  return uid
}
const printedValue = (stdout: string, name: string) =>
  new RegExp(`^${name} +(\\S+)$`, 'm').exec(stdout)?.[1] ?? ''
const create = (...options: string[]) => run(['partner', 'create', '--name', 'Locks', ...options])

describe('lodgepole partner', () => {
  it('create prints the credentials once, list never', async () => {
    const { code, stdout } = await create('--redirect-uri', 'https://x.example/cb')
    assert.equal(code, 0)
    const list = (await run(['partner', 'list'])).stdout
    for (const name of ['partnerUid', 'clientId'])
      assert.ok(list.includes(printedValue(stdout, name)))
    for (const name of ['clientSecret', 'partnerKey']) {
      assert.ok(printedValue(stdout, name).length >= 40)
      assert.equal(list.includes(printedValue(stdout, name)), false)
    }
    const shown = await run(['partner', 'show', printedValue(stdout, 'clientId')])
    assert.match(shown.stdout, /^redirect URI +https:\/\/x\.example\/cb$/m)
    assert.match(shown.stdout, /^client secret +[0-9a-f-]{36} /m)
  })

  it('has at most two live secrets', async () => {
    const partner = printedValue((await create()).stdout, 'partnerUid')
    const rotate = () => run(['partner', 'rotate-secret', '--partner', partner])
    const { stdout } = await rotate()
    assert.match((await rotate()).stderr, /Two client secrets are active/)
    const uid = uidPattern.exec(stdout.split('\n')[1]!)![0]
    assert.equal((await run(['partner', 'revoke-secret', uid])).code, 0)
    assert.equal((await run(['partner', 'revoke-secret', uid])).code, 1)
    assert.equal((await rotate()).code, 0)
  })

  it('create refuses invalid options', async () => {
    assert.match((await create('--kind', 'CHANNEL')).stderr, /--channel is required/)
    assert.match((await create('--redirect-uri', '/relative')).stderr, /'\/relative'/)
    assert.match((await create('--api-version', '3.9')).stderr, /--api-version/)
    assert.match((await create('--import', 'short')).stderr, /16 to 255/)
  })

  it('is granted properties, and disconnected', async () => {
    const partner = printedValue((await create()).stdout, 'clientId')
    const agencyAndPartner = ['--agency', agencyUid, '--partner', partner]
    const property = await makeProperty()
    const granted = await run(['grant', ...agencyAndPartner, '--property', property, '--read-only'])
    assert.equal(granted.code, 0, granted.stderr)
    const list = async () => (await run(['grant', 'list', ...agencyAndPartner])).stdout
    assert.match(await list(), new RegExp(`PROPERTY  ${property}  READ    no$`, 'm'))
    assert.equal((await run(['grant', ...agencyAndPartner, '--property', randomUUID()])).code, 1)
    assert.equal((await run(['partner', 'disconnect', ...agencyAndPartner])).code, 0)
    assert.equal((await list()).split('\n').length, 2)
    const revoke = ['grant', 'revoke', ...agencyAndPartner, '--property', property]
    assert.equal((await run(revoke)).code, 1)
  })
})

describe('a partner', () => {
  it('has an address for notices, which can be changed and removed', async () => {
    const partner = printedValue(
      (await create('--contact-email', 'a@x.example')).stdout,
      'partnerUid',
    )
    const change = (address: string) =>
      run(['partner', 'change', '--partner', partner, '--contact-email', address])
    const contact = async () => {
      const { stdout } = await run(['partner', 'show', partner])
      return /^contact +(.*)/m.exec(stdout)?.[1]
    }
    assert.equal(await contact(), 'a@x.example')
    assert.equal((await change('b@x.example')).code, 0)
    assert.equal(await contact(), 'b@x.example')
    assert.match((await change('b@x.example, c@x.example')).stderr, /is not an e-mail address/i)
    assert.equal((await change('')).code, 0)
    assert.equal(await contact(), '-')
  })
})

describe('lodgepole employee', () => {
  it('create prints a password, and `password` another one', async () => {
    const args = ['--agency', agencyUid, '--email', 'ada@pine.example']
    const names = ['--first-name', 'Ada', '--last-name', 'Byron']
    const created = await run(['employee', 'create', ...args, ...names])
    assert.equal(created.code, 0, created.stderr)
    assert.equal((await run(['employee', 'create', ...args, ...names])).code, 1)
    const changed = await run(['employee', 'password', ...args])
    assert.notEqual(changed.stdout.split('\n')[0], created.stdout.split('\n')[0])
    const stored = await query(url, 'select hash from employee_passwords')
    assert.match(String(stored[0]?.hash), /^\$scrypt\$ln=\d+,r=\d+,p=\d+\$/)
  })

  it('may be made an administrator, whose sessions session revoke ends', async () => {
    const args = ['--agency', agencyUid, '--email', 'first@pine.example']
    const names = ['--first-name', 'Ada', '--last-name', 'Byron', '--role', 'ADMIN']
    assert.equal((await run(['employee', 'create', ...args, ...names])).code, 0)
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
    assert.match((await run(['session', 'revoke', ...args])).stdout, /^Ended 1 session\./)
    assert.match((await run(['session', 'revoke', ...args])).stdout, /^Ended 0 sessions\./)
    assert.equal((await run(['session', 'revoke', ...args.slice(0, 3), 'x@x.example'])).code, 1)
  })

  it('is recorded in security events, with the operator as the actor', async () => {
    const args = ['--agency', agencyUid, '--email', 'grace@pine.example']
    const names = ['--first-name', 'G', '--last-name', 'H']
    const created = await run(['employee', 'create', ...args, ...names])
    assert.match(created.stderr, /"event":"employee\.created"/)
    const uid = uidPattern.exec(created.stdout)![0]
    await run(['employee', 'password', ...args])
    await query(
      url,
      `insert into sessions (agency_uid, uid, employee_uid, token_hash, identities,
        signed_in_at, created_at, seen_at, expires_at)
      values ('${agencyUid}', '${uid}', '${uid}', '2', '[]', now(), now(), now(), now())`,
    )
    await run(['session', 'revoke', ...args])
    const { stdout } = await run(['security', 'list', '--agency', agencyUid])
    const lines = stdout.split('\n').filter(line => line.includes(uid))
    const summaries = lines.map(line => line.split(/ {2,}/).slice(1, 5)).sort()
    assert.deepEqual(summaries, [
      ['employee.created', '1', 'SYSTEM', uid],
      ['password.changed', '1', 'SYSTEM', uid],
      ['session.ended', '1', 'SYSTEM', uid],
    ])
    assert.equal(created.stderr.includes(created.stdout.split('\n')[0]!), false)
  })

  it('password reads one from its input, and does not print it', async () => {
    const args = ['--agency', agencyUid, '--email', 'mary@pine.example']
    await run(['employee', 'create', ...args, '--first-name', 'Mary', '--last-name', 'Hill'])
    const { code, stdout } = await run(
      ['employee', 'password', ...args, '--stdin'],
      {},
      'one two three four\n',
    )
    assert.equal(code, 0)
    assert.match(stdout, /^Stored\. \(uid /)
    const short = await run(['employee', 'password', ...args, '--stdin'], {}, 'one')
    assert.equal(short.code, 1)
  })
})
