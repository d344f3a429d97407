/** Decisions on the consent pages, and their results: contract/general.md §2.3. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  approve,
  authorizeUrl,
  exchange,
  type Form,
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
  openConsentSession,
  password,
  postForm,
  redirected,
  refresh,
} from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeHotel, makeProperty } from '../../../../test/fixtures/rows.ts'
import { secretKeyText } from '../../../../test/support/databases/secret-keys.ts'
import { startServer } from '../../../../test/support/server.ts'
import { hashPassword } from '../../../platform/crypto/passwords.ts'
import { signToken } from '../../../platform/crypto/signed-token.ts'
import { storePassword } from '../passwords/employee-passwords.ts'

const SECRET_KEY = secretKeyText('first', 'former')
const server = await startServer({ SECRET_KEY })
const { agencyUid } = await makeAgency(server)
const email = 'grace@cedarstays.example'
const cabin = await makeProperty(server, agencyUid, { name: 'Cabin <script>' })
const barn = await makeProperty(server, agencyUid, { name: 'Barn' })
const hotel = await makeHotel(server, agencyUid)
const double = await makeProperty(server, agencyUid, { name: 'Double', hotel_uid: hotel })
const foreign = await makeAgency(server, { name: 'Pine Lodges' })
const foreignProperty = await makeProperty(server, foreign.agencyUid)
let partner: OAuthPartner
let manager: { agency_uid: string; uid: string }
/** A cheap hash, for fast tests. */
const hash = await hashPassword(password, { ln: 4, r: 8, p: 1 })

before(async () => {
  manager = { agency_uid: agencyUid, uid: await makeManager(server, agencyUid) }
  partner = await makeOAuthPartner(server)
})

async function grants() {
  const rows = await server.database.kysely
    .selectFrom('grants')
    .select(['object_uid', 'access', 'personal_data'])
    .where('partner_uid', '=', partner.partnerUid)
    .orderBy('object_uid')
    .execute()
  return rows.map(row => [row.object_uid, row.access, row.personal_data])
}

const path = () => authorizeUrl(partner, { state: 's 1' })

async function decide(form: Form) {
  return postForm(server, path(), [['ticket', await openConsentSession(server, path())], ...form])
}

describe('a decision', () => {
  it('302 DECLINED: grants nothing, signed in or not', async () => {
    for (const form of [
      [['step', 'decline']],
      [
        ['step', 'decline'],
        ['object', cabin],
      ],
    ] as Form[]) {
      const parameters = redirected(await decide(form))
      assert.deepEqual(
        [...parameters],
        [
          ['state', 's 1'],
          ['status', 'DECLINED'],
          ['iss', server.config.publicUrl],
        ],
      )
    }
    assert.equal(
      redirected(await postForm(server, path(), [['step', 'decline']])).get('code'),
      null,
    )
    assert.deepEqual(await grants(), [])
  })

  it('302 SUCCESSFUL: returns a code and grants write access without personal data', async () => {
    const parameters = redirected(
      await decide([
        ['step', 'approve'],
        ['object', cabin],
      ]),
    )
    assert.deepEqual([...parameters.keys()], ['code', 'state', 'status', 'iss'])
    assert.deepEqual([parameters.get('state'), parameters.get('status')], ['s 1', 'SUCCESSFUL'])
    assert.deepEqual(await grants(), [[cabin, 'READ_WRITE', false]])
  })

  it('replaces the grants on a second approval, and keeps former tokens valid', async () => {
    const { body } = await exchange(server, partner, await approve(server, partner, [cabin]))
    const form: Form = [
      ['access', 'READ'],
      ['personalData', 'yes'],
    ]
    await approve(server, partner, [hotel, double, barn], { form })
    assert.deepEqual(
      await grants(),
      [barn, hotel].sort().map(uid => [uid, 'READ', true]),
    )
    const read = (uid: string) =>
      server.request('GET', `/api/v3.3/properties/${uid}`, { key: body.accessToken })
    assert.equal((await read(cabin)).status, 404)
    assert.equal((await read(double)).status, 200)
    assert.equal((await refresh(server, partner, body.refreshToken)).status, 200)
  })
})

describe('a repeated decision', () => {
  it('grants all properties at once, and the page shows present grants', async () => {
    await decide([
      ['step', 'approve'],
      ['all', 'yes'],
    ])
    assert.deepEqual(
      (await grants()).map(([uid]) => uid),
      [cabin, barn, hotel].sort(),
    )
    const { text } = await postForm(server, path(), [
      ['step', 'sign-in'],
      ['email', email],
      ['password', password],
    ])
    const isTicked = (uid: string) => text.includes(`value="${uid}" checked`)
    assert.deepEqual([cabin, barn, hotel, double].map(isTicked), [true, true, true, false])
  })
})

describe('a rejected decision', () => {
  it('422: rejects no selection, or foreign objects, and changes nothing', async () => {
    const before = await grants()
    for (const objects of [[], [['object', foreignProperty]], [['object', 'x']]] as Form[]) {
      const { status, text } = await decide([['step', 'approve'], ...objects])
      assert.equal(status, 422)
      assert.match(text, /Choose at least one property/)
    }
    assert.deepEqual(await grants(), before)
  })

  it('403: rejects a foreign, an expired and a missing consent session', async () => {
    const other = await makeOAuthPartner(server)
    const ticket = await openConsentSession(server, path())
    const form: Form = [
      ['ticket', ticket],
      ['step', 'approve'],
      ['object', cabin],
    ]
    assert.equal((await postForm(server, authorizeUrl(other), form)).status, 403)
    assert.equal((await postForm(server, path(), form.slice(1))).status, 403)
    const now = server.clock.now()
    server.clock.advance(1_801_000)
    assert.equal((await postForm(server, path(), form)).status, 403)
    server.clock.set(now)
    const key = await server.request('GET', '/api/v3.3/agencies', { key: ticket })
    assert.equal(key.status, 401)
  })

  it('403: rejects a consumed consent session, and one older than the password', async () => {
    const form = async (): Promise<Form> => [
      ['ticket', await openConsentSession(server, path())],
      ['step', 'approve'],
      ['object', cabin],
    ]
    const used = await form()
    const both = await Promise.all([0, 1].map(() => postForm(server, path(), used)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [302, 403])
    assert.match((await postForm(server, path(), used)).text, /Please sign in again/)
    const old = await form()
    server.clock.advance(1_000)
    await storePassword({ db: server.database.kysely }, manager, hash, server.clock.now())
    assert.equal((await postForm(server, path(), old)).status, 403)
  })

  it('403: rejects a forged consent session, signed with any key of the operator', async () => {
    const before = await grants()
    const exp = server.clock.now().getTime() + 1e9
    const identities = [manager]
    for (const key of server.config.secretKeys) {
      const claims = { aud: 'lodgepole-consent', sub: partner.clientId, exp, identities }
      const forged = signToken(claims, key)
      const form: Form = [
        ['ticket', forged],
        ['step', 'approve'],
        ['all', 'yes'],
        ['personalData', 'yes'],
      ]
      assert.equal((await postForm(server, path(), form)).status, 403)
    }
    assert.deepEqual(await grants(), before)
  })
})
