/** The arguments of commands, and the help: docs/reference/commands.md. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runHere as run } from '../support/commands.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'

describe('lodgepole', () => {
  it('help lists the commands, and exits with 0', async () => {
    for (const args of [['help'], ['--help'], ['-h']]) {
      const { code, stdout, stderr } = await run(args)
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, /\nCommands:\n {2}init .*\n {2}delivery retry /s)
    }
  })

  it('shows the help of each command', async () => {
    const { code, stdout } = await run(['key', 'create', '--help'])
    assert.equal(code, 0)
    assert.match(stdout, /^Usage: lodgepole key create .*--agency <uid> .*\(required\)/s)
    assert.doesNotMatch(stdout, /--import|--role/)
    assert.match((await run(['help', 'key'])).stdout, /^ {2}key rotate <uid> /m)
  })

  for (const args of [[], ['key'], ['agency']]) {
    it(`'${args.join(' ')}' is no command: help on standard error, exit code 2`, async () => {
      const { code, stdout, stderr } = await run(args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, /^Usage: lodgepole/)
    })
  }

  const misuses: [string, RegExp][] = [
    ['srve', /unknown command 'srve'\n\(Did you mean serve\?\)\nRun: lodgepole --help\n$/],
    ['key lst', /unknown command 'lst'\n\(Did you mean list\?\)/],
    ['migrate --dryrun', /unknown option '--dryrun'\n\(Did you mean --dry-run\?\)/],
    ['migrate --shards 2', /unknown option '--shards'/],
    ['migrate now', /too many arguments/],
    ['key list', /required option '--agency <uid>' not specified/],
    ['key list --agency x', /'--agency <uid>' argument 'x' is invalid\. It is not a uid/],
    ['key revoke', /missing required argument 'uid'/],
    ['key revoke x', /value 'x' is invalid for argument 'uid'\. It is not a uid/],
    ['demo --seed x', /'--seed <n>' argument 'x' is invalid\. It is not a whole number/],
    ['backup', /Name either a new folder, or with --into a target/],
    ['backup create x --into y', /Name either a new folder, or with --into a target/],
    ['backup create x --keep 2', /--keep needs --into/],
    ['backup create --into x --keep 0', /It is not a whole number from 1 to 1000/],
    ['backup list', /missing required argument 'target'/],
    ['restore a --replaces mysql://u:secret@x/y', /^(?!.*secret).*postgres:\/\//],
  ]
  for (const [args, text] of misuses) {
    it(`'${args}' is refused with exit code 2, and changes nothing`, async () => {
      const { code, stdout, stderr } = await run(args.split(' '))
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, text)
      assert.match(stderr, /^lodgepole: /)
    })
  }
})

describe('without a database', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'lodgepole-none-')), 'data')
  after(() => rmSync(dirname(folder), { recursive: true }))
  const at = { DATA_DIR: folder }

  it('migrate --dry-run lists all migrations, and creates nothing', async () => {
    const { code, stdout, stderr } = await run(['migrate', '--dry-run'], at)
    assert.equal(code, 0)
    assert.match(stdout, /^To be applied: 0001-access\.sql, .*, 0033-access\.sql/)
    assert.equal(stderr, `Database: embedded, in ${folder}/database\n`)
    assert.equal(existsSync(folder), false)
  })

  const uid = '0197e755-0c00-70bd-8de4-4a24a78c531e'
  for (const args of [
    'agency create --name Pine',
    `key list --agency ${uid}`,
    'partner list',
    'secret reseal',
    `backup ${folder}-backup`,
  ]) {
    it(`${args.slice(0, 20)} fails, and creates nothing`, async () => {
      const { code, stdout, stderr } = await run(args.split(' '), at)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^lodgepole: There is no database in .*\/data\/database\./)
      assert.equal(existsSync(folder), false)
    })
  }

  it('an unknown host is named, and the password is not', async () => {
    const DATABASE_URL = 'postgres://lodge:secret@base.invalid/x'
    const settings = { DATABASE_URL, SECRET_KEY: secretKeyText() }
    const { code, stderr } = await run(['partner', 'list'], settings)
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^lodgepole: DATABASE_URL: the host 'base\.invalid' is unknown; check the name$/m,
    )
    assert.doesNotMatch(stderr, /secret/)
  })
})
