import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDatabaseUnavailable } from '../transaction.ts'

const internal = (message: string) => Object.assign(new Error(message), { code: 'XX000' })

describe('an internal error of a coordinator', () => {
  for (const message of [
    'failure on connection marked as essential: w1:5432',
    "failed to prepare transaction 'citus_0_8533_24937_12' on host w1:5432",
    'SSL SYSCALL error: EOF detected',
    'could not commit transaction for shard 102066 on at least one active node',
    'server closed the connection unexpectedly',
  ]) {
    it(`counts as a lost worker: ${message}`, () => {
      assert.ok(isDatabaseUnavailable(internal(message)))
    })
  }

  it('counts as an internal error otherwise', () => {
    assert.equal(isDatabaseUnavailable(internal('cache lookup failed for type 1')), false)
    assert.equal(isDatabaseUnavailable(Object.assign(new Error('connection not open'), {})), false)
  })
})
