/** Schedule and retention of backups: docs/operating.md. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { SettableClock } from '../../platform/clock.ts'
import { Generations } from './scheduled-backups.ts'

const root = mkdtempSync(join(tmpdir(), 'lodgepole-generations-'))
after(() => rm(root, { recursive: true }))

const hourMs = 3_600_000
const clock = new SettableClock()
let folder = ''
let warnings: string[] = []
let count = 0

beforeEach(() => {
  clock.set('2027-03-01T12:00:00Z')
  folder = join(root, String(count++))
  warnings = []
})

const open = (everyHours: number, generations = 2) =>
  new Generations({ everyHours, folder, generations }, {
    warn: ({ backup }: { backup: string }) => void warnings.push(backup),
  } as never)
const make = async (path: string) => void (await mkdir(path))
const names = () => readdirSync(folder).sort()

describe('the next backup', () => {
  it('is due immediately without a backup, and then after the configured hours', async () => {
    for (const hours of [1, 24, 720]) {
      folder = join(root, `${count++}`)
      const backups = open(hours)
      assert.equal(await backups.waitMs(clock.now()), 0)
      await backups.createNext(make, clock.now())
      clock.advance(hours * hourMs - 60_000)
      assert.equal(await backups.waitMs(clock.now()), 60_000)
      clock.advance(60_000)
      assert.equal(await backups.waitMs(clock.now()), 0)
    }
  })

  it('is checked every hour, whatever the clock and the due time are', async () => {
    const backups = open(720)
    await backups.createNext(make, clock.now())
    assert.equal(await backups.waitMs(clock.now()), hourMs)
    clock.advance(-hourMs)
    assert.equal(await backups.waitMs(clock.now()), 0, 'the newest is of the future then')
    clock.advance(721 * hourMs)
    assert.equal(await backups.waitMs(clock.now()), 0)
  })

  it('ignores a backup dated in the future, and warns once', async () => {
    const future = '2027-03-31T12-00-00Z'
    mkdirSync(join(folder, future), { recursive: true })
    const backups = open(24)
    assert.equal(await backups.waitMs(clock.now()), 0)
    await backups.createNext(make, clock.now())
    assert.equal(await backups.waitMs(clock.now()), hourMs)
    assert.deepEqual(warnings, [future])
  })
})

describe('retention of backups', () => {
  it('retains the newest, and neither counts nor deletes future ones', async () => {
    const future = ['2027-03-30T12-00-00Z', '2027-03-31T12-00-00Z']
    for (const name of future) mkdirSync(join(folder, name), { recursive: true })
    const backups = open(1, 2)
    for (let i = 0; i < 3; i++) {
      clock.advance(hourMs)
      await backups.createNext(make, clock.now())
    }
    assert.deepEqual(names(), ['2027-03-01T14-00-00Z', '2027-03-01T15-00-00Z', ...future])
  })
})
