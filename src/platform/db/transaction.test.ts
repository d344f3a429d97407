import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noteDriverError } from './postgres/driver-errors.ts'
import { isDatabaseAway, sqlState } from './transaction.ts'

const errorOf = (code: string) => Object.assign(new Error('x'), { code })

describe('an error of a lost connection', () => {
  const ofSystem = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE']
  for (const code of [...ofSystem, '57P01', '08006']) {
    it(`${code} of the driver is a database that is away`, () => {
      const error = errorOf(code)
      noteDriverError(error)
      assert.ok(isDatabaseAway(error))
      const several = new AggregateError([errorOf(code)])
      noteDriverError(several)
      assert.ok(isDatabaseAway(several))
    })
  }

  for (const code of ofSystem) {
    it(`${code} of another connection is none`, () => {
      assert.equal(isDatabaseAway(errorOf(code)), false)
      assert.equal(isDatabaseAway(new AggregateError([errorOf(code)])), false)
    })
  }

  for (const code of ['EPIPE', 'EBUSY', 'EPERM', 'EROFS']) {
    it(`${code} is no SQLSTATE`, () => assert.equal(sqlState(errorOf(code)), undefined))
  }

  for (const code of ['0A000', '25P03', 'P0001', 'XX000']) {
    it(`${code} is a SQLSTATE`, () => assert.equal(sqlState(errorOf(code)), code))
  }
})
