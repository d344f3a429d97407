import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency } from '../../../test/fixtures/rows.ts'
import { startServer } from '../../../test/support/server.ts'
import { newUid } from '../uid.ts'
import {
  deleteRow,
  deleteRows,
  insertRow,
  insertRows,
  lockRow,
  updateRow,
  updateRowOrThrow,
  updateRows,
} from './rows.ts'

const server = await startServer()
const { agencyUid: agency_uid } = await makeAgency(server)
const other = await makeAgency(server)
const ctx = { db: server.database.kysely }

function createProvider(agencyUid: string, name = 'Sparkle') {
  const now = server.clock.now()
  const times = { created_at: now, updated_at: now }
  return { agency_uid: agencyUid, uid: newUid(), name, is_active: true, ...times }
}

describe('a row', () => {
  it('is inserted, locked, updated and deleted by its key, and returned each time', async () => {
    const inserted = await insertRow(ctx, 'service_providers', createProvider(agency_uid))
    assert.equal(inserted.email, null)
    assert.deepEqual(await lockRow(ctx, 'service_providers', inserted), inserted)
    const updated = await updateRow(ctx, 'service_providers', inserted, { name: 'Shine' })
    assert.deepEqual(updated, { ...inserted, name: 'Shine' })
    assert.deepEqual(await deleteRow(ctx, 'service_providers', inserted), updated)
    assert.equal(await lockRow(ctx, 'service_providers', inserted), undefined)
    assert.equal(await updateRow(ctx, 'service_providers', inserted, { name: 'x' }), undefined)
    assert.equal(await deleteRow(ctx, 'service_providers', inserted), undefined)
    const update = updateRowOrThrow(ctx, 'service_providers', inserted, { name: 'x' })
    await assert.rejects(update, /There is no row/)
  })

  it('of another agency is neither changed nor deleted', async () => {
    const foreign = await insertRow(ctx, 'service_providers', createProvider(other.agencyUid))
    const key = { agency_uid, uid: foreign.uid }
    assert.equal(await updateRow(ctx, 'service_providers', key, { name: 'x' }), undefined)
    assert.equal(await deleteRow(ctx, 'service_providers', key), undefined)
    assert.equal(await deleteRows(ctx, 'service_providers', { ...key }), 0)
    assert.deepEqual(await lockRow(ctx, 'service_providers', foreign), foreign)
  })
})

describe('rows', () => {
  it('are inserted in any number, beyond the limit of one statement', async () => {
    const count = 2_500
    const providers = Array.from({ length: count }, () => createProvider(agency_uid, 'Many'))
    await insertRows(ctx, 'service_providers', providers)
    await insertRows(ctx, 'service_providers', [])
    const where = { agency_uid, name: 'Many', email: null }
    assert.equal(await updateRows(ctx, 'service_providers', where, { email: 'a@b.example' }), count)
    assert.equal(await deleteRows(ctx, 'service_providers', where), 0)
    assert.equal(await deleteRows(ctx, 'service_providers', { agency_uid, name: 'Many' }), count)
  })

  it('are selected by lists; an empty list matches none', async () => {
    const [one, two] = [createProvider(agency_uid), createProvider(agency_uid)]
    await insertRows(ctx, 'service_providers', [one, two])
    const uids = [one.uid, two.uid, newUid()]
    assert.equal(await deleteRows(ctx, 'service_providers', { agency_uid, uid: [] }), 0)
    assert.equal(await updateRows(ctx, 'service_providers', { agency_uid, uid: [] }, one), 0)
    assert.equal(await deleteRows(ctx, 'service_providers', { agency_uid, uid: uids }), 2)
  })

  it('are not selected by a missing value: it throws', async () => {
    const where = { agency_uid, uid: undefined }
    const refused = { message: 'No value of uid is given' }
    await assert.rejects(deleteRows(ctx, 'service_providers', where as never), refused)
    await assert.rejects(updateRows(ctx, 'service_providers', where as never, {}), refused)
    await assert.rejects(deleteRow(ctx, 'service_providers', where as never), refused)
  })
})
