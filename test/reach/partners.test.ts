/**
 * contract/general.md §3, on every route of every version: what partners see and do. The requests
 * are made of the route tables, so that a new route is tried, too, or named as not known here.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { existsIn } from '../../src/platform/rest/version.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { callsAnywhere, deliverDue } from '../fixtures/webhooks.ts'
import { startReceiver } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'
import { makeEstate, shareGuest } from './estate.ts'
import { fingerprints } from './fingerprints.ts'
import { agencyOnly, ofWebhooks, otherRefusal, storesNothing } from './known.ts'
import type { AnyRoute } from './requests.ts'
import { isRead, isWrite, scopes, surfacesOf, told } from './surfaces.ts'
import { tokenWith } from './tokens.ts'
import type { Estate } from './uids.ts'
import { withWebhook } from './webhooks.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0', ...callsAnywhere })
const receiver = await startReceiver()
const agency = await makeAgency(server)
let granted: Estate
/** Its webhook is the agency's. */
let hidden: Estate
/** What was granted, with a webhook that is the partner's. */
const own: Record<string, Estate> = {}
const tokens: Record<string, string> = {}
const { ask, findings } = surfacesOf(server)

before(async () => {
  // Writes through v2 that are off would be refused before a grant is looked at.
  const { agencyUid, key } = agency
  const settings = { key, body: { v2LeadWrites: true } }
  await server.request('PATCH', `/api/v3.3/agencies/${agencyUid}/settings`, settings)
  granted = await makeEstate(server, agency, 'granted')
  hidden = await withOwn(await makeEstate(server, agency, 'hidden'), 'AGENCY', agency.key)
  await shareGuest(server, granted, hidden)
  tokens.NONE = await tokenWith(server, granted)
  tokens.READ = await tokenWith(server, granted, { access: 'READ' })
  tokens.READ_PERSONAL = await tokenWith(server, granted, { access: 'READ', personalData: true })
  tokens.READ_WRITE = await tokenWith(server, granted, { access: 'READ_WRITE' })
  for (const who of ['READ', 'READ_PERSONAL', 'READ_WRITE']) {
    own[who] = await withOwn(granted, who, tokens[who]!)
  }
})

/** Each calls a path of its own. */
function withOwn(estate: Estate, who: string, key: string): Promise<Estate> {
  const callbackUrl = `${receiver.url}/${who}`
  return withWebhook(server, estate, { agencyKey: agency.key, key, callbackUrl })
}

for (const at of scopes) {
  describe(`partners on ${at.prefix}`, () => {
    for (const who of ['NONE', 'READ_WRITE'] as const) {
      it(`${who}: what was not granted is neither shown nor said to be there`, async () => {
        const wrong = await findings(at, isRead, async route => {
          const answer = await ask(at, route, hidden, tokens[who]!)
          const { status, text } = answer
          if (status >= 500 || status === 400) return told(answer)
          const isRefused = status === 403 || status === 404 || status === 409
          // A refusal names the uid that was asked for, and nothing else.
          const marks = isRefused ? hidden.marks.slice(0, 1) : hidden.marks
          return marks.some(mark => text.includes(mark)) ? told(answer) : null
        })
        assert.deepEqual(wrong, [])
      })

      it(`${who}: what was not granted is not written`, async () => {
        const earlier = await fingerprints(server, agency.agencyUid)
        const wrong = await findings(at, isWrite, async (route, name) => {
          const made = storesNothing.includes(name) ? [200, 403, 404] : [403, 404]
          if (createsOwn(name) && who === 'READ_WRITE') return null
          const answer = await ask(at, route, hidden, tokens[who]!)
          return made.includes(answer.status) ? null : told(answer)
        })
        assert.deepEqual(wrong, [])
        assert.deepEqual(await fingerprints(server, agency.agencyUid), earlier)
      })
    }

    it('READ: reads what was granted, without personal data', async () => {
      const wrong = await findings(at, isRead, async (route, name) => {
        const answer = await ask(at, route, own.READ!, tokens.READ!)
        if (agencyOnly(route)) return answer.status === 403 ? null : told(answer)
        if (answer.status !== 200) return `${name} ${told(answer)}`
        const { text } = answer
        const marks = [granted.personalMark, ...hidden.marks]
        const leaks = marks.some(mark => text.includes(mark))
        return leaks ? told(answer) : null
      })
      assert.deepEqual(wrong, [])
    })

    it('READ: writes nothing, and is told that the grant is for reading', async () => {
      const earlier = await fingerprints(server, agency.agencyUid)
      const isGranted = (route: AnyRoute) => isWrite(route) && !ofWebhooks(route)
      const wrong = await findings(at, isGranted, async (route, name) => {
        const answer = await ask(at, route, own.READ!, tokens.READ!)
        if (storesNothing.includes(name)) return answer.status === 200 ? null : told(answer)
        const { code } = answer.body ?? {}
        const expected = agencyOnly(route) ? 'OPERATION_NOT_PERMITTED' : readOnlyCode(name)
        return answer.status === 403 && code === expected ? null : told(answer)
      })
      assert.deepEqual(wrong, [])
      assert.deepEqual(await fingerprints(server, agency.agencyUid), earlier)
    })
  })

  describe(`partners with personal data on ${at.prefix}`, () => {
    it('READ: guests are shown, but not by events, which keep no values of theirs', async () => {
      const { uids } = own.READ_PERSONAL!
      const shows = async (path: string) => {
        const url = `${at.prefix}${path}`
        const { status, text } = await server.request('GET', url, { key: tokens.READ_PERSONAL! })
        assert.equal(status, 200, path)
        return text.includes(granted.personalMark)
      }
      assert.ok(await shows(`/leads/${uids.leadUid}`))
      if (!existsIn(at.version, { since: '3.3' })) return
      const delivery = `/webhooks/${uids.webhookUid}/deliveries/${uids.deliveryUid}`
      for (const path of [`/events/${uids.eventUid}`, delivery]) {
        assert.equal(await shows(path), false, path)
      }
    })

    it('READ: nothing of a guest is shown that another lead tells', async () => {
      const wrong = await findings(at, isRead, async route => {
        const answer = await ask(at, route, own.READ_PERSONAL!, tokens.READ_PERSONAL!)
        // The staff is the agency's.
        const text = answer.text.replaceAll(`${hidden.personalMark}@staff.example`, '')
        return hidden.marks.some(mark => text.includes(mark)) ? told(answer) : null
      })
      assert.deepEqual(wrong, [])
    })
  })
}

for (const at of scopes) {
  describe(`webhooks of partners on ${at.prefix}`, () => {
    it("READ_WRITE: another's are not known, though both were granted the same", async () => {
      const earlier = await fingerprints(server, agency.agencyUid)
      const isOfOne = (route: AnyRoute) => ofWebhooks(route) && route.path.includes(':uid')
      const wrong = await findings(at, isOfOne, async route => {
        const answer = await ask(at, route, own.READ!, tokens.READ_WRITE!)
        return answer.body?.code === 'WEBHOOK_NOT_FOUND' ? null : told(answer)
      })
      assert.deepEqual(wrong, [])
      assert.deepEqual(await fingerprints(server, agency.agencyUid), earlier)
    })

    it('READ: its own it may change, and they are sent what was granted', async () => {
      const estate = await withOwn(granted, 'READ', tokens.READ!)
      const leaks = (text: string) =>
        [granted.personalMark, ...hidden.marks].some(mark => text.includes(mark))
      const isOwn = (route: AnyRoute) => isWrite(route) && ofWebhooks(route)
      receiver.forget()
      const wrong = await findings(at, isOwn, async route => {
        const answer = await ask(at, route, estate, tokens.READ!)
        await deliverDue(server)
        return answer.status >= 300 || leaks(answer.text) ? told(answer) : null
      })
      assert.deepEqual(wrong, [])
      const sent = receiver.received.map(({ text }) => text)
      assert.ok(sent.some(text => text.includes(granted.uids.leadUid!)))
      assert.deepEqual(sent.filter(leaks), [])
    })
  })
}

/** Acts that name nothing but the agency: the partner makes something of its own. */
function createsOwn(name: string): boolean {
  const fields = ['v3 POST /custom-data-fields', 'v2 POST /customdatafields']
  return [...fields, 'v3 POST /properties', 'v2 POST /properties'].includes(name)
}

function readOnlyCode(name: string): string {
  return otherRefusal.test(name) ? 'OPERATION_NOT_PERMITTED' : 'READ_ONLY_GRANT'
}

describe('writes of a partner with READ_WRITE on /api/v3.3 and /v2', () => {
  for (const at of [scopes.at(-1)!, scopes[0]]) {
    it(`${at.prefix}: are answered without personal data, whatever they do`, async () => {
      const wrong: string[] = []
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
        wrong.push(
          ...(await findings(
            at,
            route => route.method === method,
            async route => {
              const answer = await ask(at, route, own.READ_WRITE!, tokens.READ_WRITE!)
              const { status, text } = answer
              const leaks = text.includes(granted.personalMark) || text.includes('-hidden')
              return status >= 500 || status === 400 || leaks ? told(answer) : null
            },
          )),
        )
      }
      assert.deepEqual(wrong, [])
    })
  }
})
