import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDatabaseAway, sqlState } from './transaction.ts'

const errorOf = (code: string) => Object.assign(new Error('x'), { code })

describe('an error of a lost connection', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', '57P01', '08006']) {
    it(`${code} is a database that is away`, () => assert.ok(isDatabaseAway(errorOf(code))))
  }

  for (const code of ['EPIPE', 'EBUSY', 'EPERM', 'EROFS']) {
    it(`${code} is no SQLSTATE`, () => assert.equal(sqlState(errorOf(code)), undefined))
  }

  for (const code of ['0A000', '25P03', 'P0001', 'XX000']) {
    it(`${code} is a SQLSTATE`, () => assert.equal(sqlState(errorOf(code)), code))
  }
})
