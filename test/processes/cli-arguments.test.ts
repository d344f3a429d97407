/** The arguments of commands, and the help: docs/operating.md. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
// Without settings: no command comes to use a database here.
import { runHere as run } from '../support/commands.ts'

describe('lodgepole', () => {
  it('help lists the commands, as docs/operating.md does, and exits with 0', async () => {
    const paper = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
    for (const args of [['help'], ['--help'], ['-h']]) {
      const { code, stdout, stderr } = await run(args)
      assert.deepEqual([code, stderr], [0, ''])
      const commands = /\nCommands:\n([\s\S]*?\n)\n/.exec(stdout)![1]!
      assert.ok(paper.includes(commands), commands)
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
    ['backup', /missing required argument 'folder'/],
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
