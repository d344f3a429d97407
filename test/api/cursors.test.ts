/** contract/general.md §5: paging while rows are created, changed and deleted. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { newUid } from '../../src/platform/uid.ts'
import { makeAgency, makeLead } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const base = Date.parse('2026-05-10T08:00:00Z')

/** A change between two pages; numbers choose a row or an instant. */
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

const scenario = fc.record({
  /** Several rows share an instant, which makes the uid decide their order. */
  rows: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  between: fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 12 }),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 30) }

/** An agency whose rows are paged through; records which rows were not changed. */
class PagedAgency {
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

  /** Returns every row, page by page, and runs the steps between pages. */
  async readPages({ limit, between }: Scenario, filter: string): Promise<string[]> {
    const listed: string[] = []
    const left = [...between]
    let cursor: string | null = ''
    do {
      const query = `agencyUid=${this.agencyUid}&_limit=${limit}&_cursor=${cursor}${filter}`
      const { status, body } = await server.request('GET', `/api/v3.3/leads?${query}`, this)
      assert.equal(status, 200)
      listed.push(...body.leads.map(({ uid }: { uid: string }) => uid))
      for (const step of left.shift() ?? []) await this.apply(step)
      cursor = body._paging._nextCursor ?? null
    } while (cursor)
    return listed
  }
}

describe('a walk through pages', () => {
  it('returns every unchanged row exactly once', async () => {
    const property = fc.asyncProperty(scenario, async plan => {
      const agency = new PagedAgency()
      await agency.start(plan.rows)
      const listed = await agency.readPages(plan, '')
      for (const uid of agency.untouched) {
        assert.equal(listed.filter(one => one === uid).length, 1, uid)
      }
      assert.equal(new Set(listed).size, listed.length, 'no row twice')
    })
    await fc.assert(property, runs)
  })

  it('returns the last state of every remaining row with updatedSince', async () => {
    const property = fc.asyncProperty(scenario, async plan => {
      const agency = new PagedAgency()
      await agency.start(plan.rows)
      const moved = plan.between.map(steps => steps.filter(({ kind }) => kind !== 'insert'))
      const listed = await agency.readPages({ ...plan, between: moved }, '&updatedSince=2026-05-01')
      const lost = [...agency.live].filter(uid => !listed.includes(uid))
      assert.deepEqual(lost, [])
      for (const uid of agency.untouched) {
        assert.equal(listed.filter(one => one === uid).length, 1, uid)
      }
    })
    await fc.assert(property, runs)
  })
})
