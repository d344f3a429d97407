/** Retention of guest data: contract/resources.md §8.2. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { sendMessages } from '../../../../test/fixtures/message-dispatcher.ts'
import { startTaggedAgency } from '../../../../test/fixtures/tagged-guests.ts'
import { doWork } from '../../../../test/fixtures/workers.ts'
import { startServer } from '../../../../test/support/server.ts'
import { readErasures } from '../guest-data/read-erasures.ts'

const server = await startServer()
const { agencyUid, send, makeGuest, listOccurrences, deleteFiles } = await startTaggedAgency(server)

describe('retention', () => {
  const days = (body: object) => send('PATCH', `/agencies/${agencyUid}/settings`, body)
  const night = async () => {
    await doWork(server, 'forget-guests')
    await deleteFiles()
  }
  const readGuest = async (leadUid: string) =>
    (await send('GET', `/leads/${leadUid}`)).lead.guestInformation.firstName

  it('retains everything if the agency sets no period', async () => {
    const { leadUid } = await makeGuest('Ursula', '2026-06-14')
    server.clock.set('2026-06-18T12:00:00Z')
    server.clock.advance(4_000 * 86_400_000)
    await night()
    assert.equal(await readGuest(leadUid), 'Ursula')
    assert.ok((await listOccurrences('ursula')).includes('messages'))
  })

  it('erases leads after the period, and the guest with the last lead', async () => {
    server.clock.set('2026-05-21T12:00:00Z')
    const early = await makeGuest('Tobias', '2026-06-20')
    const late = await makeGuest('Tobias', '2026-07-14')
    assert.equal(early.guestUid, late.guestUid)
    await days({ personalDataRetentionDays: 30 })
    server.clock.set('2026-07-24T00:00:00Z')
    await night()
    assert.equal(await readGuest(early.leadUid), 'Tobias')
    server.clock.set('2026-07-25T00:00:00Z')
    await night()
    assert.deepEqual(
      [await readGuest(early.leadUid), await readGuest(late.leadUid)],
      [null, 'Tobias'],
    )
    assert.ok((await listOccurrences('tobias')).includes('guests'))
    await send('PATCH', `/leads/${early.leadUid}`, { notes: 'Tobias' })
    server.clock.set('2026-08-18T00:00:00Z')
    await night()
    assert.deepEqual(await listOccurrences('tobias'), [])
    await days({ personalDataRetentionDays: 0 })
  })

  it('deletes messages after the period since they were written, with their copies', async () => {
    server.clock.set('2026-08-20T12:00:00Z')
    const { leadUid } = await makeGuest('Sigmund', '2026-10-10')
    await sendMessages(server)
    await days({ messageRetentionDays: 7 })
    const list = async () => (await send('GET', `/messages?leadUid=${leadUid}`)).messages.length
    server.clock.set('2026-08-27T12:00:00Z')
    await night()
    assert.equal(await list(), 3)
    server.clock.set('2026-08-27T12:02:00Z')
    await night()
    assert.equal(await list(), 0)
    const left = await listOccurrences('Sigmund says hello')
    assert.deepEqual(left, [])
    assert.deepEqual(await listOccurrences('Sigmund file'), [])
    assert.equal(await readGuest(leadUid), 'Sigmund')
    await days({ messageRetentionDays: 0 })
  })
})

describe('the list of erasures', () => {
  it('gets missing and truncated lines at night', async () => {
    const { guestUid } = await makeGuest('Rudolf', '2026-11-14')
    await send('POST', `/guests/${guestUid}/erase`)
    const { erasuresFile } = server.config
    const listed = async () =>
      ((await readErasures(erasuresFile)) ?? []).filter(one => one.guestUid === guestUid)
    const before = await listed()
    assert.equal(before.length, 1)
    await writeFile(erasuresFile, JSON.stringify(before[0]).slice(0, -9))
    assert.deepEqual(await listed(), [])
    for (let nights = 0; nights < 2; nights++) {
      await doWork(server, 'forget-guests')
      assert.deepEqual(await listed(), before)
    }
  })
})
