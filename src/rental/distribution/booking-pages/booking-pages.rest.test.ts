/** Booking pages of properties: contract/resources.md §7. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ TRUST_PROXY: '127.0.0.1' })
let visitors = 0

/** Requests a page, by default from a new client address. */
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
  const fetchPage = async (options: Parameters<typeof visit>[1] = {}) => {
    const response = await visit(path, options)
    assert.equal(response.status, 200)
    return { headers: response.headers, text: await response.text() }
  }
  return { agencyUid, propertyUid, call, path, fetchPage }
}

describe('URL of a published page', () => {
  it('200: shows the property without authentication', async () => {
    const { fetchPage, propertyUid, path } = await makePage({ city: 'Bend', max_guests: 4 })
    const { headers, text } = await fetchPage()
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(text, /<h1>Cedar Cabin<\/h1>/)
    assert.match(text, /Bend/)
    assert.match(text, /4 guests/)
    assert.match(text, /<link rel="icon" href="data:image/)
    assert.equal(path, `/p/${propertyUid}/cabin`)
    assert.ok(text.includes(`<link rel="canonical" href="${server.config.publicUrl}${path}">`))
  })

  it('302: redirects from another slug, from none, and from a uid in capitals', async () => {
    const { propertyUid, path } = await makePage()
    const capitals = `/p/${propertyUid.toUpperCase()}/cabin`
    for (const other of [`/p/${propertyUid}`, `/p/${propertyUid}/old`, capitals]) {
      const response = await visit(other)
      assert.deepEqual([response.status, response.headers.get('location')], [302, path], other)
    }
  })

  it('404 with a page: unknown, disabled, inactive or deleted property', async () => {
    const { agencyUid, propertyUid, call, path } = await makePage()
    const checkNotFound = async (at = path) => {
      const response = await visit(at)
      assert.equal(response.status, 404, at)
      assert.match(await response.text(), /<h1>Page not found<\/h1>/)
    }
    const unknown = [
      '/p/cabin',
      `/p/${randomUUID()}/cabin`,
      '/p',
      '/p/',
      `${path}/more`,
      '/p/%00/x',
    ]
    for (const at of unknown) await checkNotFound(at)
    await call('PUT', `dbs/properties/${propertyUid}`, { enabled: false, slug: 'cabin' })
    await checkNotFound()
    await call('PUT', `dbs/properties/${propertyUid}`, { enabled: true, slug: 'cabin' })
    await call('PATCH', `properties/${propertyUid}`, { isActive: false })
    await checkNotFound()
    await checkNotFound(`/p/${propertyUid}`)
    await call('PATCH', `properties/${propertyUid}`, { isActive: true })
    await call('PUT', `dbs/agencies/${agencyUid}`, { dbsEnabled: false })
    await checkNotFound()
    await call('PUT', `dbs/agencies/${agencyUid}`, { dbsEnabled: true })
    assert.equal((await visit(path)).status, 200)
    await call('DELETE', `properties/${propertyUid}`, undefined)
    await checkNotFound()
  })

  it('429 with Retry-After: more than 60 requests per minute of a client address', async () => {
    const { path } = await makePage()
    const from = '10.1.1.1'
    const responses = await Promise.all(Array.from({ length: 61 }, () => visit(path, { from })))
    const refused = responses.filter(({ status }) => status === 429)
    assert.equal(refused.length, 1)
    assert.match(refused[0]!.headers.get('retry-after')!, /^\d+$/)
    assert.equal((await visit('/p/unknown/x', { from })).status, 429)
    assert.equal((await visit(path)).status, 200)
  })
})

describe('content of a page', () => {
  it('shows texts in the language of the visitor, without access instructions', async () => {
    const { propertyUid, call, fetchPage } = await makePage()
    const secrets = { access: 'Key under the mat', houseManual: 'Boiler behind the door' }
    const english = { locale: 'en_US', name: 'The Cabin', space: 'Two rooms', ...secrets }
    await call('PUT', `property-descriptions/${propertyUid}`, english)
    const german = { locale: 'de_DE', name: 'Die Hütte', summary: 'Ruhig' }
    await call('PUT', `property-descriptions/${propertyUid}`, german)
    const first = await fetchPage({ language: 'fr, de;q=0.2, en;q=0.8' })
    assert.match(first.text, /<h1 lang="en-US">The Cabin<\/h1>/)
    assert.match(first.text, /Two rooms/)
    assert.doesNotMatch(first.text, /mat|Boiler/)
    assert.equal(first.headers.get('vary')?.includes('accept-language'), true)
    assert.match((await fetchPage({ language: 'de-AT' })).text, /<h1 lang="de-DE">Die Hütte<\/h1>/)
    assert.match((await fetchPage({ language: 'fr;q=oops,,' })).text, /The Cabin/)
  })

  it('shows the next free dates and the occupied nights', async () => {
    const { agencyUid, propertyUid, call, fetchPage } = await makePage({ minimum_stay: 3 })
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
    const { text } = await fetchPage()
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

  it('escapes texts and allows only the hosts of its pictures', async () => {
    const evil = '<script>alert(1)</script>"\'&'
    const { propertyUid, call, fetchPage } = await makePage({ name: evil, city: evil })
    const description = { locale: 'en_US', summary: evil, space: evil }
    await call('PUT', `property-descriptions/${propertyUid}`, description)
    const urls = [
      'https://img.example/1.jpg?"onerror="alert(1)',
      'https://img.example:8443/2.jpg',
      'https://a;sandbox;script-src/3.jpg',
    ]
    for (const originalImageUrl of urls) {
      const body = { propertyUid, originalImageUrl, description: evil }
      assert.equal((await call('POST', 'photos', body)).status, 201)
    }
    const { text, headers } = await fetchPage()
    assert.doesNotMatch(text, /<script|"onerror|"'&/)
    assert.ok(text.includes('&#60;script&#62;'))
    const policy = headers.get('content-security-policy')!.split('; ')
    const images = "img-src 'self' data: https://img.example https://img.example:8443"
    const style = policy.find(directive => /^style-src 'sha256-[^ ]+'$/.test(directive))
    assert.deepEqual([policy.length, policy.includes(images), !!style], [7, true, true])
  })
})
