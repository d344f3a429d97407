/**
 * Commands of docs/install.md and docs/run.md, typed as written on an empty machine with systemd:
 * docs/decisions/0122-documents-for-operators.md.
 */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { makeCertificates } from '../support/certificates.ts'
import { eventually } from '../support/eventually.ts'
import type { Cleanup } from '../support/temporary.ts'
import { buildRelease } from './built-release.ts'
import { type Block, printedPattern, readBlocks } from './documented-blocks.ts'
import { bootMachine, type Machine, type RunOptions, reasonToSkip } from './machine/machine.ts'

const blocks = ['docs/install.md', 'docs/run.md'].flatMap(readBlocks)

/** Beginnings of the blocks that are not run, each with the reason. */
const notRun: Record<string, string> = {
  'npm run release': 'it has built the archive that is installed here',
  'docker compose': 'needs Docker; test/deploy/compose.test.ts checks the file',
  'mv database database.new': 'needs a former release; migration-copy.test.ts does it with one',
}

const password = 'Chosen4Lodgepole'
const host = 'stay.example.org'
const url = `postgres://lodgepole:${password}@localhost:5432/lodgepole`

/** Input of blocks that ask, by their beginning. */
const inputs: Record<string, string> = {
  'runuser -u postgres -- createuser': `${password}\n${password}\n`,
  'runuser -u lodgepole -- lodgepole init --env': `https://${host}\n${url}\n\n\n`,
}

/** Texts that a reader replaces. */
const replaced: Record<string, string> = { 'YOUR.HOST': host, '<password>': password }

interface Chapter extends RunOptions {
  document: string
  sections: string[]
}

const install = (...sections: string[]) => ({ document: 'docs/install.md', sections })
const embedded: Chapter = { ...install('What you need', 'Embedded'), user: 'alice' }
const container: Chapter = { ...install('Container'), user: 'alice', cwd: '/home/alice/lodgepole' }
const postgresql: Chapter = install('What you need', 'PostgreSQL')
const proxy: Chapter = install('Proxy')
const check: Chapter = install('Check it')
const run: Chapter = { document: 'docs/run.md', sections: ['', 'Backup', 'Upgrading'] }
const chapters = [embedded, container, postgresql, proxy, check, run]

const isIn = ({ document, section }: Block, chapter: Chapter) =>
  chapter.document === document && chapter.sections.includes(section)
const valueFor = (values: Record<string, string>, { commands }: Block): string | undefined =>
  Object.entries(values).find(([beginning]) => commands.startsWith(beginning))?.[1]

describe('the documents for operators', () => {
  it('have no command that is neither run here nor listed with a reason', () => {
    const known = (block: Block) => chapters.some(chapter => isIn(block, chapter))
    assert.deepEqual(
      blocks.filter(block => !known(block)),
      [],
    )
    for (const beginning of [...Object.keys(notRun), ...Object.keys(inputs)]) {
      const found = blocks.filter(({ commands }) => commands.startsWith(beginning))
      assert.equal(found.length, 1, beginning)
    }
  })
})

const skip = reasonToSkip()

describe('an empty machine with the commands of the documents', { skip }, async () => {
  const cleanup: Cleanup = { add: undo => after(undo) }
  const machine = skip ? null! : await prepareMachine(cleanup)
  const type = (chapter: Chapter) => typeChapter(machine, chapter)
  const read = async (commands: string) => (await machine.run(commands)).stdout

  it('serves on the embedded database for an ordinary user', async () => {
    const { stdout } = await type(embedded)
    assert.match(stdout, /http:\/\/localhost:3000\/console\/new-agency\/\S+/)
  })

  it('has a private file of settings for containers', async () => {
    await type(container)
    const file = '/home/alice/lodgepole/deploy/.env'
    assert.equal(await read(`stat --format '%a %U' ${file}`), '600 alice\n')
    const settings = await read(`cat ${file}`)
    assert.match(settings, /^POSTGRES_PASSWORD=\w{48}\nSECRET_KEY=\S{44}\nPUBLIC_URL=.*\nTRUST_/)
  })

  it('serves on PostgreSQL under systemd, with a daily backup', async () => {
    const { stdout } = await type(postgresql)
    assert.match(
      stdout,
      new RegExp(`{"status":"ok"}.*https://${host}/console/new-agency/\\S+`, 's'),
    )
    const units = ['lodgepole.service', 'lodgepole-backup.timer']
    assert.equal(await read(`systemctl is-active ${units.join(' ')}`), 'active\nactive\n')
    const backup = await machine.run('systemctl start lodgepole-backup')
    assert.equal(backup.code, 0, await read('journalctl --unit lodgepole-backup --output cat'))
    assert.match(await read('ls /var/lib/lodgepole/backups'), /^20\d\d-\S+\n$/)
  })

  it('is available behind either proxy', async () => {
    await type(proxy)
    await waitUntilReady(machine)
    const { stdout } = await machine.run('runuser -u lodgepole -- lodgepole init --link')
    const [link] = /https:\S+/.exec(stdout)!
    assert.match(await read(`curl --fail --silent ${link}`), /<form/)
  })

  it('has nothing that the doctor finds', async () => {
    const { stdout } = await type(check)
    assert.doesNotMatch(stdout, /^(failed|warning) /m)
  })

  it('is backed up, restored and upgraded', async () => {
    await type(run)
    assert.match(await read('ls /opt/lodgepole.old'), /THIRD_PARTY_NOTICES/)
    assert.equal(await read('ls /srv/base | wc -l'), '1\n')
  })
})

async function prepareMachine(cleanup: Cleanup): Promise<Machine> {
  const release = buildRelease()
  const machine = await bootMachine(cleanup)
  for (const home of ['root', 'home/alice'])
    cpSync(release, machine.path(`${home}/release`), { recursive: true })
  const { authority, certified } = makeCertificates({ [host]: host }, 90)
  const folder = `/etc/letsencrypt/live/${host}`
  machine.writeFile(`${folder}/fullchain.pem`, certified[host]!.cert)
  machine.writeFile(`${folder}/privkey.pem`, certified[host]!.key)
  machine.writeFile('/etc/ssl/certs/ca-certificates.crt', authority)
  return machine
}

/** Types the blocks of some sections, one after the other, and checks what they print. */
async function typeChapter(machine: Machine, chapter: Chapter) {
  let stdout = ''
  let functions = ''
  for (const block of blocks.filter(block => isIn(block, chapter))) {
    if (valueFor(notRun, block)) continue
    const typed = Object.entries(replaced).reduce(
      (text, [former, latter]) => text.replaceAll(former, latter),
      block.commands,
    )
    if (block.section === '') functions += typed
    const options = { ...chapter, input: valueFor(inputs, block) ?? '' }
    const ran = await typeBlock(machine, functions + typed, options)
    const log = ran.code === 0 ? '' : (await machine.run('journalctl -n 30 --output cat')).stdout
    const output = [ran.stdout, ran.stderr, log].join('\n')
    assert.equal(ran.code, 0, `${block.document}, ${block.section}: ${typed}\n${output}`)
    if (block.prints !== '') assert.match(ran.stdout, printedPattern(block))
    stdout += ran.stdout
    if (typed.includes('caddy')) await expectCaddy(machine)
  }
  return { stdout }
}

/** Runs a block to its end. A server in its last line is stopped once it is ready. */
async function typeBlock(machine: Machine, commands: string, options: RunOptions) {
  const serve = /^.*\blodgepole serve\n$/m.exec(commands)?.[0]
  if (!serve) return machine.run(commands, options)
  const started = machine.start(commands, options)
  let hasEnded = false
  void started.ended.then(() => (hasEnded = true))
  await waitUntilReady(machine, { port: /\bPORT=(\d+)/.exec(serve)?.[1], hasEnded: () => hasEnded })
  if (!hasEnded) started.interrupt()
  return started.ended
}

async function waitUntilReady(
  machine: Machine,
  {
    port = '3000',
    hasEnded = () => false,
  }: { port?: string | undefined; hasEnded?(): boolean } = {},
): Promise<void> {
  const ready = `curl --fail --silent http://127.0.0.1:${port}/readyz`
  await eventually(async () => hasEnded() || (await machine.run(ready)).code === 0, 60)
}

/** Checks the redirect of Caddy, which has no certificate here, and makes room for nginx. */
async function expectCaddy(machine: Machine): Promise<void> {
  const request = `curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}'`
  const { stdout } = await machine.run(`${request} http://${host}/; systemctl stop caddy`)
  assert.equal(stdout, `308 https://${host}/`)
}
