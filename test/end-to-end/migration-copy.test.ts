/** An embedded database with data is copied before it is migrated, and the copy is a way back. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openPglite } from '../../src/platform/db/embedded/open-pglite.ts'
import { applyMigrations } from '../../src/platform/db/migrations/apply-at-once.ts'
import { listMigrations } from '../../src/platform/db/migrations/migration-files.ts'
import { runCommand, serverSettings } from '../support/lodgepole.ts'
import { removeFolder, temporaryFolder } from '../support/temporary.ts'
import { cannotMount, mountSmallDisk } from './small-disk.ts'

const undos: (() => Promise<void> | void)[] = []
const cleanup = { add: (undo: () => Promise<void> | void) => undos.push(undo) }
after(async () => {
  for (const undo of undos.reverse()) await undo()
})

const root = join(import.meta.dirname, '../..')
const names = await listMigrations()
const released = names.filter(name => name <= '0011-requests.sql')
const pending = `Applied ${names.slice(released.length).join(', ')}.`
const insertAgency = `insert into agencies (agency_uid, name, created_at, updated_at)
  values ('0197e755-0c00-70bd-8de4-4a24a78c531e', 'Pine Lodges', now(), now())`

let settings: NodeJS.ProcessEnv
let database = ''
const copies = () => join(settings.DATA_DIR!, 'backups/before-migration')

/** Creates an embedded database as release 0.1.0 left it. */
async function putReleased(folder: string, statements: string[]): Promise<void> {
  const opened = await openPglite<never>({ folder, isSynced: false })
  await opened.exclusively(async script => {
    await applyMigrations(script, released)
    for (const statement of statements) await script(statement)
  })
  await opened.close()
}

/** Reads the applied migrations and the names of agencies. */
async function readContents(folder: string): Promise<unknown[]> {
  const opened = await openPglite<never>({ folder, isSynced: false })
  try {
    const query = (text: string) => opened.run({ name: text, text }, [])
    const migrations = await query('select name from migrations order by name')
    return [migrations.map(String), (await query('select name from agencies')).map(String)]
  } finally {
    await opened.close()
  }
}

function run(args: string[], env: NodeJS.ProcessEnv) {
  const options = { cwd: root, env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', ...args], options)
  return { code: status, stdout, stderr, error: stderr.trim().split('\n').at(-1)! }
}

describe('migrate of an embedded database', () => {
  before(async () => {
    settings = await serverSettings(cleanup, '')
    database = join(settings.DATA_DIR!, 'database')
    await putReleased(database, [insertAgency])
  })

  it('refuses to migrate on a full disk of the copy, and changes nothing', async context => {
    const disk = mountSmallDisk(2)
    if (disk === null) return context.skip(cannotMount)
    try {
      const env = { ...settings, BACKUP_FOLDER: join(disk.folder, 'saved') }
      for (const command of ['migrate', 'serve']) {
        const { code, error } = run([command], env)
        assert.equal(code, 1)
        assert.match(
          error,
          /^lodgepole: Not migrated: the database could not be copied to \S+ before: its disk is full; .* lodgepole migrate --without-backup$/,
        )
      }
      assert.deepEqual(readdirSync(join(disk.folder, 'saved/before-migration')), [])
      assert.deepEqual(await readContents(database), [released, ['Pine Lodges']])
    } finally {
      disk.unmount()
    }
  })

  it('copies it before; tar restores the folder as it was', async () => {
    const id = await readId()
    mkdirSync(copies(), { recursive: true })
    const old = [1, 2, 3].map(day => `2026-01-0${day}T00-00-00Z-${id}.tar.gz`)
    const others = ['2026-01-01T00-00-00Z-000000.tar.gz', `2099-01-01T00-00-00Z-${id}.tar.gz`, 'x']
    for (const name of [...old, ...others, `${old[0]}.unfinished`])
      writeFileSync(join(copies(), name), '')
    const migrated = run(['migrate'], { ...settings, BACKUP_GENERATIONS: '2' })
    const output = migrated.stderr.replace(/^Database: .*\n/, '')
    assert.equal(migrated.code, 0, output)
    assert.match(output, /^Copied the database to \S+ \(\d+\.\d MB\) before \d+ migrations\.\n/)
    assert.equal(migrated.stdout, `${pending}\n`)
    const [, copy = ''] = /^Copied the database to (\S+)/.exec(output)!
    const left = readdirSync(copies()).map(name => join(copies(), name))
    const expected = [old[2]!, ...others].map(name => join(copies(), name))
    assert.deepEqual(left.sort(), [...expected, copy].sort())
    assert.equal(statSync(copy).mode & 0o077, 0)
    rmSync(database, { recursive: true })
    const unpacked = spawnSync('tar', ['-xzf', copy, '-C', settings.DATA_DIR!], {
      encoding: 'utf8',
    })
    assert.deepEqual([unpacked.status, unpacked.stderr], [0, ''])
    assert.deepEqual(await readContents(database), [released, ['Pine Lodges']])
    assert.ok(runCommand(settings, ['migrate']).includes(pending))
    assert.equal(runCommand(settings, ['migrate']), 'Nothing to do.\n')
  })

  it('copies nothing without data, and with --without-backup', async () => {
    const cases: [string[], string[]][] = [
      [[], ['migrate']],
      [[insertAgency], ['migrate', '--without-backup']],
    ]
    for (const [statements, command] of cases) {
      const env = { ...settings, DATA_DIR: await temporaryFolder(cleanup) }
      await putReleased(join(env.DATA_DIR, 'database'), statements)
      assert.equal(runCommand(env, command), `${pending}\n`)
      assert.equal(existsSync(join(env.DATA_DIR, 'backups')), false)
    }
    const env = { ...settings, DATA_DIR: await temporaryFolder(cleanup) }
    assert.equal(runCommand(env, ['migrate']), `Applied ${names.join(', ')}.\n`)
    assert.equal(existsSync(join(env.DATA_DIR, 'backups')), false)
  })
})

/** Returns the part of the names of copies that identifies the database. */
async function readId(): Promise<string> {
  const folder = join(await temporaryFolder(cleanup), 'there')
  const twin = { ...settings, BACKUP_FOLDER: folder, DATA_DIR: await temporaryFolder(cleanup) }
  spawnSync('cp', ['-a', database, join(twin.DATA_DIR, 'database')])
  runCommand(twin, ['migrate'])
  const [name = ''] = readdirSync(join(folder, 'before-migration'))
  await removeFolder(twin.DATA_DIR)
  return name.slice('2026-01-01T00-00-00Z-'.length, -'.tar.gz'.length)
}
