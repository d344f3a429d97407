/** Review, change and end of partner access by a manager: contract/general.md §2.3. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  approve,
  authorizeUrl,
  exchange,
  type Form,
  findConsentSession,
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
  password,
  postForm,
  refresh,
} from '../../../../test/fixtures/oauth.ts'
import { grant, makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server, { name: 'Cedar Stays' })
const cabin = await makeProperty(server, agencyUid, { name: 'Cabin <b>' })
const barn = await makeProperty(server, agencyUid, { name: 'Barn' })
const foreign = await makeAgency(server, { name: 'Pine Lodges' })
const foreignProperty = await makeProperty(server, foreign.agencyUid, { name: 'Foreign' })
const path = '/api/auth/oauth/access'
const db = server.database.kysely
let partner: OAuthPartner
let requester: OAuthPartner

before(async () => {
  await makeManager(server, agencyUid)
  partner = await makeOAuthPartner(server)
  requester = await makeOAuthPartner(server)
  const named = [
    [partner, 'Lock maker & sons'],
    [requester, 'Price setter'],
  ] as const
  for (const [{ partnerUid }, name] of named) {
    await db.updateTable('partners').set({ name }).where('partner_uid', '=', partnerUid).execute()
  }
})

const signIn = (at = path) =>
  postForm(server, at, [
    ['step', 'sign-in'],
    ['email', 'grace@cedarstays.example'],
    ['password', password],
  ])

/** Sends a form of the first page after sign-in. */
async function send(step: string, form: Form = [], at = path) {
  const ticket = findConsentSession((await signIn(at)).text)
  const of: Form = form.some(([name]) => name === 'of') ? [] : [['of', partner.partnerUid]]
  return postForm(server, at, [['ticket', ticket], ['step', step], ...of, ...form])
}

async function listGranted() {
  const rows = await db
    .selectFrom('grants')
    .selectAll()
    .where('partner_uid', '=', partner.partnerUid)
    .where('agency_uid', '=', agencyUid)
    .orderBy('object_uid')
    .execute()
  return rows.map(row => [row.object_uid, row.access, row.personal_data])
}

/** Returns the queued emails. */
async function mails() {
  const { rows } = await sql<{ data: { to: object; subject: string; text: string } }>`
    select data from worker.job where name = 'send-mail' order by created_on`.execute(db)
  return rows.map(({ data }) => data)
}

describe('an approval', () => {
  it('is emailed to the agency with the manager if access is new or wider', async () => {
    await approve(server, partner, [cabin])
    const [mail, ...others] = await mails()
    assert.deepEqual(others, [])
    assert.deepEqual(mail!.to, { agencyUid })
    assert.equal(mail!.subject, 'Lock maker & sons now has access to Cedar Stays')
    assert.match(mail!.text, /^Grace \w+ \(grace@cedarstays\.example\) gave Lock maker & sons /)
    assert.match(mail!.text, /- Cabin <b>: read and edit\n/)
    assert.ok(mail!.text.includes(`${server.config.publicUrl}${path}`))
    await approve(server, partner, [cabin], { form: [['access', 'READ']] })
    assert.equal((await mails()).length, 1, 'narrower access is not emailed')
    const form: Form = [
      ['access', 'READ'],
      ['personalData', 'yes'],
    ]
    await approve(server, partner, [cabin, barn], { form })
    const wider = (await mails()).at(-1)!.text
    assert.match(wider, /- Cabin <b>: read, with personal data of guests\n/)
    assert.match(wider, /- Barn: read, with personal data of guests\n/)
  })
})

describe('partners with access', () => {
  it('200: requires sign-in before it returns data', async () => {
    const { status, text } = await server.request('GET', path)
    assert.equal(status, 200)
    assert.match(text, /type="password"/)
    assert.equal(text.includes('Lock maker'), false)
    assert.equal(text.includes('value="decline"'), false)
    const forged = await postForm(server, path, [['ticket', 'x']])
    assert.equal(forged.status, 403)
  })

  it('200: lists objects, start and last use, also during an authorization request', async () => {
    await grant(server, { ...requester, agencyUid: foreign.agencyUid, objectUid: foreignProperty })
    const { body } = await exchange(server, partner, await approve(server, partner, [cabin, barn]))
    for (const at of [path, authorizeUrl(requester)]) {
      const { text } = await signIn(at)
      assert.match(text, /Lock maker &#38; sons/)
      assert.match(text, /Since 20 May 2026, never used/)
      assert.match(text, /2 properties.*Barn: read and edit.*Cabin &#60;b&#62;: read and/s)
      assert.equal(text.includes('Foreign'), false)
    }
    await server.request('GET', `/api/v3.3/properties/${cabin}`, { key: body.accessToken })
    assert.match((await signIn()).text, /Since 20 May 2026, last used 20 May 2026/)
  })
})

describe('a change of access', () => {
  it('revokes a property, keeps access that differs by property, and records events', async () => {
    await approve(server, partner, [cabin, barn])
    await db
      .updateTable('grants')
      .set({ access: 'READ', personal_data: true })
      .where('object_uid', '=', barn)
      .execute()
    const { status, text } = await send('partner')
    assert.equal(status, 200)
    assert.match(text, /name="access" value="KEEP" checked/)
    assert.match(text, /name="personalData" value="KEEP" checked/)
    const unchangedAccess: Form = [
      ['access', 'KEEP'],
      ['personalData', 'KEEP'],
    ]
    const both = await send('change', [['object', cabin], ['object', barn], ...unchangedAccess])
    assert.match(both.text, /Saved for Lock maker/)
    const before = [
      [cabin, 'READ_WRITE', false],
      [barn, 'READ', true],
    ].sort()
    assert.deepEqual(await listGranted(), before)
    await send('change', [['object', barn], ...unchangedAccess])
    assert.deepEqual(await listGranted(), [[barn, 'READ', true]])
    await send('change', [['object', barn], ['object', cabin], ...unchangedAccess])
    assert.deepEqual(
      await listGranted(),
      [
        [cabin, 'READ', false],
        [barn, 'READ', true],
      ].sort(),
    )
    const eventTypes = (await readEventLog(server, agencyUid)).map(({ type }) => type)
    assert.deepEqual(eventTypes.slice(-2), ['PROPERTY_ACCESS_REVOKED', 'PROPERTY_ACCESS_GRANTED'])
  })
})

describe('a rejected change', () => {
  it('422 without a selection, 403 with a consumed consent session; nothing changes', async () => {
    const before = await listGranted()
    const none = await send('change')
    assert.equal(none.status, 422)
    assert.match(none.text, /Choose at least one property/)
    const ticket = findConsentSession((await signIn()).text)
    const form: Form = [
      ['ticket', ticket],
      ['step', 'change'],
      ['of', partner.partnerUid],
      ['object', barn],
      ['access', 'KEEP'],
      ['personalData', 'KEEP'],
    ]
    assert.equal((await postForm(server, path, form)).status, 200)
    const after = await listGranted()
    assert.notDeepEqual(after, before)
    assert.equal((await postForm(server, path, [...form, ['object', cabin]])).status, 403)
    assert.deepEqual(await listGranted(), after)
  })

  it('is not possible for partners of other agencies', async () => {
    const { text } = await send('end', [['of', requester.partnerUid]])
    assert.match(text, /This partner no longer has access/)
    const { rows } =
      await sql`select 1 from grants where partner_uid = ${requester.partnerUid}`.execute(db)
    assert.equal(rows.length, 1)
  })
})

describe('a disconnection', () => {
  it('revokes grants and tokens at once, and keeps the request of another partner', async () => {
    const { body } = await exchange(server, partner, await approve(server, partner, [cabin]))
    const { status, text } = await send('end', [], authorizeUrl(requester))
    assert.equal(status, 200)
    assert.match(text, /Lock maker &#38; sons no longer has access\./)
    assert.match(text, /Connect Price setter to Cedar Stays/)
    assert.deepEqual(await listGranted(), [])
    const { accessToken: key, refreshToken } = body
    const read = await server.request('GET', `/api/v3.3/properties/${cabin}`, { key })
    assert.equal(read.status, 401)
    assert.equal((await refresh(server, partner, refreshToken)).status, 400)
    assert.match((await signIn()).text, /No partner has access/)
  })
})

describe('GET /partners and revocations, by signed-in employees', () => {
  const call = ({ headers }: SignedIn, method: string, path: string) =>
    server.request(method, `/api/v3.3/partners${path}`, { headers })

  it('lists the grants of a partner, revokes one, then all with its tokens', async () => {
    const manager = await makeSignedIn(server, agencyUid, 'MANAGER')
    const approved = await approve(server, partner, [cabin, barn])
    const { accessToken: key } = (await exchange(server, partner, approved)).body
    const { body, text } = await call(manager, 'GET', '')
    const { partnerUid } = partner
    const connected = body.partners.find(({ uid }: { uid: string }) => uid === partnerUid)
    assert.deepEqual(
      [connected.name, connected.kind, connected.channel, connected.grants.length],
      ['Lock maker & sons', 'INTEGRATION', null, 2],
    )
    assert.ok(!text.includes(partner.clientId))
    const grantPath = `/${partnerUid}/grants/${barn}`
    assert.equal((await call(manager, 'DELETE', grantPath)).status, 204)
    assert.equal((await call(manager, 'DELETE', grantPath)).body.code, 'GRANT_NOT_FOUND')
    assert.deepEqual(
      (await listGranted()).map(([object]) => object),
      [cabin],
    )
    const read = () => server.request('GET', `/api/v3.3/properties/${cabin}`, { key })
    assert.equal((await read()).status, 200)
    const connectionPath = `/${partnerUid}/connection`
    assert.equal((await call(manager, 'DELETE', connectionPath)).status, 204)
    assert.equal((await read()).status, 401)
    assert.deepEqual(await listGranted(), [])
    assert.equal((await call(manager, 'DELETE', connectionPath)).body.code, 'PARTNER_NOT_FOUND')
  })

  it('403: rejects STAFF and API keys; 404 for grants of another agency', async () => {
    const staff = await makeSignedIn(server, agencyUid, 'STAFF')
    assert.equal((await call(staff, 'GET', '')).body.requires, 'ADMIN or MANAGER')
    const keyed = await server.request('GET', '/api/v3.3/partners', { key: foreign.key })
    assert.deepEqual([keyed.status, keyed.body.requires], [403, 'session'])
    const stranger = await makeSignedIn(server, foreign.agencyUid, 'ADMIN')
    await db.deleteFrom('grants').where('partner_uid', '=', partner.partnerUid).execute()
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: cabin })
    for (const path of ['/connection', `/grants/${cabin}`]) {
      const { body } = await call(stranger, 'DELETE', `/${partner.partnerUid}${path}`)
      assert.equal(body.code, 'PARTNER_NOT_FOUND')
    }
    assert.equal((await listGranted()).length, 1)
  })
})

describe('PUT /partners/{partnerUid}/grants/{objectUid}', () => {
  it('adds a grant, changes it, and emails wider access', async () => {
    const manager = await makeSignedIn(server, agencyUid, 'ADMIN')
    await db.deleteFrom('grants').where('partner_uid', '=', partner.partnerUid).execute()
    const put = (objectUid: string, body: object, by = manager) =>
      server.request('PUT', `/api/v3.3/partners/${partner.partnerUid}/grants/${objectUid}`, {
        headers: by.headers,
        body,
      })
    assert.equal((await put(barn, { access: 'READ' })).body.code, 'PARTNER_NOT_FOUND')
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: cabin })
    const before = (await mails()).length
    const { status, body } = await put(barn, { access: 'READ', personalData: true })
    assert.deepEqual([status, body.grant.objectUid, body.grant.access], [200, barn, 'READ'])
    assert.match((await mails()).at(-1)!.text, /- Barn: read, with personal data of guests\n/)
    assert.equal((await put(barn, { access: 'READ' })).body.grant.personalData, false)
    assert.equal((await mails()).length, before + 1, 'narrower access is not emailed')
    const has = [cabin, barn].sort()
    assert.deepEqual(
      (await listGranted()).map(([object]) => object),
      has,
    )
    const refused = [
      await put(foreignProperty, { access: 'READ' }),
      await put(cabin, { access: 'ALL' }),
      await put(cabin, {}),
      await put(cabin, { access: 'READ' }, await makeSignedIn(server, agencyUid, 'STAFF')),
    ]
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code]),
      [
        [404, 'PROPERTY_NOT_FOUND'],
        [400, 'INVALID_ENUM_VALUE'],
        [400, 'REQUIRED_PARAMETER'],
        [403, 'OPERATION_NOT_PERMITTED'],
      ],
    )
    assert.equal((await listGranted()).length, 2)
  })
})
