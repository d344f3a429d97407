/** contract/general.md §5: a walk through pages while rows come, change and go. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { newUid } from '../../src/platform/uid.ts'
import { makeAgency, makeLead } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const base = Date.parse('2026-05-10T08:00:00Z')

/** What happens between two pages; numbers choose a row or an instant. */
type Step =
  | { kind: 'insert'; at: number }
  | { kind: 'delete'; row: number }
  | { kind: 'update'; row: number }

const pick = fc.nat({ max: 1_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat({ max: 40 }) }),
  fc.record({ kind: fc.constant('delete' as const), row: pick }),
  fc.record({ kind: fc.constant('update' as const), row: pick }),
)

const walk = fc.record({
  /** Several rows share an instant, so that the uid decides. */
  rows: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  between: fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 12 }),
})
type Walk = typeof walk extends fc.Arbitrary<infer T> ? T : never

const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 30) }

/** An agency whose rows a walk works on; remembers which rows were not touched. */
class Scene {
  agencyUid = ''
  key = ''
  all: string[] = []
  untouched = new Set<string>()
  live = new Set<string>()
  updates = 0

  async start(rows: number[]): Promise<void> {
    Object.assign(this, await makeAgency(server))
    for (const at of rows) await this.insert(at)
    this.untouched = new Set(this.all)
  }

  async insert(at: number): Promise<void> {
    const created_at = new Date(base + at * 1_000)
    const times = { created_at, updated_at: created_at, uid: newUid(created_at.getTime()) }
    const uid = await makeLead(server, this.agencyUid, times)
    this.all.push(uid)
    this.live.add(uid)
  }

  async apply(step: Step): Promise<void> {
    if (step.kind === 'insert') return this.insert(step.at)
    const uid = this.all[step.row % this.all.length]!
    this.untouched.delete(uid)
    const updated_at = new Date(base + 100_000 + this.updates++ * 1_000)
    if (step.kind === 'delete') this.live.delete(uid)
    const change = step.kind === 'delete' ? { deleted_at: updated_at } : { updated_at }
    await server.database.kysely
      .updateTable('leads')
      .set(change)
      .where('agency_uid', '=', this.agencyUid)
      .where('uid', '=', uid)
      .execute()
  }

  /** Every row given on the way, page by page, while the steps happen between pages. */
  async walk({ limit, between }: Walk, filter: string): Promise<string[]> {
    const seen: string[] = []
    const left = [...between]
    let cursor: string | null = ''
    do {
      const query = `agencyUid=${this.agencyUid}&_limit=${limit}&_cursor=${cursor}${filter}`
      const { status, body } = await server.request('GET', `/api/v3.3/leads?${query}`, this)
      assert.equal(status, 200)
      seen.push(...body.leads.map(({ uid }: { uid: string }) => uid))
      for (const step of left.shift() ?? []) await this.apply(step)
      cursor = body._paging._nextCursor ?? null
    } while (cursor)
    return seen
  }
}

describe('a walk through pages', () => {
  it('gives every row that did not change exactly once', async () => {
    const property = fc.asyncProperty(walk, async plan => {
      const scene = new Scene()
      await scene.start(plan.rows)
      const seen = await scene.walk(plan, '')
      for (const uid of scene.untouched) {
        assert.equal(seen.filter(one => one === uid).length, 1, uid)
      }
      assert.equal(new Set(seen).size, seen.length, 'no row twice')
    })
    await fc.assert(property, runs)
  })

  it('with updatedSince sees the last state of every row that is left', async () => {
    const property = fc.asyncProperty(walk, async plan => {
      const scene = new Scene()
      await scene.start(plan.rows)
      const moved = plan.between.map(steps => steps.filter(({ kind }) => kind !== 'insert'))
      const seen = await scene.walk({ ...plan, between: moved }, '&updatedSince=2026-05-01')
      const lost = [...scene.live].filter(uid => !seen.includes(uid))
      assert.deepEqual(lost, [])
      for (const uid of scene.untouched) {
        assert.equal(seen.filter(one => one === uid).length, 1, uid)
      }
    })
    await fc.assert(property, runs)
  })
})
