/** What becomes of jobs, action by action: contract/resources.md §1.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { logOf, told } from '../../../../test/fixtures/events/event-log.ts'
import { makeJob, makeService } from '../../../../test/fixtures/jobs.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { versions } from '../../versions.ts'
import { jobStatuses } from './job.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const serviceUid = await makeService(server, agencyUid)

const make = (status = 'NEW') =>
  makeJob(server, agencyUid, { property_uid: propertyUid, service_uid: serviceUid, status })
const act = (uid: string, action: string, body?: unknown, version = '3.3') =>
  server.request('POST', `/api/v${version}/jobs/${uid}/${action}`, { key, body })
const shown = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/jobs/${uid}`, { key })).body.job
const setStatus = async (uid: string, status: string) =>
  server.request('PUT', `/api/v3.3/jobs/${uid}`, { key, body: { ...(await shown(uid)), status } })

let seen = 0
const news = async () => {
  const events = (await logOf(server, agencyUid)).slice(seen)
  seen += events.length
  return told(events)
}

const words = {
  accept: 'accepted',
  decline: 'declined',
  'mark-as-done': 'marked as done',
} as const
const leadsTo = { accept: 'ACCEPTED', decline: 'DECLINED', 'mark-as-done': 'DONE' } as const
const events = { ACCEPTED: 'JOB_ACCEPTED', DECLINED: 'JOB_DECLINED', DONE: 'JOB_DONE' } as const
type Action = keyof typeof words

/** The actions that each status allows. */
const allowed: Record<(typeof jobStatuses)[number], Action[]> = {
  NEW: ['accept', 'decline', 'mark-as-done'],
  ACCEPTED: ['decline', 'mark-as-done'],
  DECLINED: ['accept'],
  DONE: [],
  CANCELLED: [],
}

for (const status of jobStatuses) {
  describe(`a job in ${status}`, () => {
    for (const action of Object.keys(words) as Action[]) {
      const to = leadsTo[action]
      const outcome =
        status === to ? 'no change' : allowed[status].includes(action) ? `becomes ${to}` : '409'

      it(`${action}: ${outcome}`, async () => {
        const uid = await make(status)
        const before = await shown(uid)
        await news()
        const answer = await act(uid, action, { notes: 'Said' })
        if (outcome === '409') {
          assert.deepEqual([answer.status, answer.body.code], [409, 'STATE_CONFLICT'])
          const { apiErrorMessage, state, allowedActions } = answer.body
          const text = `Job ${uid} cannot be ${words[action]} in status ${status}`
          assert.deepEqual(
            [apiErrorMessage, state, allowedActions],
            [text, status, allowed[status]],
          )
        } else {
          assert.equal(answer.status, 200)
          assert.deepEqual(answer.body.job, await shown(uid))
          assert.equal(answer.body.job.status, to)
        }
        const isChanged = outcome.startsWith('becomes')
        assert.deepEqual(await news(), isChanged ? [events[to]] : [])
        if (!isChanged) assert.deepEqual(await shown(uid), before)
        else assert.equal((await shown(uid)).notes, 'Said')
      })
    }

    it('PUT status: as the actions, and to NEW and CANCELLED until it has ended', async () => {
      const hasEnded = status === 'DONE' || status === 'CANCELLED'
      for (const to of jobStatuses) {
        const uid = await make(status)
        await news()
        const { status: answered, body } = await setStatus(uid, to)
        const action = (Object.keys(leadsTo) as Action[]).find(name => leadsTo[name] === to)
        const may = action ? allowed[status].includes(action) : !hasEnded
        if (to === status) {
          assert.deepEqual([answered, body.job.status, await news()], [200, status, []])
        } else if (may) {
          const own = action ? [events[to as keyof typeof events]] : []
          assert.deepEqual([answered, body.job.status], [200, to])
          assert.deepEqual(await news(), ['JOB_UPDATED', ...own])
        } else {
          assert.deepEqual([answered, body.code, body.state], [409, 'STATE_CONFLICT', status])
          assert.deepEqual(await news(), [])
        }
      }
    })
  })
}

describe('an action on a job', () => {
  for (const version of versions) {
    it(`is there in ${version}, without a body and with an empty one`, async () => {
      const uid = await make()
      assert.equal((await act(uid, 'accept', undefined, version)).body.job.status, 'ACCEPTED')
      assert.equal((await act(uid, 'decline', '[]', version)).body.job.status, 'DECLINED')
      assert.equal((await act(uid, 'accept', 'null', version)).body.job.status, 'ACCEPTED')
      server.clock.advance(60_000)
      const { job } = (await act(uid, 'mark-as-done', {}, version)).body
      const now = server.clock.now().toISOString().slice(0, 19)
      assert.deepEqual(
        [job.status, job.doneUtcDateTime, job.modifiedUtcDateTime],
        ['DONE', now, now],
      )
    })
  }

  it('is not there in v2', async () => {
    const { status } = await server.request('POST', `/v2/jobs/${await make()}/accept`, { key })
    assert.equal(status, 404)
  })

  it('400: notes that are too long change nothing', async () => {
    const uid = await make()
    const answer = await act(uid, 'accept', { notes: 'x'.repeat(10_001) })
    assert.deepEqual([answer.status, answer.body.code], [400, 'INVALID_PARAMETER'])
    assert.equal((await shown(uid)).status, 'NEW')
  })

  it('notes stay if none are sent, and null takes them away', async () => {
    const uid = await make()
    await act(uid, 'accept', { notes: 'At ten' })
    assert.equal((await act(uid, 'decline')).body.job.notes, 'At ten')
    assert.equal((await act(uid, 'accept', { notes: null })).body.job.notes, null)
  })
})

describe('actions at once', () => {
  it('one of two that exclude each other is done, the other is refused', async () => {
    const uid = await make('ACCEPTED')
    await news()
    const answers = await Promise.all([act(uid, 'decline'), act(uid, 'mark-as-done')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const won = answers.find(({ status }) => status === 200)!.body.job.status as 'DONE' | 'DECLINED'
    assert.deepEqual(await news(), [events[won]])
    assert.equal((await shown(uid)).status, won)
  })

  it('one that is done by several is told once', async () => {
    const uid = await make()
    await news()
    const answers = await Promise.all([1, 2, 3, 4].map(() => act(uid, 'accept')))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.deepEqual(await news(), ['JOB_ACCEPTED'])
  })

  it('a change and an action lose nothing of each other', async () => {
    const uid = await make()
    const { status, ...body } = await shown(uid)
    const put = server.request('PUT', `/api/v3.3/jobs/${uid}`, {
      key,
      body: { ...body, notes: 'x' },
    })
    const answers = await Promise.all([put, act(uid, 'accept')])
    assert.deepEqual(
      answers.map(answer => answer.status),
      [200, 200],
    )
    const after = await shown(uid)
    assert.deepEqual([after.status, after.notes], ['ACCEPTED', 'x'])
  })

  it('of several that delete it one does', async () => {
    const uid = await make()
    const remove = () => server.request('DELETE', `/api/v3.3/jobs/${uid}`, { key })
    const answers = await Promise.all([remove(), remove(), remove()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404])
  })
})
