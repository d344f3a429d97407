/** Starts with an unusable data folder, which report the reason in one sentence. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runCli } from '../../src/cli.ts'
import { fileErrorText } from '../../src/platform/io/file-error.ts'
import { cannotMount, mountSmallDisk } from './small-disk.ts'

const disk = mountSmallDisk(40)
after(() => disk?.unmount())

const SECRET_KEY = randomBytes(32).toString('base64')

/** Migrates a data folder; returns the error text. */
async function start(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  const lines: string[] = []
  const complain = (line: string) => void lines.push(line)
  const terminal = { print: () => undefined, complain, input: process.stdin }
  assert.equal(await runCli(['migrate'], { DATA_DIR: dataDir, ...env }, terminal), 1)
  assert.match(lines.shift() ?? '', /^Database: /)
  const output = lines.join('\n')
  // The name of a temporary folder may look like the code of an error.
  const text = output.replaceAll(dataDir, '')
  assert.doesNotMatch(text, /\n|undefined|E[A-Z]{4,}/, 'one plain sentence')
  return output
}

const withAndWithoutKey: Record<string, string>[] = [{}, { SECRET_KEY }]

describe('a start with a data folder', { skip: disk === null && cannotMount }, () => {
  const folder = disk?.folder ?? ''
  const data = join(folder, 'data')

  it('on a read-only file system names the folder and says what to do', async () => {
    mkdirSync(data)
    disk!.setReadOnly(true)
    for (const env of withAndWithoutKey) {
      for (const dataDir of [data, join(folder, 'none'), join(folder, 'none/at/all')]) {
        const output = await start(dataDir, env)
        assert.ok(output.startsWith(`lodgepole: The data folder ${dataDir} cannot be used`), output)
        assert.match(output, /read-only file system; mount it for writing/)
      }
    }
    disk!.setReadOnly(false)
  })

  it('that is a file, or is below one, reports that', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, 'mine')
    for (const env of withAndWithoutKey) {
      for (const dataDir of [file, join(file, 'data')]) {
        const output = await start(dataDir, env)
        assert.match(
          output,
          /The data folder \S+ cannot be used.*: a file is where a folder should/,
        )
      }
    }
    assert.equal(readFileSync(file, 'utf8'), 'mine')
  })

  it('on a full disk reports that, and leaves no partial key', async () => {
    for (const leftBytes of [0, 4_096, 16_384, 8_000_000]) {
      disk!.fill(leftBytes)
      for (const env of withAndWithoutKey) {
        assert.match(await start(data, env), /its disk is full; free some space/)
      }
      const key = join(data, 'secret-key')
      if (existsSync(key)) assert.equal(readFileSync(key, 'utf8').trim().length, 44)
    }
    disk!.clear()
  })
})

describe('the sentence for a file error', () => {
  const errorText = (code: string, path?: string) =>
    fileErrorText(Object.assign(new Error('x'), { code, path }), '/srv/data')

  it('names the data folder for files in it and folders above it, else the file', () => {
    assert.match(
      errorText('EACCES', '/srv/data')!,
      /^The data folder \/srv\/data cannot be used: this user/,
    )
    assert.match(
      errorText('EACCES', '/srv/data/secret-key')!,
      /used \(\/srv\/data\/secret-key\): this user/,
    )
    assert.match(
      errorText('EROFS', '/srv')!,
      /^The data folder \/srv\/data cannot be used \(\/srv\): it is/,
    )
    assert.match(
      errorText('ENOSPC', '/srv/database')!,
      /^\/srv\/database cannot be used: its disk is full/,
    )
    assert.match(errorText('ENOSPC')!, /^A file could not be written: its disk is full/)
  })

  it('is none for other errors', () => {
    for (const code of ['ENOENT', '42P01', '']) assert.equal(errorText(code, '/srv/data'), null)
  })
})
