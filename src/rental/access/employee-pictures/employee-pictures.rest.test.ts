/** Pictures of employees: contract/resources.md §8.1. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import sharp from 'sharp'
import { asFile, form, jpeg, png } from '../../../../test/fixtures/pictures.ts'
import { makeAgency, makeEmployee, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let employeeUid: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  employeeUid = await makeEmployee(server, agencyUid)
})

const path = () => `/api/v3.3/employees/${employeeUid}`
const named = { firstName: 'Grace', lastName: 'Hall' }
const put = (body: object) => server.request('PUT', path(), { key, body: { ...named, ...body } })

function upload(file?: Buffer) {
  const body = form(file ? { file: asFile(file) } : { note: 'x' })
  return server.request('PUT', `${path()}/picture`, { key, body })
}

/** Reads the picture of the assignee from the lead query. */
async function bestProfile(): Promise<string | null> {
  const propertyUid = await makeProperty(server, agencyUid)
  await makeLead(server, agencyUid, { property_uid: propertyUid, assignee_uid: employeeUid })
  const query = `{ leads(propertyUid: "${propertyUid}") { assignee { bestProfile } } }`
  const { body } = await server.request('POST', '/v2/leadsql', { key, body: { query } })
  return body.data.leads[0].assignee[0].bestProfile
}

const fileAt = (url: string) => fetch(`${server.url}${new URL(url).pathname}`)

describe('the picture of an employee', () => {
  it('200: PUT stores a URL, which bestProfile returns', async () => {
    const pictureUrl = 'https://img.example/a.jpg'
    const { status, body } = await put({ pictureUrl, phoneAreaCode: '+49' })
    assert.deepEqual([status, body.employee.pictureUrl], [200, pictureUrl])
    assert.equal(body.employee.phoneAreaCode, '49')
    assert.equal((await put({})).body.employee.pictureUrl, pictureUrl)
    assert.equal(await bestProfile(), pictureUrl)
    assert.equal((await put({ pictureUrl: null })).body.employee.pictureUrl, null)
    assert.equal((await put({ pictureUrl: 'a.jpg' })).body.parameter, 'pictureUrl')
  })

  it('200: PUT /picture stores a scaled file, and bestProfile returns its URL', async () => {
    const { status, body } = await upload(jpeg)
    assert.equal(status, 200, JSON.stringify(body))
    const { pictureUrl } = body.employee
    assert.equal(await bestProfile(), pictureUrl)
    const response = await fileAt(pictureUrl)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg'])
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    assert.deepEqual([width, height], [512, 256])
  })

  it('404: deletes a replaced picture', async () => {
    const first = (await upload(jpeg)).body.employee.pictureUrl
    const second = (await upload(png)).body.employee.pictureUrl
    assert.deepEqual([(await fileAt(first)).status, (await fileAt(second)).status], [404, 200])
    assert.equal((await put({ pictureUrl: second })).body.employee.pictureUrl, second)
    assert.equal((await fileAt(second)).status, 200)
    await put({ pictureUrl: 'https://img.example/a.jpg' })
    assert.equal((await fileAt(second)).status, 404)
  })

  it('400: rejects a file that is not an image, and a missing file', async () => {
    const text = await upload(Buffer.from('hello'))
    assert.deepEqual([text.status, text.body.parameter], [400, 'file'])
    const none = await upload()
    assert.deepEqual([none.status, none.body.code], [400, 'REQUIRED_PARAMETER'])
  })

  it('403: rejects an API key for an administrator', async () => {
    employeeUid = await makeEmployee(server, agencyUid, { role: 'ADMIN', email: 'a@x.example' })
    const { status, body } = await upload(jpeg)
    assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
  })
})
