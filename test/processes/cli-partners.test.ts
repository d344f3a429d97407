/** The commands about partners and people, each as a process of its own. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createDatabaseUrl } from '../support/database.ts'
import { query } from '../support/postgres.ts'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const main = join(import.meta.dirname, '../../src/main.ts')
const uidPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-cli-'))
const url = await createDatabaseUrl()

after(() => rm(folder, { recursive: true }))

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs a command on a database; `env` adds to nothing but what a start needs. */
function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const all = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY, ...env }
  const options = { env: { PATH: process.env.PATH, ...all }, timeout: 60_000 }
  return new Promise(resolve => {
    execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1)
      resolve({ code, stdout, stderr })
    })
  })
}

let agencyUid: string

before(async () => {
  agencyUid = (await run(['agency', 'create', '--name', 'Pine'])).stdout.trim()
})

describe('lodgepole partner', () => {
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
    assert.match((await rotate()).stderr, /Two secrets are live/)
    const uid = uidPattern.exec(stdout.split('\n')[1]!)![0]
    assert.equal((await run(['partner', 'revoke-secret', uid])).code, 0)
    assert.equal((await run(['partner', 'revoke-secret', uid])).code, 1)
    assert.equal((await rotate()).code, 0)
  })

  it('create refuses what does not fit', async () => {
    assert.match((await create('--kind', 'CHANNEL')).stderr, /--channel is needed/)
    assert.match((await create('--redirect-uri', '/relative')).stderr, /'\/relative'/)
    assert.match((await create('--api-version', '3.9')).stderr, /--api-version/)
    assert.match((await create('--import', 'short')).stderr, /8 to 255/)
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
})
