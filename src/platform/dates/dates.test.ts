import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  isTimeZone,
  parseDate,
  parseLocal,
  parseUtc,
  toInstant,
  utcText,
  zonedText,
} from './dates.ts'

describe('parseDate', () => {
  for (const text of ['2026-07-04', '2024-02-29', '0001-01-01', '9999-12-31']) {
    it(`parses ${text}`, () => assert.equal(parseDate(text), text))
  }
  for (const text of ['2026-02-29', '2026-7-4', '20260704', '0000-01-01', ' 2026-07-04', '']) {
    it(`rejects '${text}'`, () => assert.equal(parseDate(text), null))
  }
})

describe('parseLocal', () => {
  const forms = [
    ...['2026-07-04T16:00:00', '2026-07-04T16:00', '2026-07-04 16:00', '2026-07-04 16:00:00'],
    ...['2026-07-04T16:00:00.999', ' 2026-07-04T16:00 '],
  ]
  const zoned = ['Z', 'z', '+02:00', '-0700', '+05', '-11:30'].map(
    zone => `2026-07-04T16:00${zone}`,
  )
  for (const text of [...forms, ...zoned, '2026-07-04T16:00:00.5-06:00']) {
    it(`parses '${text}' and keeps the wall time`, () => {
      assert.equal(parseLocal(text), '2026-07-04T16:00:00')
    })
  }
  const bad = ['2026-07-04', '2026-07-04T', '2026-07-04T16', '2026-07-04T24:00', '2026-07-04T16:60']
  for (const text of [
    ...bad,
    '2026-02-30T16:00',
    '2026-07-04T16:00xZ',
    '2026-07-04T16:00+',
    '16:00',
  ]) {
    it(`rejects '${text}'`, () => assert.equal(parseLocal(text), null))
  }
})

describe('parseUtc', () => {
  const forms: Record<string, string> = {
    '2026-07-04T16:00:00': '2026-07-04T16:00:00.000Z',
    '2026-07-04T16:00:00Z': '2026-07-04T16:00:00.000Z',
    '2026-07-04 16:00': '2026-07-04T16:00:00.000Z',
    '2026-07-04T16:00:00.1234Z': '2026-07-04T16:00:00.123Z',
    '2026-07-04T16:00:00+02:00': '2026-07-04T14:00:00.000Z',
    '2026-07-04T16:00-0930': '2026-07-05T01:30:00.000Z',
    '2026-07-04T16:00+02': '2026-07-04T14:00:00.000Z',
    '2026-07-04': '2026-07-04T00:00:00.000Z',
  }
  for (const [text, expected] of Object.entries(forms)) {
    it(`reads ${text} as ${expected}`, () => {
      assert.equal(parseUtc(text)?.toISOString(), expected)
    })
  }
  for (const text of [
    '',
    'now',
    '2026-07-04T25:00',
    '2026-02-30',
    '1783180800',
    '0000-01-01T00:00Z',
  ]) {
    it(`rejects '${text}'`, () => assert.equal(parseUtc(text), null))
  }
})

describe('instantOf', () => {
  it('moves a nonexistent time forward by the gap', () => {
    const instant = toInstant('2026-03-08T02:30:00', 'America/Denver')
    assert.equal(instant.toISOString(), '2026-03-08T09:30:00.000Z')
    assert.deepEqual(instant, toInstant('2026-03-08T03:30:00', 'America/Denver'))
  })

  it('returns the earlier of two instants', () => {
    const instant = toInstant('2026-11-01T01:30:00', 'America/Denver')
    assert.equal(instant.toISOString(), '2026-11-01T07:30:00.000Z')
  })
})

describe('formatted instants', () => {
  it('have no zone letter and no fraction in UTC', () => {
    assert.equal(utcText(new Date('2026-04-20T11:52:36.999Z')), '2026-04-20T11:52:36')
  })

  for (const [zone, offset] of [
    ['UTC', '+00:00'],
    ['America/St_Johns', '-02:30'],
    ['Asia/Kathmandu', '+05:45'],
  ] as const) {
    it(`have the offset ${offset} in ${zone}`, () => {
      const local = '2026-07-04T16:00:00'
      assert.equal(zonedText(local, toInstant(local, zone)), local + offset)
    })
  }
})

describe('isTimeZone', () => {
  for (const name of ['America/Denver', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
    it(`accepts ${name}`, () => assert.equal(isTimeZone(name), true))
  }
  for (const name of ['AET', 'Mars/Olympus', '+02:00', '', 'America/', '../etc/passwd']) {
    it(`rejects '${name}'`, () => assert.equal(isTimeZone(name), false))
  }
})
