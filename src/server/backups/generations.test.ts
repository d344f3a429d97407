/** Schedule and retention of generations: docs/run.md. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { createDatabase, engine } from '../../../test/support/database.ts'
import { startS3 } from '../../../test/support/external-services/s3.ts'
import type { BackupLocation } from '../../config/backup-config.ts'
import { formatInstant, listGenerations } from '../../platform/backup/generations.ts'
import { fileBlobs } from '../../platform/blobs/files.ts'
import { SettableClock } from '../../platform/clock.ts'
import { backupLock } from '../../platform/db/database.ts'
import { openTarget } from './backup-location.ts'
import { backupSource } from './backup-source.ts'
import { makeBackup } from './make-backup.ts'
import { dueInMs } from './scheduled-backups.ts'

const root = mkdtempSync(join(tmpdir(), 'lodgepole-generations-'))
const { AWS_ENDPOINT_URL: endpoint } = await startS3('backups')
const database = await createDatabase()
after(async () => {
  await database.close()
  await rm(root, { recursive: true })
})
const config = { dataDir: root, secretKeys: [] }
const source = await backupSource(config, database, fileBlobs(join(root, 'files')))
const { databaseId } = source

const hourMs = 3_600_000
const clock = new SettableClock()
let count = 0

const store = (prefix: string): BackupLocation => ({
  url: `s3://backups/${prefix}`,
  store: { bucket: 'backups', prefix, region: 'us-east-1', endpoint: endpoint! },
})

beforeEach(() => clock.set('2027-03-01T12:00:00Z'))

const create = (into: BackupLocation, keep: number | null = 2, from = source) =>
  makeBackup(from, { into, keep }, { now: clock.now(), onUnrecorded: assert.ifError })

/** Lists the instants and states of the generations of a target. */
async function states(location: BackupLocation): Promise<string[]> {
  const listed = await listGenerations(await openTarget(location), clock.now())
  return listed.map(({ name, state }) => `${name.slice(0, 20)} ${state}`)
}

const locations: Record<string, () => BackupLocation> = {
  'a folder': () => ({ folder: join(root, String(count++)) }),
  'an S3-compatible store': () => store(`some/${count++}`),
}

for (const [name, open] of Object.entries(locations)) {
  describe(`generations in ${name}: the schedule`, () => {
    it('are due immediately without one, and then after the configured hours', async () => {
      for (const everyHours of [1, 24, 720]) {
        clock.set('2027-03-01T12:00:00Z')
        const location = open()
        const target = await openTarget(location)
        const due = () => dueInMs(target, { everyHours, now: clock.now(), database: databaseId })
        assert.equal(await due(), 0)
        await create(location)
        clock.advance(everyHours * hourMs - 60_000)
        assert.equal(await due(), 60_000)
        clock.advance(60_000)
        assert.equal(await due(), 0)
        clock.advance(-2 * everyHours * hourMs)
        assert.equal(await due(), 0, 'the newest is of the future then')
      }
    })
  })

  describe(`generations in ${name}: retention`, () => {
    it('of the same database are removed, the oldest first', async () => {
      const location = open()
      const other = { ...source, databaseId: 'another-one' }
      await create(location, 1, other)
      for (let i = 0; i < 3; i++) {
        clock.advance(hourMs)
        await create(location)
      }
      const left = ['12', '14', '15'].map(hour => `2027-03-01T${hour}-00-00Z complete`)
      assert.deepEqual(await states(location), left)
    })

    it('of the future neither count nor are removed, and are reported', async () => {
      const location = open()
      clock.set('2027-03-31T12:00:00Z')
      const { location: future } = await create(location)
      clock.set('2027-03-01T12:00:00Z')
      for (let i = 0; i < 3; i++) {
        clock.advance(hourMs)
        assert.deepEqual((await create(location, 1)).future, [future])
      }
      assert.deepEqual(await states(location), [
        '2027-03-01T15-00-00Z complete',
        '2027-03-31T12-00-00Z future',
      ])
    })

    it('that are incomplete never count, and are removed a day later', async () => {
      const location = open()
      await create(location)
      const target = await openTarget(location)
      clock.advance(hourMs)
      const draft = await target.begin(`${formatInstant(clock.now())}-0a0a0a`)
      // The test double for S3 does not list folders that contain only folders; S3 itself does.
      await draft.put(
        'secret-key',
        (async function* () {
          yield Buffer.from('1')
        })(),
      )
      clock.advance(23 * hourMs)
      await create(location, 1)
      const before = await target.list()
      assert.ok(
        before.some(name => name.includes('-0a0a0a')),
        before.join(),
      )
      assert.equal((await states(location)).at(-1), '2027-03-02T12-00-00Z complete')
      clock.advance(2 * hourMs)
      await create(location, 1)
      assert.deepEqual(await states(location), ['2027-03-02T14-00-00Z complete'])
      assert.equal((await target.list()).length, 1)
    })

    it('two at once: both are complete', async () => {
      const location = open()
      await Promise.all([create(location), create(location)])
      const instant = '2027-03-01T12-00-00Z complete'
      assert.deepEqual(await states(location), [instant, instant])
    })
  })
}

describe('backups of a server', { skip: engine === 'pglite' }, () => {
  it('are made by one of several processes at a time', async () => {
    let makers = 0
    const started = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const make = async () => {
      makers++
      started.resolve()
      await ended.promise
      return 'made'
    }
    const first = database.alone(backupLock, make)
    await started.promise
    assert.equal(await database.alone(backupLock, make), null)
    ended.resolve()
    assert.equal(await first, 'made')
    assert.equal(makers, 1)
    assert.equal(await database.alone(backupLock, make), 'made')
  })
})

describe('generations in a folder', () => {
  it('with an unreadable manifest neither count nor are removed', async () => {
    const folder = join(root, String(count++))
    const { location } = await create({ folder })
    writeFileSync(
      join(location, 'manifest.json'),
      readFileSync(join(location, 'manifest.json')).subarray(9),
    )
    clock.advance(hourMs)
    for (let i = 0; i < 2; i++) await create({ folder }, 1)
    const [unreadable, ...complete] = await states({ folder })
    assert.equal(unreadable, '2027-03-01T12-00-00Z unreadable')
    assert.equal(complete.length, 1)
  })

  it('and all else in it: only generations are removed', async () => {
    const folder = join(root, String(count++))
    const { location } = await create({ folder })
    cpSync(location, join(folder, 'before-the-move'), { recursive: true })
    mkdirSync(join(folder, 'notes'))
    clock.advance(48 * hourMs)
    await create({ folder }, 1)
    assert.equal(readdirSync(folder).length, 3)
    assert.ok(readdirSync(folder).includes('before-the-move'))
  })
})
