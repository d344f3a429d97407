/** Backups in an S3-compatible store and on a full disk, by the real command. */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { runCli } from '../../src/cli.ts'
import {
  createDatabaseUrl,
  createEmptyDatabaseUrl,
  engine,
  putEmbedded,
} from '../support/database.ts'
import { startS3 } from '../support/external-services/s3.ts'
import { serverSettings } from '../support/lodgepole.ts'
import { start } from '../support/processes.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { cannotMount, mountSmallDisk } from './small-disk.ts'

const root = join(import.meta.dirname, '../..')
const undos: (() => Promise<void> | void)[] = []
const cleanup = { add: (undo: () => Promise<void> | void) => undos.push(undo) }
after(async () => {
  for (const undo of undos.reverse()) await undo()
})

const { AWS_ENDPOINT_URL = '' } = await startS3('saved')
const url = engine === 'postgres' ? await createDatabaseUrl() : ''
const settings = await serverSettings(cleanup, url)
const env: NodeJS.ProcessEnv = { ...settings, AWS_ENDPOINT_URL }
await putEmbedded(settings.DATA_DIR!)
const target = 's3://saved/pine/lodges'

/** Runs a command in this process, which has the store as well. */
async function run(args: string[], settings = env) {
  const [printed, complained]: [string[], string[]] = [[], []]
  const code = await runCli(args, settings, {
    print: text => void printed.push(`${text}\n`),
    complain: text => void complained.push(`${text}\n`),
    input: Readable.from([]),
  })
  return { code, stdout: printed.join(''), stderr: complained.join('') }
}

async function succeed(args: string[], settings = env): Promise<string> {
  const { code, stdout, stderr } = await run(args, settings)
  assert.equal(code, 0, stderr)
  return stdout
}

const runJson = async (args: string[], settings = env) =>
  JSON.parse(await succeed([...args, '--json'], settings))

/** Runs a command that fails, and returns its exit code and the one sentence of its error. */
async function fail(args: string[], settings = env): Promise<{ code: number; error: string }> {
  const { code, stdout, stderr } = await run(args, settings)
  assert.deepEqual([code === 0, stdout], [false, ''])
  const lines = stderr.trim().split('\n')
  const errors = lines.filter(line => !/^(Database|Run): /.test(line))
  assert.equal(errors.length, 1, stderr)
  return { code, error: errors[0]! }
}

const list = async (place = target): Promise<{ state: string; location: string }[]> =>
  (await runJson(['backup', 'list', place])).backups

if (engine === 'pglite') await succeed(['migrate'])
await succeed(['agency', 'create', '--name', 'Pine Lodges'])

describe('generations in an S3-compatible store', () => {
  it('are created, pruned, listed, verified and restored', async () => {
    const create = () => runJson(['backup', 'create', '--into', target, '--keep', '2'])
    const first = await create()
    const second = await create()
    const third = await create()
    assert.deepEqual(third.removed, [first.backup])
    assert.deepEqual(
      (await list()).map(({ location, state }) => [location, state]),
      [
        [second.backup, 'complete'],
        [third.backup, 'complete'],
      ],
    )
    const verified = await runJson(['backup', 'verify', target])
    assert.deepEqual([verified.backup, verified.isVerified], [third.backup, true])
    const newUrl = engine === 'postgres' ? await createEmptyDatabaseUrl() : ''
    const there = { ...(await serverSettings(cleanup, newUrl)), AWS_ENDPOINT_URL }
    const restored = await runJson(['restore', second.backup], there)
    assert.deepEqual([restored.size, restored.canDecrypt], [second.size, true])
    assert.match(await succeed(['backup', 'create', '--into', target], there), /^Wrote s3:/)
    assert.match(
      (await fail(['backup', 'verify', target])).error,
      /has backups of several databases; name/,
    )
  })

  it('interrupted by a kill in the middle of the upload: it is no backup', async () => {
    const place = 's3://saved/cut'
    const proxy = await startProxy()
    const args = ['src/main.ts', 'backup', 'create', '--into', place]
    const cut = { ...env, AWS_ENDPOINT_URL: proxy.url }
    const command = start(cleanup, process.execPath, args, { cwd: root, env: cut })
    await proxy.reached(20)
    await command.kill()
    proxy.close()
    const completed = async () =>
      (await list(place)).filter(({ state }) => state === 'complete').length
    assert.equal(await completed(), 0)
    assert.match((await fail(['backup', 'verify', place])).error, /is not a complete backup/)
    assert.match((await fail(['restore', place])).error, /is not a complete backup/)
    await succeed(['backup', 'create', '--into', place, '--keep', '1'])
    assert.equal(await completed(), 1)
  })
})

describe('backup create ends with one sentence and changes nothing', () => {
  const cases: [title: string, args: string[], code: number, error: RegExp][] = [
    [
      'an unknown bucket',
      ['--into', 's3://unknown/x'],
      1,
      /^lodgepole: s3:\/\/unknown\/x cannot be used: the bucket does not exist\. Check/,
    ],
    [
      'a URL without a prefix',
      ['--into', 's3://saved'],
      2,
      /'s3:\/\/saved' is not of the form s3:/,
    ],
    ['another URL', ['--into', 'ftp://saved/x'], 2, /--into is invalid: .* is not of the form s3:/],
    ['to keep none', ['--into', target, '--keep', '0'], 2, /'0' is invalid.*from 1 to 1000/],
    ['to prune without a target', ['/tmp/x', '--keep', '2'], 2, /--keep needs --into/],
    ['neither folder nor target', [], 2, /Name either a new folder, or with --into/],
    ['a new folder in a store', ['s3://saved/x'], 2, /Name a target in a store with --into/],
  ]
  for (const [title, args, code, error] of cases) {
    it(title, async () => {
      const failure = await fail(['backup', 'create', ...args])
      assert.match(failure.error, error)
      assert.equal(failure.code, code)
    })
  }

  it('a store that refuses connections', async () => {
    const away = { ...env, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }
    const { error } = await fail(['backup', 'create', '--into', target], away)
    assert.match(error, /cannot be used: the store accepts no connections\. Check/)
  })

  it('a file where the target should be', async () => {
    const file = join(await temporaryFolder(cleanup), 'file')
    writeFileSync(file, '')
    assert.match(
      (await fail(['backup', 'create', '--into', file])).error,
      /file where a folder should be|a file is where a folder should be/,
    )
  })

  it('a full disk: older generations remain, and nothing else', async context => {
    const disk = mountSmallDisk(8)
    if (disk === null) return context.skip(cannotMount)
    try {
      const into = ['backup', 'create', '--into', disk.folder, '--keep', '1']
      await succeed(into)
      const before = readdirSync(disk.folder)
      disk.fill(16_384)
      assert.match((await fail(into)).error, /disk is full; free some space/)
      disk.clear()
      assert.deepEqual(readdirSync(disk.folder), before)
    } finally {
      disk.unmount()
    }
  })
})

/** Starts a proxy of the store that forwards a number of uploads, and holds the next one. */
async function startProxy() {
  const reached = Promise.withResolvers<void>()
  let [puts, putsMax] = [0, Number.POSITIVE_INFINITY]
  const server = createServer((incoming, response) => {
    if (incoming.method === 'PUT' && ++puts > putsMax) return reached.resolve()
    const { method = '', url = '', headers } = incoming
    const forwarded = request(`${AWS_ENDPOINT_URL}${url}`, { method, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached(count: number) {
      putsMax = count
      return reached.promise
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
