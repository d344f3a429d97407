/** `lodgepole init` and the server that it prepares: docs/install.md. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { after, beforeEach, describe, it } from 'node:test'
import { parseEnv } from 'node:util'
import { runHere } from '../../../test/support/commands.ts'
import { createEmptyDatabaseUrl, engine } from '../../../test/support/database.ts'
import { secretKeyText } from '../../../test/support/databases/secret-keys.ts'
import { startSmtp } from '../../../test/support/external-services/smtp.ts'
import { removeFolder } from '../../../test/support/temporary.ts'
import { runCli } from '../../cli.ts'
import { readConfig } from '../../config.ts'
import { buildApp } from '../../server/app.ts'
import { openDatabase } from '../../server/database.ts'
import { openRuntime } from '../../server/runtime.ts'

const smtp = await startSmtp()
const smtpUrl = `smtp://${smtp.host}:${smtp.port}`
const folders: string[] = []
after(() => Promise.all(folders.map(removeFolder)))

let folder: string
let file: string
let database: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodgepole-init-'))
  folders.push(folder)
  file = join(folder, 'env')
  database = engine === 'postgres' ? await createEmptyDatabaseUrl() : 'embedded'
})

const init = (args: string[], env = {}, input = '') =>
  runHere(['init', '--env-file', file, ...args], env, input)
const initAll = (...more: string[]) =>
  init(['--yes', '--database', database, '--files', join(folder, 'data'), ...more])
const readFile = () => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
const linkPath = /http:\/\/localhost:3000(\/console\/new-agency\/[\w-]{43})$/m

/** Submits the form of a link to a server with the settings of the file. */
async function submit(path: string, agencyName: string): Promise<number> {
  const config = readConfig({ ...readFile(), LOG_LEVEL: 'silent' })
  const opened = await openDatabase(config)
  const runtime = await openRuntime({ ...config, runWorker: false }, opened, opened.clock)
  const app = await buildApp(runtime)
  const form = {
    agencyName,
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    firstName: 'Ada',
    lastName: 'Reed',
    email: 'ada@pine.example',
    password: 'long enough for one',
    language: 'en',
  }
  const headers = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const payload = String(new URLSearchParams(form))
  const { statusCode } = await app.inject({ method: 'POST', url: path, headers, payload })
  await app.close()
  await runtime.tasks.stop()
  await opened.close()
  return statusCode
}

describe('lodgepole init', () => {
  it('writes a private file, migrates, and prints a link that works once', async () => {
    const { code, stdout, stderr } = await initAll('--mail', smtpUrl, '--mail-from', 'a@b.example')
    assert.equal(code, 0, stderr)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const { SECRET_KEY, ...settings } = readFile()
    assert.deepEqual(settings, {
      PUBLIC_URL: 'http://localhost:3000',
      PORT: '3000',
      DATABASE_URL: database,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'a@b.example',
      DATA_DIR: join(folder, 'data'),
    })
    assert.equal(Buffer.from(SECRET_KEY!, 'base64').length, 32)
    const [, path = ''] = linkPath.exec(stdout) ?? []
    const again = await init(['--link'])
    assert.equal(linkPath.exec(again.stdout)?.[1], path, again.stderr)
    assert.equal(await submit(path, 'Pine Lodges'), 303)
    assert.equal(await submit(path, 'Oak Lodges'), 404)
    const later = await init(['--link'])
    assert.equal(later.stdout, 'The server is set up. Sign in at http://localhost:3000/console\n')
  })

  it('run again, keeps the key, other lines and the permissions, and suggests what is set', async () => {
    await initAll()
    const { SECRET_KEY } = readFile()
    writeFileSync(file, `# mine\nTRUST_PROXY=127.0.0.1\n${readFileSync(file, 'utf8')}`)
    chmodSync(file, 0o640)
    const { code, stderr } = await init(['--yes', '--url', 'https://stay.example.org'])
    assert.equal(code, 0, stderr)
    const settings = readFile()
    assert.equal(settings.SECRET_KEY, SECRET_KEY)
    assert.equal(settings.PUBLIC_URL, 'https://stay.example.org')
    assert.equal(settings.DATABASE_URL, database)
    assert.match(readFileSync(file, 'utf8'), /^# mine\nTRUST_PROXY=127.0.0.1\n/)
    assert.equal(statSync(file).mode & 0o777, 0o640)
    assert.deepEqual(
      readdirSync(folder).filter(name => name !== 'data'),
      ['env'],
    )
  })

  it('asks again after an unusable answer, and takes the suggestion for an empty one', async () => {
    const answers = ['stay.example.org', 'http://localhost:8080', 'mysql://x', database, '', '', '']
    const input = `${answers.join('\n')}\n`
    const { code, stderr } = await init([], { DATA_DIR: join(folder, 'data') }, input)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^lodgepole: PUBLIC_URL is invalid: 'stay.example.org' is not an http/m)
    assert.match(stderr, /^lodgepole: DATABASE_URL is invalid: .* it begins with mysql:$/m)
    const { PUBLIC_URL, PORT, SMTP_URL } = readFile()
    assert.deepEqual([PUBLIC_URL, PORT, SMTP_URL], ['http://localhost:8080', '8080', undefined])
  })
})

describe('lodgepole init on a machine with settings', () => {
  it('takes over the key of an embedded database', { skip: engine === 'postgres' }, async () => {
    const env = { DATA_DIR: join(folder, 'data') }
    assert.equal((await runHere(['migrate'], env)).code, 0)
    assert.equal((await initAll()).code, 0)
    const stored = readFileSync(join(folder, 'data/secret-key'), 'utf8').trim()
    assert.equal(readFile().SECRET_KEY, stored)
  })

  it('warns of an environment that differs, because that wins', async () => {
    const { stderr } = await init(['--yes', '--url', 'http://a.example', '--database', database], {
      PUBLIC_URL: 'http://b.example',
      DATA_DIR: join(folder, 'data'),
    })
    assert.match(stderr, /^PUBLIC_URL of the environment wins over the file, and differs from it$/m)
  })
})

/** Checks a failed run: its lines on standard error, and that neither file nor data exists. */
function assertNothing({ code, stderr }: { code: number; stderr: string }, ...lines: RegExp[]) {
  assert.equal(code, 1)
  assert.doesNotMatch(stderr, /^ +at /m)
  for (const line of lines) assert.match(stderr, line)
  assert.deepEqual(readdirSync(folder), [])
}

describe('lodgepole init writes nothing', () => {
  it('and names each setting that cannot be used', async () => {
    const closed = createServer()
    await once(closed.listen(0, '127.0.0.1'), 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise(resolve => closed.close(resolve))
    const occupied = join(import.meta.dirname, 'init.ts')
    const result = await init([
      ...['--yes', '--url', 'https://x.example/lodge', '--files', join(occupied, 'data')],
      ...['--database', 'postgres://lodge:hidden@base.invalid/x'],
      ...['--mail', `smtp://127.0.0.1:${port}`, '--mail-from', 'a@b.example'],
    ])
    assertNothing(
      result,
      /^lodgepole: PUBLIC_URL is invalid: .* without a path/m,
      /^lodgepole: DATABASE_URL: the host 'base\.invalid' is unknown; check the name$/m,
      /^lodgepole: SMTP_URL: the mail server cannot be used: .*ECONNREFUSED/m,
      /^lodgepole: The data folder .* cannot be used.*a file is where a folder should be/m,
      /^lodgepole: Nothing was written\. Correct these settings and run it again$/m,
    )
    assert.doesNotMatch(result.stderr, /hidden/)
  })

  it('if another setting of the file is invalid', async () => {
    writeFileSync(file, 'METRICS_PORT=abc\n', { mode: 0o600 })
    const { code, stderr } = await initAll()
    assert.equal(code, 1)
    assert.match(stderr, /^lodgepole: METRICS_PORT is invalid: 'abc' is not a whole number/m)
    assert.equal(readFileSync(file, 'utf8'), 'METRICS_PORT=abc\n')
    assert.equal(existsSync(join(folder, 'data')), false)
  })
})

describe('an interrupted lodgepole init writes nothing', () => {
  it('if the input ends', async () => {
    const result = await init([], {}, 'http://localhost:3000\n')
    assertNothing(result, /^lodgepole: The input ended before the last question/m)
  })

  it('if the user presses Ctrl-C, which ends the command', async () => {
    const [input, prompts] = [new PassThrough(), new PassThrough()]
    const lines: string[] = []
    let prompted = ''
    prompts.on('data', chunk => {
      prompted += chunk
      if (prompted.includes('Database:')) input.write('\x03')
    })
    input.write('http://localhost:3000\n')
    const terminal = { print: () => {}, complain: (text: string) => void lines.push(text) }
    const args = ['init', '--env-file', file]
    const code = await runCli(args, {}, { ...terminal, input, prompts })
    assertNothing({ code, stderr: lines.join('\n') }, /^lodgepole: The input ended/m)
    assert.match(prompted, /Address that browsers use.*\[http:\/\/localhost:3000\]/)
  })
})

describe('lodgepole init refuses', () => {
  it('a file that cannot be in its folder', async () => {
    file = join(import.meta.dirname, 'init.ts', 'env')
    const { code, stderr } = await init(['--yes'])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^lodgepole: .*init\.ts.* cannot be used: a file is where a folder should be/m,
    )
  })

  it('a key other than that of the database', async () => {
    await initAll()
    const written = readFileSync(file, 'utf8')
    writeFileSync(file, written.replace(/SECRET_KEY=.*/, `SECRET_KEY=${secretKeyText()}`))
    const before = readFileSync(file, 'utf8')
    const { code, stderr } = await init(['--yes', '--url', 'http://other.example'])
    assert.equal(code, 1)
    assert.match(stderr, /^lodgepole: SECRET_KEY is wrong for this database: .*[0-9a-f]{16}/m)
    assert.equal(readFileSync(file, 'utf8'), before)
  })
})
