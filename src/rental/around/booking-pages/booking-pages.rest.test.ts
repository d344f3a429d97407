/** Pages of properties for everybody: contract/resources.md §7. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ TRUST_PROXY: '127.0.0.1' })
let visitors = 0

/** A visit, from an address of its own unless one is told. */
const visit = (path: string, { from = `10.0.0.${++visitors}`, language = 'en' } = {}) =>
  fetch(`${server.url}${path}`, {
    headers: { 'x-forwarded-for': from, 'accept-language': language },
    redirect: 'manual',
  })

async function makePage(columns: object = {}) {
  const { agencyUid, key } = await makeAgency(server)
  const propertyUid = await makeProperty(server, agencyUid, { is_active: true, ...columns })
  const call = (method: string, path: string, body: unknown) =>
    server.request(method, `/api/v3.3/${path}`, { key, body })
  await call('PUT', `dbs/agencies/${agencyUid}`, { dbsEnabled: true })
  await call('PUT', `dbs/properties/${propertyUid}`, { enabled: true, slug: 'cabin' })
  const { body } = await server.request('GET', `/api/v3.3/dbs/properties/${propertyUid}`, { key })
  const path = new URL(body.dbs.url).pathname
  const shown = async (options: Parameters<typeof visit>[1] = {}) => {
    const answer = await visit(path, options)
    assert.equal(answer.status, 200)
    return { headers: answer.headers, text: await answer.text() }
  }
  return { agencyUid, propertyUid, call, path, shown }
}

describe('the address of a page that is published', () => {
  it('200: shows the property to anybody', async () => {
    const { shown, propertyUid, path } = await makePage({ city: 'Bend', max_guests: 4 })
    const { headers, text } = await shown()
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(text, /<h1>Cedar Cabin<\/h1>/)
    assert.match(text, /Bend/)
    assert.match(text, /4 guests/)
    assert.match(text, /<link rel="icon" href="data:image/)
    assert.equal(path, `/p/${propertyUid}/cabin`)
    assert.ok(text.includes(`<link rel="canonical" href="${server.config.publicUrl}${path}">`))
  })

  it('302 from another slug, none, or a uid in capitals', async () => {
    const { propertyUid, path } = await makePage()
    const capitals = `/p/${propertyUid.toUpperCase()}/cabin`
    for (const other of [`/p/${propertyUid}`, `/p/${propertyUid}/old`, capitals]) {
      const answer = await visit(other)
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, path], other)
    }
  })

  it('404 with a page: unknown, switched off, inactive, deleted', async () => {
    const { agencyUid, propertyUid, call, path } = await makePage()
    const isGone = async (at = path) => {
      const answer = await visit(at)
      assert.equal(answer.status, 404, at)
      assert.match(await answer.text(), /<h1>Page not found<\/h1>/)
    }
    const unknown = [
      '/p/cabin',
      `/p/${randomUUID()}/cabin`,
      '/p',
      '/p/',
      `${path}/more`,
      '/p/%00/x',
    ]
    for (const at of unknown) await isGone(at)
    await call('PUT', `dbs/properties/${propertyUid}`, { enabled: false, slug: 'cabin' })
    await isGone()
    await call('PUT', `dbs/properties/${propertyUid}`, { enabled: true, slug: 'cabin' })
    await call('PATCH', `properties/${propertyUid}`, { isActive: false })
    await isGone()
    await isGone(`/p/${propertyUid}`)
    await call('PATCH', `properties/${propertyUid}`, { isActive: true })
    await call('PUT', `dbs/agencies/${agencyUid}`, { dbsEnabled: false })
    await isGone()
    await call('PUT', `dbs/agencies/${agencyUid}`, { dbsEnabled: true })
    assert.equal((await visit(path)).status, 200)
    await call('DELETE', `properties/${propertyUid}`, undefined)
    await isGone()
  })

  it('429 with Retry-After after 60 requests of an address in a minute', async () => {
    const { path } = await makePage()
    const from = '10.1.1.1'
    const answers = await Promise.all(Array.from({ length: 61 }, () => visit(path, { from })))
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, 1)
    assert.match(refused[0]!.headers.get('retry-after')!, /^\d+$/)
    assert.equal((await visit('/p/unknown/x', { from })).status, 429)
    assert.equal((await visit(path)).status, 200)
  })
})

describe('what a page shows', () => {
  it('texts in the language of the visitor, none for guests who have booked', async () => {
    const { propertyUid, call, shown } = await makePage()
    const secrets = { access: 'Key under the mat', houseManual: 'Boiler behind the door' }
    const english = { locale: 'en_US', name: 'The Cabin', space: 'Two rooms', ...secrets }
    await call('PUT', `property-descriptions/${propertyUid}`, english)
    const german = { locale: 'de_DE', name: 'Die Hütte', summary: 'Ruhig' }
    await call('PUT', `property-descriptions/${propertyUid}`, german)
    const first = await shown({ language: 'fr, de;q=0.2, en;q=0.8' })
    assert.match(first.text, /<h1 lang="en-US">The Cabin<\/h1>/)
    assert.match(first.text, /Two rooms/)
    assert.doesNotMatch(first.text, /mat|Boiler/)
    assert.equal(first.headers.get('vary')?.includes('accept-language'), true)
    assert.match((await shown({ language: 'de-AT' })).text, /<h1 lang="de-DE">Die Hütte<\/h1>/)
    assert.match((await shown({ language: 'fr;q=oops,,' })).text, /The Cabin/)
  })

  it('the next free dates, and which nights are taken', async () => {
    const { agencyUid, propertyUid, call, shown } = await makePage({ minimum_stay: 3 })
    const stays = [
      ['2026-05-22', '2026-05-30'],
      ['2026-06-05', '2026-06-08'],
    ] as const
    for (const [checkInLocalDate, checkOutLocalDate] of stays) {
      const dates = { checkInLocalDate, checkOutLocalDate, guestInformation: { firstName: 'Ada' } }
      const { status } = await call('POST', 'leads', {
        ...{ agencyUid, propertyUid, status: 'BOOKED' },
        ...dates,
      })
      assert.equal(status, 201)
    }
    const { text } = await shown()
    assert.doesNotMatch(text, /Ada/)
    const dates = [...text.matchAll(/<li><span>(.*?)<\/span>/g)].map(([, date]) => date)
    assert.deepEqual(dates, ['Sat 30 May – Fri 5 Jun', 'From Mon 8 Jun'])
    assert.match(text, /Minimum stay: 3 nights/)
    const may = text.slice(text.indexOf('May 2026'), text.indexOf('June 2026'))
    assert.match(may, /<td class="past">19<\/td>/)
    assert.match(may, /<td class="free">21<\/td>/)
    assert.match(may, /<td class="taken"><s>22<\/s><\/td>/)
    assert.match(may, /<td class="free">30<\/td>/)
  })

  it('nothing that is told as HTML, and no host that its pictures do not have', async () => {
    const evil = '<script>alert(1)</script>"\'&'
    const { propertyUid, call, shown } = await makePage({ name: evil, city: evil })
    const told = { locale: 'en_US', summary: evil, space: evil }
    await call('PUT', `property-descriptions/${propertyUid}`, told)
    const urls = [
      'https://img.example/1.jpg?"onerror="alert(1)',
      'https://img.example:8443/2.jpg',
      'https://a;sandbox;script-src/3.jpg',
    ]
    for (const originalImageUrl of urls) {
      const body = { propertyUid, originalImageUrl, description: evil }
      assert.equal((await call('POST', 'photos', body)).status, 201)
    }
    const { text, headers } = await shown()
    assert.doesNotMatch(text, /<script|"onerror|"'&/)
    assert.ok(text.includes('&#60;script&#62;'))
    const policy = headers.get('content-security-policy')!.split('; ')
    const images = "img-src 'self' data: https://img.example https://img.example:8443"
    const style = policy.find(directive => /^style-src 'sha256-[^ ]+'$/.test(directive))
    assert.deepEqual([policy.length, policy.includes(images), !!style], [6, true, true])
  })
})
