/** `lodgepole doctor` with real faults of a database and its services: docs/run.md. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runHere } from '../../../test/support/commands.ts'
import { createDatabaseUrl, engine, putEmbedded } from '../../../test/support/database.ts'
import { startSmtp } from '../../../test/support/external-services/smtp.ts'
import { query } from '../../../test/support/postgres.ts'
import { freePort } from '../../../test/support/processes.ts'
import { type Cleanup, temporaryFolder } from '../../../test/support/temporary.ts'
import { openPglite } from '../../platform/db/embedded/open-pglite.ts'
import type { CheckResult } from './check.ts'

const isServer = engine === 'postgres'
const atEnd: Cleanup = { add: undo => after(undo) }
const dataDir = await temporaryFolder(atEnd)
if (!isServer) await putEmbedded(dataDir)
const newKey = () => randomBytes(32).toString('base64')
const SECRET_KEY = newKey()
// Nothing listens there: a server is not running.
const closedPort = await freePort()
const env: Record<string, string> = {
  DATABASE_URL: isServer ? await createDatabaseUrl() : 'embedded',
  DATA_DIR: dataDir,
  SECRET_KEY,
  PORT: String(closedPort),
}

/** Changes the database while no command has it open. */
async function change(sql: string): Promise<void> {
  if (isServer) return void (await query(env.DATABASE_URL!, sql))
  const database = await openPglite({ folder: join(dataDir, 'database') })
  await database.exclusively(run => run(sql)).finally(() => database.close())
}

interface Report {
  code: number
  stderr: string
  status: string
  checks: Map<string, CheckResult>
}

async function runDoctor(settings: Record<string, string> = {}): Promise<Report> {
  const { code, stdout, stderr } = await runHere(['doctor', '--json'], { ...env, ...settings })
  const { status, checks } = JSON.parse(stdout) as { status: string; checks: CheckResult[] }
  return { code, stderr, status, checks: new Map(checks.map(check => [check.name, check])) }
}

function assertFinding(report: Report, name: string, status: string, detail: RegExp): void {
  const found = report.checks.get(name)!
  assert.equal(found.status, status, JSON.stringify(found))
  assert.match(found.detail, detail)
  const isFault = status === 'warning' || status === 'failed'
  assert.equal(found.remedy !== null, isFault, 'a fault, and only that, has a remedy')
}

const statuses = ({ checks }: Report) =>
  Object.fromEntries([...checks].map(([name, { status }]) => [name, status]))

before(async () => {
  // Accepts the key.
  assert.equal((await runHere(['migrate'], env)).code, 0)
})

describe('lodgepole doctor', () => {
  it('finds nothing wrong with a new database after a backup, and exits with 0', async () => {
    const backup = await runHere(['backup', join(dataDir, 'saved')], env)
    assert.equal(backup.code, 0, backup.stderr)
    const smtp = await startSmtp()
    const mail = { SMTP_URL: `smtp://${smtp.host}:${smtp.port}`, MAIL_FROM: 'a@lodges.example' }
    const report = await runDoctor(mail)
    const onServer = isServer ? 'ok' : 'skipped'
    assert.deepEqual(statuses(report), {
      // The tests run in a checkout.
      release: 'warning',
      settings: 'ok',
      database: 'ok',
      migrations: 'ok',
      'database-tls': onServer,
      connections: onServer,
      statistics: 'ok',
      clock: onServer,
      'secret-key': 'ok',
      backup: 'ok',
      webhooks: 'ok',
      queues: 'ok',
      disk: 'ok',
      files: 'ok',
      mail: 'ok',
      // No server runs, which is certain only for the embedded database.
      'public-url': isServer ? 'failed' : 'skipped',
      certificates: 'skipped',
    })
    assert.equal(report.code, isServer ? 1 : 0)
    assert.deepEqual(smtp.mails, [], 'no mail is sent')
  })

  it('prints a line for each check, and what to do below', async () => {
    const { stdout } = await runHere(['doctor'], env)
    assert.match(stdout, /^ok {7}migrations {4}all migrations of this release are applied$/m)
    assert.match(stdout, /^warning {2}release .* is not a release\n {23}→ Use a release in prod/m)
  })

  it('exits with 2 for an unknown option', async () => {
    assert.equal((await runHere(['doctor', '--jsno'], env)).code, 2)
  })
})

const uid = '0197e755-0c00-70bd-8de4-4a24a78c531e'
const faults = `
  insert into agencies (agency_uid, name, created_at, updated_at) values
    ('${uid}', 'Pine', now(), now());
  insert into event_logs (agency_uid, last_seq) values ('${uid}', 1);
  insert into webhooks (uid, agency_uid, creator_identifier, object_uid, event_type, webhook_type,
      callback_url, fingerprint, destination, api_version, created_at) values
    ('${uid}', '${uid}', 'test', '${uid}', 'NEW_BOOKING', 'POST_JSON',
      'https://hooks.example/SECRETPATH', '\\x00', 'test', '3.3', now());
  insert into webhook_failures (webhook_uid, failing_since) values
    ('${uid}', '2026-05-01T10:00:00Z');
  insert into webhook_secrets (webhook_uid, uid, sealed, key_id, is_known, created_at) values
    ('${uid}', '${uid}', '\\x00', 'other', false, now());
  insert into deliveries (agency_uid, uid, webhook_uid, sample, destination, ordering_key,
      shows_personal, due_at, created_at) values
    ('${uid}', '${uid}', '${uid}', '{}', 'test', 'lead:', true, now() - interval '2 hours', now());
  create table bulk as select i, repeat('x', 100) as t from generate_series(1, 20000) i;
  update last_backups set created_at = now() + interval '30 days';`

describe('lodgepole doctor after faults', () => {
  let report: Report

  before(async () => {
    await change(faults)
    rmSync(join(dataDir, 'files'), { recursive: true })
    writeFileSync(join(dataDir, 'files'), 'a file in place of the folder')
    const SMTP_URL = `smtp://127.0.0.1:${closedPort}`
    const mail = { SMTP_URL, MAIL_FROM: 'a@lodges.example' }
    report = await runDoctor({ SECRET_KEY: newKey(), ...mail })
    rmSync(join(dataDir, 'files'))
  })

  it('exits with 1 and counts the failed checks', () => {
    const count = [...report.checks.values()].filter(({ status }) => status === 'failed').length
    assert.equal(report.code, 1)
    assert.equal(report.status, 'failed')
    assert.match(report.stderr, new RegExp(`\\nlodgepole: ${count} of 17 checks failed\\n$`))
  })

  const findings: [name: string, status: string, detail: RegExp][] = [
    ['secret-key', 'failed', /SECRET_KEY is wrong for this database: .* fingerprint [0-9a-f]{16}/],
    ['mail', 'failed', /the mail server 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/],
    ['files', 'failed', /files cannot be used: E(NOTDIR|EXIST)/],
    ['webhooks', 'warning', /^1 webhooks fail, the first since 2026-05-01T10:00:00.000Z: hooks\.e/],
    ['queues', 'failed', /deliveries of webhooks wait for 72\d\d s/],
    ['backup', 'warning', /a backup is dated in the future/],
    ['statistics', 'warning', /1 tables were never analyzed, so queries are slow: bulk/],
  ]
  for (const [name, status, detail] of findings) {
    it(`${name}: ${status}`, () => assertFinding(report, name, status, detail))
  }

  it('names the settings to change for services that cannot be used', () => {
    assert.match(report.checks.get('mail')!.remedy!, /SMTP_URL/)
    assert.match(report.checks.get('files')!.remedy!, /BLOB_URL.*DATA_DIR/)
  })

  it('never prints paths of webhooks', () => {
    assert.doesNotMatch(JSON.stringify([...report.checks]), /SECRETPATH/)
  })

  it('reports a missing backup', async () => {
    await change('delete from last_backups')
    assertFinding(await runDoctor(), 'backup', 'warning', /there is no backup/)
  })

  it('reports an old backup', async () => {
    await change(`insert into last_backups values (1, now() - interval '9 days')`)
    assertFinding(await runDoctor(), 'backup', 'warning', /the last backup was made at/)
  })
})

describe('lodgepole doctor without a usable database', () => {
  it('names pending migrations, and runs the other checks', async () => {
    await change(`delete from migrations where name like '0051%'`)
    const report = await runDoctor()
    assertFinding(report, 'migrations', 'failed', /pending migrations: 0051-/)
    assertFinding(report, 'webhooks', 'skipped', /other tables/)
    assertFinding(report, 'disk', 'ok', /MiB are free/)
    await change(`insert into migrations values ('0051-queue-index.sql', now())`)
  })

  it('reports migrations of a newer release', async () => {
    await change(`insert into migrations values ('9999-future.sql', now())`)
    const report = await runDoctor()
    assertFinding(report, 'migrations', 'warning', /migrated by a newer release: 9999-future/)
    await change(`delete from migrations where name = '9999-future.sql'`)
  })

  it('reports a database that cannot be opened, and runs the other checks', async () => {
    const unknown: Record<string, string> = isServer
      ? { DATABASE_URL: `postgres://127.0.0.1:${closedPort}/x` }
      : { DATA_DIR: join(dataDir, 'new') }
    const report = await runDoctor(unknown)
    assert.equal(report.code, 1)
    const reason = isServer ? /no PostgreSQL server accepts connections/ : /there is no database/
    assertFinding(report, 'database', 'failed', reason)
    assertFinding(report, 'migrations', 'skipped', /the database cannot be opened/)
    assertFinding(report, 'disk', 'ok', /MiB are free/)
    assertFinding(report, 'files', 'ok', /can be written and read/)
  })

  it('accepts a migrated database before the first start of a server', async () => {
    await change('drop schema worker cascade')
    assertFinding(await runDoctor(), 'migrations', 'ok', /all migrations/)
    assertFinding(await runDoctor(), 'queues', 'failed', /^deliveries of webhooks wait for \d+ s$/)
  })

  it('reports invalid settings as a check', async () => {
    for (const [name, value] of Object.entries({ PORT: 'abc', DATABASE_URL: 'mysql://x' })) {
      const report = await runDoctor({ [name]: value })
      assert.equal(report.code, 1)
      assertFinding(report, 'settings', 'failed', /(PORT|DATABASE_URL) is invalid/)
      assertFinding(report, 'database', 'skipped', /a setting is invalid/)
    }
  })
})
