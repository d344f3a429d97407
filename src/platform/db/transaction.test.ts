import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordDriverError } from './postgres/driver-errors.ts'
import { isDatabaseUnavailable, sqlState } from './transaction.ts'

const databaseError = (code: string) => Object.assign(new Error('x'), { code })

describe('an error of a lost connection', () => {
  const systemError = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE']
  for (const code of [...systemError, '57P01', '08006']) {
    it(`${code} of the driver counts as an unavailable database`, () => {
      const error = databaseError(code)
      recordDriverError(error)
      assert.ok(isDatabaseUnavailable(error))
      const several = new AggregateError([databaseError(code)])
      recordDriverError(several)
      assert.ok(isDatabaseUnavailable(several))
    })
  }

  for (const code of systemError) {
    it(`${code} of another connection does not`, () => {
      assert.equal(isDatabaseUnavailable(databaseError(code)), false)
      assert.equal(isDatabaseUnavailable(new AggregateError([databaseError(code)])), false)
    })
  }

  for (const code of ['EPIPE', 'EBUSY', 'EPERM', 'EROFS']) {
    it(`${code} is not a SQLSTATE`, () => assert.equal(sqlState(databaseError(code)), undefined))
  }

  for (const code of ['0A000', '25P03', 'P0001', 'XX000']) {
    it(`${code} is a SQLSTATE`, () => assert.equal(sqlState(databaseError(code)), code))
  }
})
