/** Tests of every rejected registration: contract/events.md §1.5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeKey, makePartner, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const other = await makeAgency(server)
const foreignUid = await makeProperty(server, other.agencyUid)
const further = await makeKey(server, agencyUid)
const partner = await makePartner(server)
const register = (body: object) =>
  server.request('POST', '/api/v3.3/webhooks', {
    key,
    body: { eventType: 'NEW_BOOKING', callbackUrl: 'https://hooks.example.com/', ...body },
  })

const codes = { 400: 'INVALID_PARAMETER', 403: 'ACCESS_DENIED' } as const
const enums = 'Wrong enum value, allowed values are: '
const visible = "Invalid parameter 'creatorIdentifier' must be 1 to 255 visible ASCII characters"
const refusals: [body: object, status: 400 | 403, text: string, code?: string][] = [
  [
    { eventType: undefined },
    400,
    "Invalid parameter 'eventType' must not be null",
    'REQUIRED_PARAMETER',
  ],
  [
    { callbackUrl: undefined },
    400,
    "Invalid parameter 'callbackUrl' must not be null",
    'REQUIRED_PARAMETER',
  ],
  [
    { callbackUrl: null },
    400,
    "Invalid parameter 'callbackUrl' must not be null",
    'REQUIRED_PARAMETER',
  ],
  [{ webhookType: 'GET' }, 400, `${enums}POST_JSON, POST_FORM`, 'INVALID_ENUM_VALUE'],
  [{ payloadFormat: 'XML' }, 400, `${enums}COMPATIBLE, EXTENDED`, 'INVALID_ENUM_VALUE'],
  [
    { webhookType: 'POST_JSON', webHookType: 'POST_FORM' },
    400,
    "Exactly one of ['webhookType', 'webHookType'] must be given",
    'CONFLICTING_PARAMETERS',
  ],
  [
    { callbackUrl: 'https://a.example/', url: 'https://b.example/' },
    400,
    "Exactly one of ['callbackUrl', 'url'] must be given",
    'CONFLICTING_PARAMETERS',
  ],
  [{ creatorIdentifier: 'a b' }, 400, visible],
  [{ creatorIdentifier: '' }, 400, visible],
  [{ creatorIdentifier: 'x'.repeat(256) }, 400, visible],
  [
    { description: 'x'.repeat(256) },
    400,
    "Invalid parameter 'description' must have at most 255 characters",
  ],
  [{ agencyUid: other.agencyUid }, 403, `No access to objectUid ${other.agencyUid}`],
  [{ agencyUid: 'x' }, 403, 'No access to objectUid x'],
  [{ objectUid: foreignUid }, 403, `No access to objectUid ${foreignUid}`],
  [{ objectUid: 'x' }, 403, 'No access to objectUid x'],
  [{ creatorIdentifier: further.uid }, 403, `No access to creatorIdentifier ${further.uid}`],
  [
    { creatorIdentifier: partner.clientId },
    403,
    `No access to creatorIdentifier ${partner.clientId}`,
  ],
  [
    { eventType: 'CHANNEL_ACTIVATED' },
    403,
    "Access-change webhooks need the partner's own credentials",
    'OPERATION_NOT_PERMITTED',
  ],
]

const malformed = 'is not a valid URL'
const schemeless = "has no scheme: it must begin with 'https://'"
const portless = "has no port after its ':': leave out the ':' or give a port from 1 to 65535"
const insecure = 'must use the https protocol'
const refused = 'points to an address that is not allowed'
const hostile: [url: string, reason: string][] = [
  ['', malformed],
  ['hooks', malformed],
  ['/hooks', malformed],
  ['//hooks.example.com', malformed],
  ['https://', malformed],
  [`https://hooks.example.com/${'x'.repeat(2_048)}`, malformed],
  ['https://hooks.example.com/a b', malformed],
  ['https://hooks.example.com\\@10.0.0.1/', malformed],
  ['https://hooks.example.com/\r\nhost: x', malformed],
  ['localhost:25002', schemeless],
  ['hooks.example.com/x', schemeless],
  ['https://hooks.example.com:/', portless],
  ['https://127.0.0.1:0/', portless],
  ['http://hooks.example.com/', insecure],
  ['ftp://hooks.example.com/', insecure],
  ['file:///etc/passwd', insecure],
  ['javascript:alert(1)', insecure],
  ['https://127.0.0.1/', refused],
  ['https://127.1/', refused],
  ['https://2130706433/', refused],
  ['https://0x7f.0.0.1/', refused],
  ['https://10.1.2.3/', refused],
  ['https://172.16.0.1/', refused],
  ['https://192.168.0.1/', refused],
  ['https://169.254.169.254/latest/meta-data', refused],
  ['https://100.64.0.1/', refused],
  ['https://0.0.0.0/', refused],
  ['https://224.0.0.1/', refused],
  ['https://[::1]/', refused],
  ['https://[::ffff:10.0.0.1]/', refused],
  ['https://[64:ff9b::a00:1]/', refused],
  ['https://[fd00::1]/', refused],
  ['https://[fe80::1]/', refused],
  ['https://localhost/', refused],
  ['https://intranet/', refused],
  ['https://db.internal/', refused],
  ['https://printer.local./', refused],
  ['https://x.localhost/', refused],
  ['https://hooks.example.com:22/', refused],
  ['https://user:password@127.0.0.1/', refused],
]

describe('POST /api/v3.3/webhooks', () => {
  for (const [given, status, text, code = codes[status]] of refusals) {
    it(`${status}: refuses ${JSON.stringify(given).slice(0, 60)}: ${text}`, async () => {
      const response = await register(given)
      assert.equal(response.status, status)
      assert.equal(response.body.code, code)
      assert.equal(response.body.apiErrorMessage, text)
    })
  }

  for (const [callbackUrl, reason] of hostile) {
    it(`400: refuses ${JSON.stringify(callbackUrl.slice(0, 50))}`, async () => {
      const { status, body } = await register({ callbackUrl })
      assert.equal(status, 400)
      assert.equal(body.code, 'INVALID_PARAMETER')
      assert.equal(body.apiErrorMessage, `Invalid parameter 'callbackUrl' ${reason}`)
    })
  }
})
