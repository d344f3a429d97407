/** contract/general.md §2.3: who has access, to be changed and ended by a manager. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { logOf } from '../../../../test/fixtures/events/event-log.ts'
import {
  approve,
  authorizeUrl,
  exchange,
  type Form,
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
  password,
  postForm,
  refresh,
  ticketIn,
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
let asking: OAuthPartner

before(async () => {
  await makeManager(server, agencyUid)
  partner = await makeOAuthPartner(server)
  asking = await makeOAuthPartner(server)
  const named = [
    [partner, 'Lock maker & sons'],
    [asking, 'Price setter'],
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

/** Sends a form of the page that a manager sees who has just signed in. */
async function send(step: string, form: Form = [], at = path) {
  const ticket = ticketIn((await signIn(at)).text)
  const of: Form = form.some(([name]) => name === 'of') ? [] : [['of', partner.partnerUid]]
  return postForm(server, at, [['ticket', ticket], ['step', step], ...of, ...form])
}

async function granted() {
  const rows = await db
    .selectFrom('grants')
    .selectAll()
    .where('partner_uid', '=', partner.partnerUid)
    .where('agency_uid', '=', agencyUid)
    .orderBy('object_uid')
    .execute()
  return rows.map(row => [row.object_uid, row.access, row.personal_data])
}

/** The mails that are on their way. */
async function mails() {
  const { rows } = await sql<{ data: { to: object; subject: string; text: string } }>`
    select data from worker.job where name = 'send-mail' order by created_on`.execute(db)
  return rows.map(({ data }) => data)
}

describe('an approval', () => {
  it('is told to the agency by mail where it is new or wider, with who gave it', async () => {
    await approve(server, partner, [cabin])
    const [mail, ...others] = await mails()
    assert.deepEqual(others, [])
    assert.deepEqual(mail!.to, { agencyUid })
    assert.equal(mail!.subject, 'Lock maker & sons now has access to Cedar Stays')
    assert.match(mail!.text, /^Grace \w+ \(grace@cedarstays\.example\) gave Lock maker & sons /)
    assert.match(mail!.text, /- Cabin <b>: read and edit\n/)
    assert.ok(mail!.text.includes(`${server.config.publicUrl}${path}`))
    await approve(server, partner, [cabin], { form: [['access', 'READ']] })
    assert.equal((await mails()).length, 1, 'less is not told')
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

describe('who has access', () => {
  it('200: is asked for a password first, and shows nothing before', async () => {
    const { status, text } = await server.request('GET', path)
    assert.equal(status, 200)
    assert.match(text, /type="password"/)
    assert.equal(text.includes('Lock maker'), false)
    assert.equal(text.includes('value="decline"'), false)
    const forged = await postForm(server, path, [['ticket', 'x']])
    assert.equal(forged.status, 403)
  })

  it('200: to what, since when and when last used, at a partner’s request, too', async () => {
    await grant(server, { ...asking, agencyUid: foreign.agencyUid, objectUid: foreignProperty })
    const { body } = await exchange(server, partner, await approve(server, partner, [cabin, barn]))
    for (const at of [path, authorizeUrl(asking)]) {
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

describe('changing what a partner has', () => {
  it('takes a property away, keeps what differs by property, and tells the log', async () => {
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
    const keep: Form = [
      ['access', 'KEEP'],
      ['personalData', 'KEEP'],
    ]
    const both = await send('change', [['object', cabin], ['object', barn], ...keep])
    assert.match(both.text, /Saved for Lock maker/)
    const before = [
      [cabin, 'READ_WRITE', false],
      [barn, 'READ', true],
    ].sort()
    assert.deepEqual(await granted(), before)
    await send('change', [['object', barn], ...keep])
    assert.deepEqual(await granted(), [[barn, 'READ', true]])
    await send('change', [['object', barn], ['object', cabin], ...keep])
    assert.deepEqual(
      await granted(),
      [
        [cabin, 'READ', false],
        [barn, 'READ', true],
      ].sort(),
    )
    const told = (await logOf(server, agencyUid)).map(({ type }) => type)
    assert.deepEqual(told.slice(-2), ['PROPERTY_ACCESS_REVOKED', 'PROPERTY_ACCESS_GRANTED'])
  })
})

describe('a change that is refused', () => {
  it('422 with nothing chosen, 403 with a ticket that was used; nothing changes', async () => {
    const before = await granted()
    const none = await send('change')
    assert.equal(none.status, 422)
    assert.match(none.text, /Choose at least one property/)
    const ticket = ticketIn((await signIn()).text)
    const form: Form = [
      ['ticket', ticket],
      ['step', 'change'],
      ['of', partner.partnerUid],
      ['object', barn],
      ['access', 'KEEP'],
      ['personalData', 'KEEP'],
    ]
    assert.equal((await postForm(server, path, form)).status, 200)
    const after = await granted()
    assert.notDeepEqual(after, before)
    assert.equal((await postForm(server, path, [...form, ['object', cabin]])).status, 403)
    assert.deepEqual(await granted(), after)
  })

  it('reaches nobody else’s partners', async () => {
    const { text } = await send('end', [['of', asking.partnerUid]])
    assert.match(text, /This partner no longer has access/)
    const { rows } =
      await sql`select 1 from grants where partner_uid = ${asking.partnerUid}`.execute(db)
    assert.equal(rows.length, 1)
  })
})

describe('ending all access', () => {
  it('takes grants and tokens at once, and leaves the request of another partner', async () => {
    const { body } = await exchange(server, partner, await approve(server, partner, [cabin]))
    const { status, text } = await send('end', [], authorizeUrl(asking))
    assert.equal(status, 200)
    assert.match(text, /Lock maker &#38; sons no longer has access\./)
    assert.match(text, /Connect Price setter to Cedar Stays/)
    assert.deepEqual(await granted(), [])
    const { accessToken: key, refreshToken } = body
    const read = await server.request('GET', `/api/v3.3/properties/${cabin}`, { key })
    assert.equal(read.status, 401)
    assert.equal((await refresh(server, partner, refreshToken)).status, 400)
    assert.match((await signIn()).text, /No partner has access/)
  })
})

describe('GET /partners and what ends access there, by people who are signed in', () => {
  const ask = ({ headers }: SignedIn, method: string, path: string) =>
    server.request(method, `/api/v3.3/partners${path}`, { headers })

  it('shows what a partner has, ends one thing of it, then all with its tokens', async () => {
    const manager = await makeSignedIn(server, agencyUid, 'MANAGER')
    const approved = await approve(server, partner, [cabin, barn])
    const { accessToken: key } = (await exchange(server, partner, approved)).body
    const { body, text } = await ask(manager, 'GET', '')
    const { partnerUid } = partner
    const shown = body.partners.find(({ uid }: { uid: string }) => uid === partnerUid)
    assert.deepEqual(
      [shown.name, shown.kind, shown.channel, shown.grants.length],
      ['Lock maker & sons', 'INTEGRATION', null, 2],
    )
    assert.ok(!text.includes(partner.clientId))
    const one = `/${partnerUid}/grants/${barn}`
    assert.equal((await ask(manager, 'DELETE', one)).status, 204)
    assert.equal((await ask(manager, 'DELETE', one)).body.code, 'GRANT_NOT_FOUND')
    assert.deepEqual(
      (await granted()).map(([object]) => object),
      [cabin],
    )
    const read = () => server.request('GET', `/api/v3.3/properties/${cabin}`, { key })
    assert.equal((await read()).status, 200)
    const all = `/${partnerUid}/connection`
    assert.equal((await ask(manager, 'DELETE', all)).status, 204)
    assert.equal((await read()).status, 401)
    assert.deepEqual(await granted(), [])
    assert.equal((await ask(manager, 'DELETE', all)).body.code, 'PARTNER_NOT_FOUND')
  })

  it('403 for staff and keys, 404 for what a partner has of another agency', async () => {
    const staff = await makeSignedIn(server, agencyUid, 'STAFF')
    assert.equal((await ask(staff, 'GET', '')).body.requires, 'ADMIN or MANAGER')
    const keyed = await server.request('GET', '/api/v3.3/partners', { key: foreign.key })
    assert.deepEqual([keyed.status, keyed.body.requires], [403, 'session'])
    const stranger = await makeSignedIn(server, foreign.agencyUid, 'ADMIN')
    await db.deleteFrom('grants').where('partner_uid', '=', partner.partnerUid).execute()
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: cabin })
    for (const path of ['/connection', `/grants/${cabin}`]) {
      const { body } = await ask(stranger, 'DELETE', `/${partner.partnerUid}${path}`)
      assert.equal(body.code, 'PARTNER_NOT_FOUND')
    }
    assert.equal((await granted()).length, 1)
  })
})

describe('PUT /partners/{partnerUid}/grants/{objectUid}', () => {
  it('gives a partner one thing more, changes it, and mails what is wider', async () => {
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
    assert.equal((await mails()).length, before + 1, 'less is not told')
    const has = [cabin, barn].sort()
    assert.deepEqual(
      (await granted()).map(([object]) => object),
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
    assert.equal((await granted()).length, 2)
  })
})
