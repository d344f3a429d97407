/** The option --json of commands: one JSON document on standard output. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { openCommands, runHere } from '../support/commands.ts'

const { run } = await openCommands()
const uids = { agency: '', key: '', partner: '', email: 'ada@pine.example' }

const json = async (args: string[], input = '') => {
  const { code, stdout, stderr } = await run([...args, '--json'], {}, input)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

before(async () => {
  uids.agency = (await json(['agency', 'create', '--name', 'Pine'])).uid
  const key = ['key', 'create', '--agency', uids.agency, '--name', 'reports']
  uids.key = (await json(key)).uid
  uids.partner = (await json(['partner', 'create', '--name', 'Locks'])).partnerUid
})

describe('--json', () => {
  const person = () => ['--agency', uids.agency, '--email', uids.email]
  const commands: [name: string, args: () => string[], key: string][] = [
    ['migrate', () => ['migrate'], 'applied'],
    ['migrate --dry-run', () => ['migrate', '--dry-run'], 'pending'],
    ['key list', () => ['key', 'list', '--agency', uids.agency], 'keys'],
    ['key rotate', () => ['key', 'rotate', uids.key], 'secret'],
    ['key revoke', () => ['key', 'revoke', uids.key], 'revoked'],
    [
      'employee create',
      () => ['employee', 'create', ...person(), '--first-name', 'A', '--last-name', 'B'],
      'password',
    ],
    ['employee list', () => ['employee', 'list', '--agency', uids.agency], 'employees'],
    ['employee role', () => ['employee', 'role', ...person(), '--role', 'STAFF'], 'role'],
    ['employee link', () => ['employee', 'link', ...person()], 'link'],
    ['employee disable', () => ['employee', 'disable', ...person()], 'isActive'],
    ['employee enable', () => ['employee', 'enable', ...person()], 'isActive'],
    ['session revoke', () => ['session', 'revoke', ...person()], 'ended'],
    ['security list', () => ['security', 'list', '--agency', uids.agency], 'events'],
    ['partner list', () => ['partner', 'list'], 'partners'],
    ['partner show', () => ['partner', 'show', uids.partner], 'agencies'],
    [
      'partner rotate-secret',
      () => ['partner', 'rotate-secret', '--partner', uids.partner],
      'secret',
    ],
    ['partner key', () => ['partner', 'key', '--partner', uids.partner], 'key'],
    ['grant list', () => ['grant', 'list', '--agency', uids.agency], 'grants'],
    ['webhook failing', () => ['webhook', 'failing'], 'webhooks'],
    ['secret reseal', () => ['secret', 'reseal'], 'total'],
  ]
  for (const [name, args, key] of commands) {
    it(`${name} prints one document with ${key}`, async () => {
      assert.ok(key in (await json(args())))
    })
  }

  it('is an option of every command, except those without a single result', async () => {
    const { stdout } = await runHere(['help'])
    const leaves = [...stdout.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z][a-z-]*)?) /gm)].map(
      ([, name]) => name!,
    )
    assert.ok(leaves.length > 40, stdout)
    for (const name of leaves) {
      const { stdout: help } = await runHere([...name.split(' '), '--help'])
      assert.equal(/ --json /.test(help), !['serve', 'work', 'demo'].includes(name), name)
    }
  })

  it('prints nothing on standard output if the command fails', async () => {
    const { code, stdout, stderr } = await run(['partner', 'show', 'nobody', '--json'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /\nlodgepole: There is no partner with the uid or client id 'nobody'\n$/)
  })
})

describe('lodgepole employee', () => {
  const of = (email: string) => ['--agency', uids.agency, '--email', email]
  const create = (email: string, role: string) =>
    json([
      ...['employee', 'create', ...of(email), '--role', role],
      ...['--first-name', 'Eve', '--last-name', 'Reed'],
    ])

  it('never disables or lowers the last administrator', async () => {
    await create('eve@pine.example', 'ADMIN')
    for (const args of [['disable'], ['role', '--role', 'STAFF']]) {
      const [command, ...rest] = args
      const ended = await run(['employee', command!, ...of('eve@pine.example'), ...rest])
      assert.deepEqual([ended.code, ended.stdout], [1, ''])
      assert.match(ended.stderr, /needs at least one active employee with the role ADMIN\n$/)
    }
    await create('max@pine.example', 'ADMIN')
    const ended = await Promise.all(
      ['eve', 'max'].map(name => run(['employee', 'disable', ...of(`${name}@pine.example`)])),
    )
    assert.deepEqual(ended.map(({ code }) => code).sort(), [0, 1])
  })

  it('records every change in the security events', async () => {
    const { uid } = await create('kim@pine.example', 'STAFF')
    await run(['employee', 'role', ...of('kim@pine.example'), '--role', 'MANAGER'])
    await run(['employee', 'link', ...of('kim@pine.example')])
    await run(['employee', 'disable', ...of('kim@pine.example')])
    const link = await run(['employee', 'link', ...of('kim@pine.example')])
    assert.equal(link.code, 1)
    assert.match(link.stderr, /is disabled\. Run: lodgepole employee enable\n$/)
    const { events } = await json(['security', 'list', '--agency', uids.agency])
    const own = events.filter(({ subjectUid }: { subjectUid: string }) => subjectUid === uid)
    const names = own.map(({ event }: { event: string }) => event)
    assert.deepEqual(names.sort(), [
      'employee.created',
      'employee.disabled',
      'employee.invited',
      'employee.role_changed',
    ])
  })
})
