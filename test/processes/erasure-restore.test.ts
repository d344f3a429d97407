/** A restore erases again what an erased guest told, whichever guest the backup has it with. */
import assert from 'node:assert/strict'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openDatabase } from '../../src/process/database.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { openCommands } from '../support/commands.ts'
import { createEmptyDatabaseUrl } from '../support/database.ts'
import { query } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'

const { url, folder, run } = await openCommands()
const BACKUP_FOLDER = join(folder, 'backups')
const list = join(BACKUP_FOLDER, 'erasures.jsonl')
const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: '' })
const server = await startServer({ BACKUP_FOLDER }, { database: database as never })
const { agencyUid, key } = await makeAgency(server)

type Person = { firstName: string; email: string; phoneNumber: string }

const ask = async (method: string, path: string, body?: object) => {
  const answer = await server.request(method, `/api/v3.3${path}`, { key, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

async function makeLead(guestInformation: Person): Promise<string> {
  const dates = { checkInLocalDate: '2027-06-05', checkOutLocalDate: '2027-06-09' }
  const propertyUid = await makeProperty(server, agencyUid)
  const body = { agencyUid, propertyUid, status: 'NEW', ...dates, guestInformation }
  return (await ask('POST', '/leads', body)).lead.uid
}

async function guestOf(email: string): Promise<string> {
  const { guests } = await ask('GET', `/guests?agencyUid=${agencyUid}&email=${email}`)
  assert.equal(guests.length, 1, email)
  return guests[0].uid
}

const readdress = (leadUid: string, email: string) =>
  ask('PATCH', `/leads/${leadUid}`, { guestInformation: { email } })

let backups = 0

async function backUp(): Promise<string> {
  const backup = join(folder, `backup-${++backups}`)
  assert.equal((await run(['backup', backup])).code, 0)
  return backup
}

/** Restores a backup; returns what the command says, the new database, and all of its texts. */
async function restored(backup: string, args: string[] = []) {
  const DATABASE_URL = await createEmptyDatabaseUrl()
  const there = { DATABASE_URL, BACKUP_FOLDER: join(folder, `restored-${backups}`) }
  const { code, stdout, stderr } = await run(['restore', backup, ...args], there)
  assert.equal(code, 0, stderr)
  const rows = ['guests', 'leads', 'messages', 'events', 'idempotency_keys'].map(table =>
    query(DATABASE_URL, `select * from ${table}`),
  )
  return { stdout, there, text: JSON.stringify(await Promise.all(rows)) }
}

const desk = (name: string) => `desk@${name.toLowerCase()}.example`

describe('a restore by the list of erasures', () => {
  it('erases a lead that had become one of a guest who is not in the backup', async () => {
    const [other, petra] = [
      { firstName: 'Otherly', email: desk('A'), phoneNumber: '+15550000001' },
      { firstName: 'Petra', email: desk('A'), phoneNumber: '+4915550000002' },
    ]
    const [first, lead] = [await makeLead(other), await makeLead(petra)]
    await ask('POST', '/messages', { type: 'EMAIL', leadUid: lead, content: { text: 'Petral' } })
    const backup = await backUp()
    await readdress(lead, 'petra@own.example')
    const guestUid = await guestOf('petra@own.example')
    await ask('POST', `/guests/${guestUid}/erase`)
    const lines = (await readFile(list, 'utf8')).trimEnd().split('\n')
    const { erasedAt, ...line } = JSON.parse(lines.at(-1)!)
    assert.deepEqual(line, { agencyUid, guestUid, leadUids: [lead] })
    assert.ok(Date.parse(erasedAt) > 0)
    const { stdout, text, there } = await restored(backup, ['--erasures', list])
    assert.match(
      stdout,
      /Repeated 1 erasures made since\. Of these, 1 leads belonged to other guests/,
    )
    assert.ok(text.includes(first) && text.includes('Otherly'), 'the other guest stays')
    for (const told of ['Petra', '15550000002']) assert.ok(!text.includes(told), told)
    const again = await run(['guest', 'erase-again', '--erasures', list], there)
    assert.equal(again.stdout, 'Repeated 0 erasures made since.\n')
  })

  it('erases a lead that had become one of a guest who is in the backup', async () => {
    const [agent, rosa] = [
      { firstName: 'Agentine', email: desk('B'), phoneNumber: '+15550000003' },
      { firstName: 'Rosalind', email: 'rosa@own.example', phoneNumber: '+15550000004' },
    ]
    await makeLead(agent)
    await makeLead(rosa)
    const lead = await makeLead({ ...rosa, firstName: 'Rosamund', email: desk('B') })
    const backup = await backUp()
    await readdress(lead, rosa.email)
    await ask('POST', `/guests/${await guestOf(rosa.email)}/erase`)
    const { stdout, text } = await restored(backup, ['--erasures', list])
    assert.match(stdout, /Of these, 1 leads belonged to other guests/)
    assert.ok(text.includes('Agentine'))
    for (const told of ['Rosa', 'rosa@', '15550000004']) assert.ok(!text.includes(told), told)
  })

  it('erases a guest of whom nothing is left but the erased lead', async () => {
    const [agent, vera] = [
      { firstName: 'Verabella', email: desk('C'), phoneNumber: '+15550000005' },
      { firstName: 'Vera', email: 'vera@own.example', phoneNumber: '+15550000006' },
    ]
    await makeLead(vera)
    const lead = await makeLead(agent)
    const backup = await backUp()
    await readdress(lead, vera.email)
    await ask('POST', `/guests/${await guestOf(vera.email)}/erase`)
    const { text } = await restored(backup, ['--erasures', list])
    for (const told of ['Vera', desk('C'), '15550000005']) assert.ok(!text.includes(told), told)
  })
})

describe('the list of erasures', () => {
  it('reads lines of earlier releases, and says what it could not find', async () => {
    const backup = await backUp()
    const since = { firstName: 'Later', email: 'later@own.example', phoneNumber: '+15550000007' }
    const lead = await makeLead(since)
    const guestUid = await guestOf(since.email)
    const old = join(folder, 'old.jsonl')
    const erasedAt = '2026-05-20T16:00:00.000Z'
    await writeFile(old, `${JSON.stringify({ agencyUid, guestUid, erasedAt })}\n`)
    const byOld = await restored(backup, ['--erasures', old])
    assert.match(byOld.stdout, /Repeated 0 .*Not found here: 1 guests, 0 leads of the list/)
    assert.match(byOld.stdout, /For 1 of these guests the list names no leads/)
    await appendFile(old, JSON.stringify({ agencyUid, guestUid, leadUids: [lead], erasedAt }))
    const byNew = await restored(backup, ['--erasures', old])
    assert.match(byNew.stdout, /Not found here: 1 guests, 1 leads of the list\.\n/)
    await writeFile(old, JSON.stringify({ agencyUid, guestUid, leadUids: ['x'], erasedAt }))
    const wrong = await run(['restore', backup, '--erasures', old], {
      DATABASE_URL: await createEmptyDatabaseUrl(),
    })
    assert.match(wrong.stderr, /Line 1 of .* is not an erasure/)
  })

  it('goes by the former database as well, with the leads that it names', async () => {
    const petra = { firstName: 'Quentina', email: desk('D'), phoneNumber: '+15550000008' }
    await makeLead({ ...petra, firstName: 'Dorian', phoneNumber: '+15550000009' })
    const lead = await makeLead(petra)
    const backup = await backUp()
    await readdress(lead, 'quentina@own.example')
    await ask('POST', `/guests/${await guestOf('quentina@own.example')}/erase`)
    const { text } = await restored(backup, ['--replaces', url])
    assert.ok(text.includes('Dorian') && !text.includes('Quentina'))
  })
})
