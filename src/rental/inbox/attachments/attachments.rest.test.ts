/** Tests of attachments: contract/messaging.md §14. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'
import { versions } from '../../versions.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const mebibyte = 1_048_576

const makeStay = () => {
  server.clock.advance(61_000)
  const email = `${newUid()}@guests.example`
  return makeLead(server, agencyUid, { property_uid: propertyUid, email })
}
const file = (bytes: Buffer | string, more: object = {}) => ({
  fileName: 'guide.pdf',
  fileType: 'application/pdf',
  contentBase64: Buffer.from(bytes).toString('base64'),
  ...more,
})
const send = async (attachments: unknown, version = '3.3') => {
  const body = { type: 'EMAIL', leadUid: await makeStay(), content: { text: 'Hi' }, attachments }
  return server.request('POST', `/api/v${version}/messages`, { key, body })
}
const sent = async (attachments: unknown) => {
  const response = await send(attachments)
  assert.equal(response.status, 201, response.text)
  return response.body.message
}
const fetched = (url: string) => server.request('GET', url.replace(server.config.publicUrl, ''))

describe('attachments', () => {
  it('201: are returned in order, and can be downloaded without a credential', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 128])
    const { uid, attachments } = await sent([
      file(bytes, { fileName: 'Führer "1".bin', fileType: 'application/x-guide' }),
      file('', {
        fileName: 'b.txt',
        fileType: 'text/plain; charset=utf-8',
        contentBase64: 'c2Vj\n b25k IQ=\n= ',
      }),
    ])
    const presented = attachments.map(
      ({ uid: _, fileUrl: __, ...rest }: { uid: string; fileUrl: string }) => rest,
    )
    assert.deepEqual(presented, [
      { fileName: 'Führer "1".bin', fileType: 'application/x-guide', fileSize: 5 },
      { fileName: 'b.txt', fileType: 'text/plain; charset=utf-8', fileSize: 7 },
    ])
    const path = `${server.config.publicUrl}/api/v3.3/messages/${uid}/attachments/`
    assert.ok(attachments[0].fileUrl.startsWith(`${path}${attachments[0].uid}?token=`))
    const { status, headers } = await fetched(attachments[0].fileUrl)
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('content-disposition')],
      [
        200,
        'application/x-guide',
        `attachment; filename="F_hrer _1_.bin"; filename*=UTF-8''F%C3%BChrer%20%221%22.bin`,
      ],
    )
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('content-length'), '5')
    const download = await fetch(
      attachments[0].fileUrl.replace(server.config.publicUrl, server.url),
    )
    assert.deepEqual(Buffer.from(await download.arrayBuffer()), bytes)
    assert.equal((await fetched(attachments[1].fileUrl)).text, 'second!')
  })

  it('have a different URL in each response, also in lists', async () => {
    const { uid, threadUid, attachments } = await sent([file('x')])
    const one = await server.request('GET', `/api/v3.2/messages/${uid}`, { key })
    const list = await server.request('GET', `/api/v3.3/messages?threadUid=${threadUid}`, { key })
    const urls = [attachments, one.body.message.attachments, list.body.messages[0].attachments].map(
      ([attachment]) => attachment.fileUrl as string,
    )
    assert.equal(new Set(urls).size, 3)
    for (const url of urls) assert.equal((await fetched(url)).status, 200)
  })

  it('of inbound messages are stored as well', async () => {
    const path = '/api/v3.3/messages/inbound'
    const leadUid = await makeStay()
    const content = { text: 'See the picture' }
    const body = { type: 'WHATSAPP', leadUid, content, attachments: [file('picture')] }
    const { status, body: created } = await server.request('POST', path, { key, body })
    assert.equal(status, 201)
    const [{ fileUrl }] = created.message.attachments
    assert.equal((await fetched(fileUrl)).text, 'picture')
  })

  it('are ignored before v3.3, and not returned before v3.2', async () => {
    for (const version of versions.filter(version => version !== '3.3')) {
      const { status, body } = await send([file('x')], version)
      assert.equal(status, 201)
      const expected = version === '3.2' ? [] : undefined
      assert.deepEqual(body.message.attachments, expected, version)
    }
  })
})

describe('the link of an attachment', () => {
  it('403 ACCESS_DENIED without its token, with another one, or after a day', async () => {
    const [{ uid, attachments }, other] = [await sent([file('x')]), await sent([file('y')])]
    const { pathname, search } = new URL(attachments[0].fileUrl)
    const foreign = new URL(other.attachments[0].fileUrl)
    const wrong = [
      pathname,
      `${pathname}?token=`,
      `${pathname}?token=abc`,
      `${pathname}${foreign.search}`,
      `${foreign.pathname}${search}`,
      `${pathname.replace(uid, other.uid)}${search}`,
      `${pathname}${search.slice(0, -3)}AAA`,
    ]
    for (const path of wrong) {
      const { status, body } = await server.request('GET', path, { key })
      assert.deepEqual([status, body?.code], [403, 'ACCESS_DENIED'], path)
    }
    // The second message was sent 61 s after the first.
    server.clock.advance(86_399_000 - 61_000)
    assert.equal((await fetched(attachments[0].fileUrl)).status, 200)
    server.clock.advance(1_000)
    assert.equal((await fetched(attachments[0].fileUrl)).status, 403)
  })

  it('404 before v3.3', async () => {
    const [{ fileUrl }] = (await sent([file('x')])).attachments
    const { status, body } = await fetched(fileUrl.replace('v3.3', 'v3.2'))
    assert.notEqual(status, 200)
    assert.ok(body.code)
  })
})

describe('the limits of attachments', () => {
  const large = Buffer.alloc(10 * mebibyte, 'x')
  const refused: Record<string, [unknown, number, string, object]> = {
    'eleven files': [Array(11).fill(file('x')), 413, 'PAYLOAD_TOO_LARGE', { limit: 10 }],
    'a byte more than 10 MiB': [
      [file(Buffer.alloc(10 * mebibyte + 1))],
      413,
      'PAYLOAD_TOO_LARGE',
      { limit: 10 * mebibyte },
    ],
    'a byte more than 20 MiB together': [
      [file(large), file(large), file('x')],
      413,
      'PAYLOAD_TOO_LARGE',
      { limit: 20 * mebibyte },
    ],
    'invalid base64': [
      [file('', { contentBase64: '%%%' })],
      400,
      'INVALID_PARAMETER',
      { parameter: 'attachments[0].contentBase64' },
    ],
    // With backtracking, so many blanks would take an hour.
    'many blanks that are not base64': [
      [file('', { contentBase64: `${' '.repeat(mebibyte)}%` })],
      400,
      'INVALID_PARAMETER',
      { parameter: 'attachments[0].contentBase64' },
    ],
    'an invalid media type': [
      [file('x', { fileType: 'pdf\r\nX-Evil: 1' })],
      400,
      'INVALID_PARAMETER',
      { parameter: 'attachments[0].fileType' },
    ],
    'a file without a name': [
      [{ fileType: 'text/plain', contentBase64: '' }],
      400,
      'REQUIRED_PARAMETER',
      { parameter: 'attachments[0].fileName' },
    ],
    'a value that is not a list': [
      file('x'),
      400,
      'INVALID_PARAMETER',
      { parameter: 'attachments' },
    ],
  }
  for (const [what, [attachments, status, code, members]] of Object.entries(refused)) {
    it(`${status} ${code} for ${what}`, async () => {
      const response = await send(attachments)
      assert.partialDeepStrictEqual(response.body, { status, code, ...members })
    })
  }

  it('201 for 20 MiB in all; 413 for a body above 28 MiB, 1 MiB before v3.3', async () => {
    assert.equal((await sent([file(large), file(large)])).attachments.length, 2)
    const body = { type: 'EMAIL', content: { text: 'x' }, filler: 'x'.repeat(28 * mebibyte) }
    const tooMuch = await server.request('POST', '/api/v3.3/messages', { key, body })
    assert.deepEqual([tooMuch.status, tooMuch.body.limit], [413, 28 * mebibyte])
    const less = { ...body, filler: 'x'.repeat(mebibyte) }
    const older = await server.request('POST', '/api/v3.2/messages', { key, body: less })
    assert.deepEqual([older.status, older.body.limit], [413, mebibyte])
  })
})
