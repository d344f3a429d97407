/** Tests of the actions of jobs: contract/resources.md §1.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
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
const run = (uid: string, action: string, body?: unknown, version = '3.3') =>
  server.request('POST', `/api/v${version}/jobs/${uid}/${action}`, { key, body })
const findJob = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/jobs/${uid}`, { key })).body.job
const setStatus = async (uid: string, status: string) =>
  server.request('PUT', `/api/v3.3/jobs/${uid}`, { key, body: { ...(await findJob(uid)), status } })

let eventCount = 0
const news = async () => {
  const events = (await readEventLog(server, agencyUid)).slice(eventCount)
  eventCount += events.length
  return formatEvents(events)
}

const labels = {
  accept: 'accepted',
  decline: 'declined',
  'mark-as-done': 'marked as done',
} as const
const leadsTo = { accept: 'ACCEPTED', decline: 'DECLINED', 'mark-as-done': 'DONE' } as const
const events = { ACCEPTED: 'JOB_ACCEPTED', DECLINED: 'JOB_DECLINED', DONE: 'JOB_DONE' } as const
type Action = keyof typeof labels

const allowed: Record<(typeof jobStatuses)[number], Action[]> = {
  NEW: ['accept', 'decline', 'mark-as-done'],
  ACCEPTED: ['decline', 'mark-as-done'],
  DECLINED: ['accept'],
  DONE: [],
  CANCELLED: [],
}

for (const status of jobStatuses) {
  describe(`a job in ${status}`, () => {
    for (const action of Object.keys(labels) as Action[]) {
      const to = leadsTo[action]
      const outcome =
        status === to ? 'no change' : allowed[status].includes(action) ? `becomes ${to}` : '409'

      it(`${action}: ${outcome}`, async () => {
        const uid = await make(status)
        const before = await findJob(uid)
        await news()
        const response = await run(uid, action, { notes: 'Said' })
        if (outcome === '409') {
          assert.deepEqual([response.status, response.body.code], [409, 'STATE_CONFLICT'])
          const { apiErrorMessage, state, allowedActions } = response.body
          const text = `Job ${uid} cannot be ${labels[action]} in status ${status}`
          assert.deepEqual(
            [apiErrorMessage, state, allowedActions],
            [text, status, allowed[status]],
          )
        } else {
          assert.equal(response.status, 200)
          assert.deepEqual(response.body.job, await findJob(uid))
          assert.equal(response.body.job.status, to)
        }
        const isChanged = outcome.startsWith('becomes')
        assert.deepEqual(await news(), isChanged ? [events[to]] : [])
        if (!isChanged) assert.deepEqual(await findJob(uid), before)
        else assert.equal((await findJob(uid)).notes, 'Said')
      })
    }

    it('PUT status: same as the actions; NEW and CANCELLED until the job has ended', async () => {
      const hasEnded = status === 'DONE' || status === 'CANCELLED'
      for (const to of jobStatuses) {
        const uid = await make(status)
        await news()
        const { status: responseStatus, body } = await setStatus(uid, to)
        const action = (Object.keys(leadsTo) as Action[]).find(name => leadsTo[name] === to)
        const may = action ? allowed[status].includes(action) : !hasEnded
        if (to === status) {
          assert.deepEqual([responseStatus, body.job.status, await news()], [200, status, []])
        } else if (may) {
          const own = action ? [events[to as keyof typeof events]] : []
          assert.deepEqual([responseStatus, body.job.status], [200, to])
          assert.deepEqual(await news(), ['JOB_UPDATED', ...own])
        } else {
          assert.deepEqual([responseStatus, body.code, body.state], [409, 'STATE_CONFLICT', status])
          assert.deepEqual(await news(), [])
        }
      }
    })
  })
}

describe('an action on a job', () => {
  for (const version of versions) {
    it(`exists in ${version}, without a body and with an empty one`, async () => {
      const uid = await make()
      assert.equal((await run(uid, 'accept', undefined, version)).body.job.status, 'ACCEPTED')
      assert.equal((await run(uid, 'decline', '[]', version)).body.job.status, 'DECLINED')
      assert.equal((await run(uid, 'accept', 'null', version)).body.job.status, 'ACCEPTED')
      server.clock.advance(60_000)
      const { job } = (await run(uid, 'mark-as-done', {}, version)).body
      const now = server.clock.now().toISOString().slice(0, 19)
      assert.deepEqual(
        [job.status, job.doneUtcDateTime, job.modifiedUtcDateTime],
        ['DONE', now, now],
      )
    })
  }

  it('does not exist in v2', async () => {
    const { status } = await server.request('POST', `/v2/jobs/${await make()}/accept`, { key })
    assert.equal(status, 404)
  })

  it('400: rejects notes that are too long', async () => {
    const uid = await make()
    const response = await run(uid, 'accept', { notes: 'x'.repeat(10_001) })
    assert.deepEqual([response.status, response.body.code], [400, 'INVALID_PARAMETER'])
    assert.equal((await findJob(uid)).status, 'NEW')
  })

  it('keeps notes if none are sent, and removes them with null', async () => {
    const uid = await make()
    await run(uid, 'accept', { notes: 'At ten' })
    assert.equal((await run(uid, 'decline')).body.job.notes, 'At ten')
    assert.equal((await run(uid, 'accept', { notes: null })).body.job.notes, null)
  })
})

describe('concurrent actions', () => {
  it('one of two that exclude each other succeeds, the other is rejected', async () => {
    const uid = await make('ACCEPTED')
    await news()
    const responses = await Promise.all([run(uid, 'decline'), run(uid, 'mark-as-done')])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
    const won = responses.find(({ status }) => status === 200)!.body.job.status as
      | 'DONE'
      | 'DECLINED'
    assert.deepEqual(await news(), [events[won]])
    assert.equal((await findJob(uid)).status, won)
  })

  it('the same action emits one event', async () => {
    const uid = await make()
    await news()
    const responses = await Promise.all([1, 2, 3, 4].map(() => run(uid, 'accept')))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.deepEqual(await news(), ['JOB_ACCEPTED'])
  })

  it('a change and an action are both applied', async () => {
    const uid = await make()
    const { status, ...body } = await findJob(uid)
    const put = server.request('PUT', `/api/v3.3/jobs/${uid}`, {
      key,
      body: { ...body, notes: 'x' },
    })
    const responses = await Promise.all([put, run(uid, 'accept')])
    assert.deepEqual(
      responses.map(response => response.status),
      [200, 200],
    )
    const after = await findJob(uid)
    assert.deepEqual([after.status, after.notes], ['ACCEPTED', 'x'])
  })

  it('one of several deletions succeeds', async () => {
    const uid = await make()
    const remove = () => server.request('DELETE', `/api/v3.3/jobs/${uid}`, { key })
    const responses = await Promise.all([remove(), remove(), remove()])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 404, 404])
  })
})
