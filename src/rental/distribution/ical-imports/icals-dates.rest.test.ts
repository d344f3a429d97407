/** Dates and recurrences in calendars: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatFeed, startAbroad } from '../../../../test/fixtures/external-calendars.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const { agencyUid, makeCalendar } = await startAbroad(server)

/** Imports events at a property in a time zone; returns their nights and the import error. */
async function importNights(events: string[], timeZone: string) {
  const propertyUid = await makeProperty(server, agencyUid, { time_zone: timeZone })
  const calendar = await makeCalendar(formatFeed(...events), {}, propertyUid)
  const ical = await calendar.sync()
  const nights = (await calendar.stays()).map(stay =>
    stay.replace(/^\w+ /, '').replace(/2027-/g, ''),
  )
  return { nights, error: ical.lastSyncError as string | null }
}

const all = (from: string, to: string) => `DTSTART;VALUE=DATE:${from}\nDTEND;VALUE=DATE:${to}`
const weekly = `UID:s\n${all('20270104', '20270106')}\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:Reserved`
const timed = `UID:s\nDTSTART:20270104T150000\nDTEND:20270106T110000\nSUMMARY:Reserved`
const inNewYork = `UID:s\nDTSTART;TZID=America/New_York:20270104T220000\nDURATION:P1DT12H
  RRULE:FREQ=WEEKLY;COUNT=2\nSUMMARY:Reserved`

const cases: [name: string, zone: string, events: string[], nights: string[]][] = [
  [
    'leave out a list of dates, whatever its type',
    'UTC',
    [`${timed}\nRRULE:FREQ=WEEKLY;COUNT=4\nEXDATE:20270111,20270118`],
    ['01-04 01-06', '01-25 01-27'],
  ],
  [
    'of whole days leave out a list of bare dates',
    'UTC',
    [`${weekly}\nEXDATE:20270111,20270118`],
    ['01-04 01-06'],
  ],
  [
    'of whole days end on the date of UNTIL in every zone',
    'America/Denver',
    [weekly.replace('COUNT=3', 'UNTIL=20270118T000000Z')],
    ['01-04 01-06', '01-11 01-13', '01-18 01-20'],
  ],
  [
    'are moved by a date where the series has times',
    'UTC',
    [
      `${timed}\nRRULE:FREQ=WEEKLY;COUNT=2`,
      `UID:s\nRECURRENCE-ID;VALUE=DATE:20270111\n${all('20270112', '20270114')}\nSUMMARY:Reserved`,
    ],
    ['01-04 01-06', '01-12 01-14'],
  ],
  [
    'are moved by a time where the series has dates',
    'UTC',
    [
      weekly.replace('COUNT=3', 'COUNT=2'),
      `UID:s\nRECURRENCE-ID:20270111T000000Z\n${all('20270113', '20270115')}\nSUMMARY:Reserved`,
    ],
    ['01-04 01-06', '01-13 01-15'],
  ],
  [
    'of whole days leave out a time',
    'America/Denver',
    [`${weekly}\nEXDATE:20270111T000000Z\nEXDATE:20270118T000000`],
    ['01-04 01-06'],
  ],
  [
    'leave out a date of the zone of their start',
    'Europe/Vienna',
    [`${inNewYork}\nEXDATE;VALUE=DATE:20270111`],
    ['01-05 01-06'],
  ],
  [
    'have further times of their own length',
    'UTC',
    [
      'UID:s\nDTSTART:20270104T150000Z\nDTEND:20270106T110000Z\nSUMMARY:Reserved\n' +
        'RDATE;VALUE=PERIOD:20270111T150000Z/20270115T110000Z,20270120T150000Z/P2DT20H',
    ],
    ['01-04 01-06', '01-11 01-15', '01-20 01-23'],
  ],
  [
    'are moved from one on, for ever',
    'UTC',
    [
      weekly,
      `UID:s\nRECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20270111
        ${all('20270112', '20270115')}\nSUMMARY:Reserved`,
    ],
    ['01-04 01-06', '01-12 01-15', '01-19 01-22'],
  ],
  [
    'keep their nights when an exception is no date',
    'UTC',
    [`${weekly}\nEXDATE:bogus\nEXDATE:20270111`],
    ['01-04 01-06', '01-18 01-20'],
  ],
]

describe('recurring events', () => {
  for (const [name, zone, events, nights] of cases) {
    it(name, async () =>
      assert.deepEqual(await importNights(events, zone), { nights, error: null }),
    )
  }
})

describe('dates', () => {
  it('with hyphens are read; nonexistent ones are reported with their line', async () => {
    const event = (uid: string, from: string, to: string) =>
      `UID:${uid}\n${all(from, to)}\nSUMMARY:Reserved`
    const { nights, error } = await importNights(
      [
        event('a', '2027-01-01', '2027-01-04'),
        event('b', '20270230', '20270303'),
        event('c', '20271301', '20271302'),
        event('d', '20270132', '20270203'),
        event('e', '2027-10-15', '2027-10-19'),
      ],
      'UTC',
    )
    assert.deepEqual(nights, ['01-01 01-04', '10-15 10-19'])
    for (const [uid, line] of [
      ['b', 10],
      ['c', 16],
      ['d', 22],
    ]) {
      assert.ok(error?.includes(`Event ${uid} (line ${line}): has a dtstart that does not exist`))
    }
  })

  it('from UTC midnight to midnight are days; the last minute of a day is its end', async () => {
    const midnights = 'UID:a\nDTSTART:20270101T000000Z\nDTEND:20270105T000000Z\nSUMMARY:Reserved'
    const { nights } = await importNights([midnights], 'America/New_York')
    assert.deepEqual(nights, ['01-01 01-05'])
    const minute = 'UID:a\nDTSTART:20270101T150000\nDTEND:20270104T235900\nSUMMARY:Reserved'
    assert.deepEqual((await importNights([minute], 'UTC')).nights, ['01-01 01-05'])
  })

  it('are read in spite of other text before and after the calendar', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const text = formatFeed(`UID:a\n${all('20270101', '20270104')}\nSUMMARY:Reserved`)
    const calendar = await makeCalendar(
      `<br>Notice: x in y.php\n${text}<!-- 0.1 s -->`,
      {},
      propertyUid,
    )
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await calendar.stays(), ['BOOKED 2027-01-01 2027-01-04'])
  })
})
