/** contract/resources.md §8.2: what of guests is kept no longer. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { startMarking } from '../../../../test/fixtures/marked-guests.ts'
import { sendMessages } from '../../../../test/fixtures/message-dispatcher.ts'
import { doWork } from '../../../../test/fixtures/workers.ts'
import { startServer } from '../../../../test/support/server.ts'
import { readErasures } from '../guest-data/read-erasures.ts'

const server = await startServer()
const { agencyUid, made, makeGuest, placesOf, deleteFiles } = await startMarking(server)

describe('retention', () => {
  const days = (body: object) => made('PATCH', `/agencies/${agencyUid}/settings`, body)
  const night = async () => {
    await doWork(server, 'forget-guests')
    await deleteFiles()
  }
  const guestOf = async (leadUid: string) =>
    (await made('GET', `/leads/${leadUid}`)).lead.guestInformation.firstName

  it('keeps everything, unless the agency says how long', async () => {
    const { leadUid } = await makeGuest('Ursula', '2026-06-14')
    server.clock.set('2026-06-18T12:00:00Z')
    server.clock.advance(4_000 * 86_400_000)
    await night()
    assert.equal(await guestOf(leadUid), 'Ursula')
    assert.ok((await placesOf('ursula')).includes('messages'))
  })

  it('erases leads so long after their stay, and the guest with the last of them', async () => {
    server.clock.set('2026-05-21T12:00:00Z')
    const early = await makeGuest('Tobias', '2026-06-20')
    const late = await makeGuest('Tobias', '2026-07-14')
    assert.equal(early.guestUid, late.guestUid)
    await days({ personalDataRetentionDays: 30 })
    server.clock.set('2026-07-24T00:00:00Z')
    await night()
    assert.equal(await guestOf(early.leadUid), 'Tobias')
    server.clock.set('2026-07-25T00:00:00Z')
    await night()
    assert.deepEqual([await guestOf(early.leadUid), await guestOf(late.leadUid)], [null, 'Tobias'])
    assert.ok((await placesOf('tobias')).includes('guests'))
    await made('PATCH', `/leads/${early.leadUid}`, { notes: 'Tobias' })
    server.clock.set('2026-08-18T00:00:00Z')
    await night()
    assert.deepEqual(await placesOf('tobias'), [])
    await days({ personalDataRetentionDays: 0 })
  })

  it('deletes messages so long after they were written, with what repeats them', async () => {
    server.clock.set('2026-08-20T12:00:00Z')
    const { leadUid } = await makeGuest('Sigmund', '2026-10-10')
    await sendMessages(server)
    await days({ messageRetentionDays: 7 })
    const list = async () => (await made('GET', `/messages?leadUid=${leadUid}`)).messages.length
    server.clock.set('2026-08-27T12:00:00Z')
    await night()
    assert.equal(await list(), 3)
    server.clock.set('2026-08-27T12:02:00Z')
    await night()
    assert.equal(await list(), 0)
    const left = await placesOf('Sigmund says hello')
    assert.deepEqual(left, [])
    assert.deepEqual(await placesOf('Sigmund file'), [])
    assert.equal(await guestOf(leadUid), 'Sigmund')
    await days({ messageRetentionDays: 0 })
  })
})

describe('the list of erasures', () => {
  it('gets at night the lines that it lacks, or that were cut off', async () => {
    const { guestUid } = await makeGuest('Rudolf', '2026-11-14')
    await made('POST', `/guests/${guestUid}/erase`)
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
