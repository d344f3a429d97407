/** contract/general.md §9: tolerated input. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import * as make from '../fixtures/rows.ts'
import { raw } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let settings: string

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  settings = `/api/v3.3/agencies/${agencyUid}/settings`
})

beforeEach(async () => {
  const { kysely } = server.database
  const row = { hold_hours: 24, request_hours: 0, v2_lead_writes: null }
  await kysely.updateTable('agency_settings').set(row).where('agency_uid', '=', agencyUid).execute()
})

/** Sends a PATCH of settings with an unmodified body and headers. */
async function patch(body: string | Buffer | undefined, headers: Record<string, string> = {}) {
  const all = { 'x-hostfully-apikey': key, ...headers }
  const response = await raw(server, settings, { method: 'PATCH', headers: all, body })
  const { status, body: responseBody } = response
  const { code, apiErrorMessage: text, agencySettings } = responseBody
  return { status, code, text, settings: agencySettings }
}

const nine = '{"holdHours":9}'

describe('a JSON body', () => {
  const types = [
    ...['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'],
    ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded'],
    ...[
      'multipart/form-data',
      'garbage',
      '/',
      ';',
      'a/b; c',
      'application/json; charset=latin1',
      '',
    ],
  ]
  for (const type of types) {
    it(`is read with the content type '${type}'`, async () => {
      const { status, settings } = await patch(nine, { 'content-type': type })
      assert.deepEqual([status, settings?.holdHours], [200, 9])
    })
  }

  it('is read without a content type', async () => {
    assert.equal((await patch(nine)).settings.holdHours, 9)
  })

  it('is read after a byte order mark and blanks', async () => {
    assert.equal((await patch(`\ufeff ${nine}\r\n`)).settings.holdHours, 9)
  })
})

describe('a body that is no UTF-8', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const bodies: [string, string | Buffer, Record<string, string>?][] = [
    ['latin1', Buffer.from('{"name":"Zoë","holdHours":9}', 'latin1')],
    ['latin1 that says so', Buffer.from('{"é":1}', 'latin1'), { 'content-type': 'a/b; charset=x' }],
    ['UTF-16', Buffer.from(`\ufeff${nine}`, 'utf16le')],
    ['a character cut off', Buffer.from('{"name":"ü').subarray(0, -1)],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a form', Buffer.from('holdHours=9&name=Zoë', 'latin1'), form],
    ['what a form encodes', 'holdHours=9&name=Zo%EB', form],
  ]
  for (const [what, body, headers] of bodies) {
    it(`400 and nothing changes: ${what}`, async () => {
      const { status, code, text } = await patch(body, headers)
      assert.deepEqual([status, code], [400, 'MALFORMED_BODY'])
      assert.equal(text, 'The request body is not UTF-8')
      assert.equal((await patch(undefined)).settings.holdHours, 24)
    })
  }

  it('similar text is accepted: an escape, the replacement character, a lone %', async () => {
    for (const name of ['\\ud800', '\ufffd']) {
      assert.equal((await patch(`{"name":"${name}","holdHours":9}`)).settings.holdHours, 9)
    }
    assert.equal((await patch('name=%EF%BF%BD%&holdHours=8', form)).settings.holdHours, 8)
  })
})

describe('a compressed body', () => {
  it('is read', async () => {
    const { settings } = await patch(gzipSync(nine), { 'content-encoding': 'gzip' })
    assert.equal(settings.holdHours, 9)
  })

  it('413 if it is too large when it is read', async () => {
    const large = gzipSync(`{"x":"${'x'.repeat(5_000_000)}"}`)
    const { status, code } = await patch(large, { 'content-encoding': 'gzip' })
    assert.deepEqual([status, code], [413, 'PAYLOAD_TOO_LARGE'])
  })

  const broken: [string, string | Buffer][] = [
    ['gzip', nine],
    ['gzip', gzipSync(nine).subarray(0, 12)],
    ['br', nine],
    ['deflate', nine],
  ]
  for (const [encoding, body] of broken) {
    it(`400 if it does not have its encoding: ${encoding}`, async () => {
      const { status, code } = await patch(body, { 'content-encoding': encoding })
      assert.deepEqual([status, code], [400, 'MALFORMED_BODY'])
    })
  }
})

describe('a body in an encoding that is not known', () => {
  for (const encoding of ['nonsense', 'gzip, gzip']) {
    it(`415 for ${encoding}, with those that are`, async () => {
      const headers = { 'x-hostfully-apikey': key, 'content-encoding': encoding }
      const response = await raw(server, settings, {
        method: 'PATCH',
        headers,
        body: gzipSync(nine),
      })
      assert.deepEqual([response.status, response.body.code], [415, 'UNSUPPORTED_CONTENT_ENCODING'])
      assert.equal(response.headers['accept-encoding'], 'gzip, deflate, br, zstd')
    })
  }
})

describe('a form', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  it('is read when its type says so', async () => {
    const { settings } = await patch('holdHours=9&v2LeadWrites=true', form)
    assert.deepEqual([settings.holdHours, settings.v2LeadWrites], [9, true])
  })

  it('is read with parameters and capitals in its type', async () => {
    const type = 'Application/X-WWW-Form-Urlencoded; charset=UTF-8'
    assert.equal((await patch('holdHours=9', { 'content-type': type })).settings.holdHours, 9)
  })

  it('400 without its type, or without =', async () => {
    assert.equal((await patch('holdHours=9')).code, 'MALFORMED_BODY')
    assert.equal(
      (await patch('holdHours=9', { 'content-type': 'text/plain' })).code,
      'MALFORMED_BODY',
    )
    assert.equal((await patch('holdHours', form)).code, 'MALFORMED_BODY')
  })
})

describe('no body', () => {
  for (const body of [undefined, '', '  ', '{}', '[]', 'null', '\ufeff']) {
    it(`${JSON.stringify(body) ?? 'at all'} is an empty object`, async () => {
      assert.equal((await patch(body)).status, 200)
      assert.equal((await patch(body, { 'content-type': 'application/json' })).status, 200)
    })
  }

  it('names the missing field where one is needed', async () => {
    const employee = await make.makeEmployee(server, agencyUid)
    const path = `/api/v3.3/employees/${employee}`
    const { status, body } = await server.request('PUT', path, { key })
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
    assert.equal(body.apiErrorMessage, "Invalid parameter 'firstName' must not be null")
  })
})

describe('keys and values of a body', () => {
  const sent = async (body: unknown) => patch(JSON.stringify(body))

  it('unknown keys are ignored, whatever they hold', async () => {
    const { status, settings } = await sent({ nonsense: [{}], __proto__x: 1, holdHours: 9 })
    assert.deepEqual([status, settings.holdHours], [200, 9])
    assert.equal(
      (await patch('{"__proto__":{"holdHours":7},"constructor":1}')).settings.holdHours,
      9,
    )
  })

  for (const value of ['9', ' 9 ', 9.0, '9.0']) {
    it(`${JSON.stringify(value)} is the number 9`, async () => {
      assert.equal((await sent({ holdHours: value })).settings.holdHours, 9)
    })
  }

  it('9.0 written out is the number 9', async () => {
    assert.equal((await patch('{"holdHours":9.0}')).settings.holdHours, 9)
  })

  for (const value of [9.5, '', 'nine', true, [9], { n: 9 }]) {
    it(`400 for a number given as ${JSON.stringify(value)}`, async () => {
      const { status, code } = await sent({ holdHours: value })
      assert.deepEqual([status, code], [400, 'INVALID_PARAMETER'])
    })
  }

  it('a number is taken for a text', async () => {
    const path = `/api/v3.3/agencies/${agencyUid}`
    const { body } = await server.request('PATCH', path, { key, body: { zipCode: 80302 } })
    assert.equal(body.agency.zipCode, '80302')
  })

  it('control characters other than tab and line feed are removed', async () => {
    const path = `/api/v3.3/agencies/${agencyUid}`
    const rentalCondition = 'a\u0000b\u0007c\td\ne\rf\u007fg <b>&amp;</b>'
    const { body } = await server.request('PATCH', path, { key, body: { rentalCondition } })
    assert.equal(body.agency.rentalCondition, 'abc\td\nefg <b>&amp;</b>')
  })
})

describe('a query', () => {
  const list = async (query: string) => {
    const path = `/api/v3.3/leads?agencyUid=${agencyUid}&${query}`
    const { status, body } = await server.request('GET', path, { key })
    return { status, body, total: body._metadata?.totalCount, limit: body._paging?._limit }
  }

  before(async () => {
    for (let i = 0; i < 3; i++) await make.makeLead(server, agencyUid)
  })

  it('unknown parameters are ignored', async () => {
    const { status, body } = await list('status=BOOKED&type=x&phone=1&fromDate=y&nonsense&=&%00=1')
    assert.deepEqual([status, body.leads.length], [200, 3])
  })

  it('a known parameter with a bad value is not', async () => {
    assert.equal((await list('checkInFrom=soon')).status, 400)
  })

  it('the last of a repeated parameter counts', async () => {
    assert.equal((await list('_limit=1&_limit=x&_limit=2')).limit, 2)
  })

  for (const flag of ['true', 'TRUE', 'True', '1']) {
    it(`${flag} is true`, async () => assert.equal((await list(`_total=${flag}`)).total, 3))
  }
  for (const flag of ['false', 'FALSE', '0', '']) {
    it(`'${flag}' is not`, async () => assert.equal((await list(`_total=${flag}`)).total, null))
  }

  it('400 for another word', async () => {
    const { status, body } = await list('_total=yes')
    assert.deepEqual([status, body.parameter], [400, '_total'])
  })

  it('an empty parameter is absent', async () => {
    const empty = 'propertyUid=&leadUids=&statusIn=&checkInFrom=&updatedSince=&_limit=&unitUid='
    const { status, body } = await list(empty)
    assert.deepEqual([status, body.leads.length], [200, 3])
  })
})

describe('Accept and Accept-Language', () => {
  const values = ['text/html', 'image/png', 'nonsense', '', 'application/xml;q=1, */*;q=0']
  for (const accept of values) {
    it(`200 with JSON for '${accept}'`, async () => {
      const headers = { 'x-hostfully-apikey': key, accept, 'accept-language': accept }
      const response = await raw(server, '/api/v3.3/agencies', { headers })
      assert.equal(response.status, 200)
      assert.match(response.headers['content-type'] ?? '', /^application\/json/)
    })
  }
})
