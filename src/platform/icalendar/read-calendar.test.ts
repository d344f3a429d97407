import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitCalendar } from './calendar-text.ts'
import { readOccurrences } from './occurrences.ts'
import { readCalendar } from './read-calendar.ts'

const window = { timeZone: 'America/Denver', from: '2026-05-20', to: '2028-05-20' }

function buildCalendar(...events: string[]): string {
  const texts = events.map(lines => `BEGIN:VEVENT\n${lines}\nEND:VEVENT\n`)
  return `BEGIN:VCALENDAR\n${zone}${texts.join('')}END:VCALENDAR\n`
}

/** Custom time zone, five hours behind UTC all year. */
const zone = `BEGIN:VTIMEZONE
TZID:Somewhere
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:-0500
TZOFFSETTO:-0500
END:STANDARD
END:VTIMEZONE
`

function read(...events: string[]) {
  const components = splitCalendar(buildCalendar(...events))
  assert.ok(typeof components !== 'string')
  return readOccurrences(components, window, { begin: () => true, step: () => {} })
}

const readTimes = (...events: string[]) =>
  read(...events).occurrences.map(({ start, end }) => `${start} ${end}`)

const readInThread = (text: string, stuckMs = 2_000) =>
  readCalendar(
    {
      body: Buffer.from(text),
      charset: 'utf-8',
      window,
      eventsMax: 10_000,
      occurrencesMax: 10_000,
    },
    { timeoutMs: 60_000, stuckMs },
  )

describe('the times of an event', () => {
  const cases: [name: string, lines: string, times: string][] = [
    [
      'dates end before their last',
      'DTSTART;VALUE=DATE:20260604\nDTEND;VALUE=DATE:20260608',
      '2026-06-04 2026-06-08',
    ],
    ['a date needs no VALUE=DATE', 'DTSTART:20260604\nDTEND:20260608', '2026-06-04 2026-06-08'],
    ['a date without end lasts a day', 'DTSTART;VALUE=DATE:20260630', '2026-06-30 2026-07-01'],
    [
      'a date may have a duration',
      'DTSTART;VALUE=DATE:20260604\nDURATION:P1W',
      '2026-06-04 2026-06-11',
    ],
    [
      'UTC becomes local',
      'DTSTART:20260604T020000Z\nDTEND:20260608T170000Z',
      '2026-06-03T20:00:00 2026-06-08T11:00:00',
    ],
    [
      'a zone that is known becomes local',
      'DTSTART;TZID=Europe/Berlin:20260604T010000\nDTEND;TZID=Europe/Berlin:20260604T120000',
      '2026-06-03T17:00:00 2026-06-04T04:00:00',
    ],
    [
      'a zone that the calendar defines becomes local',
      'DTSTART;TZID=Somewhere:20260604T160000\nDURATION:PT20H',
      '2026-06-04T15:00:00 2026-06-05T11:00:00',
    ],
    [
      'an unknown zone counts as local',
      'DTSTART;TZID=Atlantis:20260604T160000\nDTEND;TZID=Atlantis:20260608T110000',
      '2026-06-04T16:00:00 2026-06-08T11:00:00',
    ],
    [
      'no zone counts as local',
      'DTSTART:20260604T160000\nDURATION:P3DT19H',
      '2026-06-04T16:00:00 2026-06-08T11:00:00',
    ],
  ]
  for (const [name, lines, times] of cases) {
    it(name, () => assert.deepEqual(readTimes(`UID:a\n${lines}`), [times]))
  }

  it('are read whatever other properties it has', () => {
    const text =
      'UID:a\nDTSTART:2026\n 0604\nDESCRIPTION:one\ntwo\nBEGIN:VALARM\nDURATION:P9D\nEND:VALARM'
    assert.deepEqual(readTimes(text), ['2026-06-04 2026-06-05'])
  })
})

describe('recurrences', () => {
  const weekly =
    'UID:a\nDTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260603\nRRULE:FREQ=WEEKLY;COUNT=4'

  it('are expanded, without exceptions, with additional times', () => {
    const more = '\nEXDATE;VALUE=DATE:20260608\nRDATE;VALUE=DATE:20260620'
    assert.deepEqual(readTimes(weekly + more).sort(), [
      '2026-06-01 2026-06-03',
      '2026-06-15 2026-06-17',
      '2026-06-20 2026-06-22',
      '2026-06-22 2026-06-24',
    ])
  })

  it('are replaced and cancelled individually', () => {
    const moved = 'UID:a\nRECURRENCE-ID;VALUE=DATE:20260608\nDTSTART:20260609\nDTEND:20260611'
    const cancelled = 'UID:a\nRECURRENCE-ID;VALUE=DATE:20260615\nDTSTART:20260615\nSTATUS:CANCELLED'
    assert.deepEqual(readTimes(weekly, moved, cancelled).sort(), [
      '2026-06-01 2026-06-03',
      '2026-06-09 2026-06-11',
      '2026-06-22 2026-06-24',
    ])
  })

  it('end at UNTIL in the time zone of the start', () => {
    const lines = 'UID:a\nDTSTART;TZID=Asia/Tokyo:20260701T050000\nDURATION:P1D'
    const rule = 'RRULE:FREQ=DAILY;UNTIL=20260702T200000Z'
    assert.equal(readTimes(`${lines}\n${rule}`).length, 3)
  })

  it('are returned for two years from today, whenever they began', () => {
    const { occurrences, recurs } = read('UID:a\nDTSTART:19800101\nRRULE:FREQ=YEARLY')
    assert.deepEqual(
      occurrences.map(({ start }) => start),
      ['2027-01-01', '2028-01-01'],
    )
    assert.ok(recurs)
  })

  it('are reported if they are malicious, without affecting others', () => {
    const rules = ['FREQ=SECONDLY', 'FREQ=MINUTELY', 'FREQ=DAILY;INTERVAL=99999999']
    const malicious = rules.map((rule, i) => `UID:${i}\nDTSTART:19700101T000000Z\nRRULE:${rule}`)
    const { occurrences, unread } = read(...malicious, 'UID:a\nDTSTART:20260604')
    assert.deepEqual(
      unread.map(({ uid, reason }) => [uid, reason]),
      ['0', '1', '2'].map(uid => [uid, 'recurs too often']),
    )
    assert.deepEqual(
      occurrences.map(({ uid }) => uid),
      ['a'],
    )
  })
})

describe('a calendar', () => {
  it('is read in a worker thread', async () => {
    const calendar = await readInThread(
      buildCalendar('UID:a\nDTSTART:20260604', 'UID:b\nDTSTART:x'),
    )
    assert.ok(typeof calendar !== 'string')
    assert.deepEqual([calendar.occurrences.length, calendar.eventCount], [1, 2])
    assert.deepEqual(calendar.unread, [
      { uid: 'b', summary: '', line: 14, reason: 'has a dtstart that is not a date' },
    ])
  })

  it('is rejected if it is malformed or truncated', async () => {
    assert.equal(await readInThread('<html>'), 'NO_CALENDAR')
    assert.equal(await readInThread('BEGIN:VCALENDAR\nBEGIN:VEVENT\n'), 'CUT_OFF')
  })

  it('skips an event that does not end', async () => {
    // A zone whose rule matches nothing is looked for without end.
    const endless = zone.replace('TZOFFSETFROM', 'RRULE:FREQ=DAILY;INTERVAL=99999999\nTZOFFSETFROM')
    const lines = 'UID:x\nDTSTART;TZID=Somewhere:20260604T160000'
    const text = buildCalendar(lines, 'UID:a\nDTSTART:20260604').replace(zone, endless)
    const calendar = await readInThread(text, 3_000)
    assert.ok(typeof calendar !== 'string')
    const reasons = calendar.unread.map(({ uid, reason }) => [uid, reason])
    assert.deepEqual(reasons, [['x', 'takes too long to parse']])
    assert.equal(calendar.occurrences.length, 1)
  })
})
