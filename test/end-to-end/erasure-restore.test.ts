/**
 * A restore erases the data of erased guests again, even if the backup links it to another guest.
 */
import assert from 'node:assert/strict'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openDatabase } from '../../src/server/database.ts'
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

const request = async (method: string, path: string, body?: object) => {
  const response = await server.request(method, `/api/v3.3${path}`, { key, body })
  assert.ok(response.status < 300, response.text)
  return response.body
}

async function makeLead(guestInformation: Person): Promise<string> {
  const dates = { checkInLocalDate: '2027-06-05', checkOutLocalDate: '2027-06-09' }
  const propertyUid = await makeProperty(server, agencyUid)
  const body = { agencyUid, propertyUid, status: 'NEW', ...dates, guestInformation }
  return (await request('POST', '/leads', body)).lead.uid
}

async function findGuest(email: string): Promise<string> {
  const { guests } = await request('GET', `/guests?agencyUid=${agencyUid}&email=${email}`)
  assert.equal(guests.length, 1, email)
  return guests[0].uid
}

const changeEmail = (leadUid: string, email: string) =>
  request('PATCH', `/leads/${leadUid}`, { guestInformation: { email } })

let backups = 0

async function backUp(): Promise<string> {
  const backup = join(folder, `backup-${++backups}`)
  assert.equal((await run(['backup', backup])).code, 0)
  return backup
}

/** Restores a backup; returns the output of the command, the new database, and all of its texts. */
async function restore(backup: string, args: string[] = []) {
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
  it('erases a lead that was reassigned to a guest who is not in the backup', async () => {
    const [other, petra] = [
      { firstName: 'Otherly', email: desk('A'), phoneNumber: '+15550000001' },
      { firstName: 'Petra', email: desk('A'), phoneNumber: '+4915550000002' },
    ]
    const [first, lead] = [await makeLead(other), await makeLead(petra)]
    await request('POST', '/messages', {
      type: 'EMAIL',
      leadUid: lead,
      content: { text: 'Petral' },
    })
    const backup = await backUp()
    await changeEmail(lead, 'petra@own.example')
    const guestUid = await findGuest('petra@own.example')
    await request('POST', `/guests/${guestUid}/erase`)
    const lines = (await readFile(list, 'utf8')).trimEnd().split('\n')
    const { erasedAt, ...line } = JSON.parse(lines.at(-1)!)
    assert.deepEqual(line, { agencyUid, guestUid, leadUids: [lead] })
    assert.ok(Date.parse(erasedAt) > 0)
    const { stdout, text, there } = await restore(backup, ['--erasures', list])
    assert.match(
      stdout,
      /Repeated 1 erasures made since\. Of these, 1 leads belonged to other guests/,
    )
    assert.ok(text.includes(first) && text.includes('Otherly'), 'the other guest stays')
    for (const value of ['Petra', '15550000002']) assert.ok(!text.includes(value), value)
    const again = await run(['guest', 'erase-again', '--erasures', list], there)
    assert.equal(again.stdout, 'Repeated 0 erasures made since.\n')
  })

  it('erases a lead that was reassigned to a guest who is in the backup', async () => {
    const [agent, rosa] = [
      { firstName: 'Agentine', email: desk('B'), phoneNumber: '+15550000003' },
      { firstName: 'Rosalind', email: 'rosa@own.example', phoneNumber: '+15550000004' },
    ]
    await makeLead(agent)
    await makeLead(rosa)
    const lead = await makeLead({ ...rosa, firstName: 'Rosamund', email: desk('B') })
    const backup = await backUp()
    await changeEmail(lead, rosa.email)
    await request('POST', `/guests/${await findGuest(rosa.email)}/erase`)
    const { stdout, text } = await restore(backup, ['--erasures', list])
    assert.match(stdout, /Of these, 1 leads belonged to other guests/)
    assert.ok(text.includes('Agentine'))
    for (const value of ['Rosa', 'rosa@', '15550000004']) assert.ok(!text.includes(value), value)
  })

  it('erases a guest who has no other lead than the erased one', async () => {
    const [agent, vera] = [
      { firstName: 'Verabella', email: desk('C'), phoneNumber: '+15550000005' },
      { firstName: 'Vera', email: 'vera@own.example', phoneNumber: '+15550000006' },
    ]
    await makeLead(vera)
    const lead = await makeLead(agent)
    const backup = await backUp()
    await changeEmail(lead, vera.email)
    await request('POST', `/guests/${await findGuest(vera.email)}/erase`)
    const { text } = await restore(backup, ['--erasures', list])
    for (const value of ['Vera', desk('C'), '15550000005']) assert.ok(!text.includes(value), value)
  })
})

describe('the list of erasures', () => {
  it('is read from earlier releases, and reports records that are missing', async () => {
    const backup = await backUp()
    const later = { firstName: 'Later', email: 'later@own.example', phoneNumber: '+15550000007' }
    const lead = await makeLead(later)
    const guestUid = await findGuest(later.email)
    const old = join(folder, 'old.jsonl')
    const erasedAt = '2026-05-20T16:00:00.000Z'
    await writeFile(old, `${JSON.stringify({ agencyUid, guestUid, erasedAt })}\n`)
    const byOld = await restore(backup, ['--erasures', old])
    assert.match(byOld.stdout, /Repeated 0 .*Not found here: 1 guests, 0 leads of the list/)
    assert.match(byOld.stdout, /For 1 of these guests the list names no leads/)
    await appendFile(old, JSON.stringify({ agencyUid, guestUid, leadUids: [lead], erasedAt }))
    const byNew = await restore(backup, ['--erasures', old])
    assert.match(byNew.stdout, /Not found here: 1 guests, 1 leads of the list\.\n/)
    await writeFile(old, JSON.stringify({ agencyUid, guestUid, leadUids: ['x'], erasedAt }))
    const wrong = await run(['restore', backup, '--erasures', old], {
      DATABASE_URL: await createEmptyDatabaseUrl(),
    })
    assert.match(wrong.stderr, /Line 1 of .* is not an erasure/)
  })

  it('is read from the former database as well, with its leads', async () => {
    const petra = { firstName: 'Quentina', email: desk('D'), phoneNumber: '+15550000008' }
    await makeLead({ ...petra, firstName: 'Dorian', phoneNumber: '+15550000009' })
    const lead = await makeLead(petra)
    const backup = await backUp()
    await changeEmail(lead, 'quentina@own.example')
    await request('POST', `/guests/${await findGuest('quentina@own.example')}/erase`)
    const { text } = await restore(backup, ['--replaces', url])
    assert.ok(text.includes('Dorian') && !text.includes('Quentina'))
  })
})
