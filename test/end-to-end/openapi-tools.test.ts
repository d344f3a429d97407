/** Results of third-party tools for the OpenAPI documents: `tools/openapi`. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { referenceDocuments } from '../../src/rental/reference.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { callsAnywhere } from '../fixtures/webhooks.ts'
import { startServer } from '../support/server.ts'
import { removeFolder } from '../support/temporary.ts'

const server = await startServer(callsAnywhere)
const tools = join(import.meta.dirname, '../../tools/openapi')
const outputFolder = join(tools, '.cache')

/** Runs a tool; returns its stdout. @throws Error with its complete output if it fails */
async function run(tool: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = { cwd: tools, env, maxBuffer: 64 * 1_048_576 }
  const file = tool === 'node' ? process.execPath : join(tools, 'node_modules/.bin', tool)
  const result = await promisify(execFile)(file, args, options).catch(error => {
    throw new Error(`${error.stdout}\n${error.stderr}`)
  })
  return result.stdout
}

/** Parses the totals of each document in the output of Redocly. */
function parseTotals(printed: string): { errors: number; warnings: number }[] {
  const totals = printed.matchAll(/"errors": (\d+),\s*"warnings": (\d+)/g)
  return Array.from(totals, ([, errors, warnings]) => {
    return { errors: Number(errors), warnings: Number(warnings) }
  })
}

before(async () => {
  await removeFolder(outputFolder)
  await mkdir(outputFolder)
  for (const { label, url } of referenceDocuments) {
    await writeFile(join(outputFolder, `${label}.json`), (await server.request('GET', url)).text)
    const older = url.replace('openapi.json', 'openapi-3.0.json')
    await writeFile(
      join(outputFolder, `${label}-3.0.json`),
      (await server.request('GET', older)).text,
    )
  }
})

const files = referenceDocuments.flatMap(({ label }) => [
  `.cache/${label}.json`,
  `.cache/${label}-3.0.json`,
])

// The tools are independent processes.
describe('the OpenAPI documents', { concurrency: true }, () => {
  it('pass Redocly without warnings', async () => {
    const newer = files.filter(file => !file.includes('-3.0.json'))
    const printed = await run('redocly', 'lint', ...newer, '--format=json')
    assert.deepEqual(
      parseTotals(printed),
      newer.map(() => ({ errors: 0, warnings: 0 })),
      printed,
    )
  })

  // OpenAPI 3.0 cannot describe a nullable reference so that its examples match, which is a
  // warning.
  it('pass Redocly without errors as OpenAPI 3.0', async () => {
    const older = files.filter(file => file.includes('-3.0.json'))
    const printed = await run('redocly', 'lint', ...older, '--format=json')
    assert.deepEqual(
      parseTotals(printed).map(({ errors }) => errors),
      older.map(() => 0),
    )
  })

  it('pass Spectral without warnings', async () => {
    const printed = await run('spectral', 'lint', ...files, '--format=json', '--quiet')
    assert.deepEqual(JSON.parse(printed), [])
  })

  it('are OpenAPI 3.1, and 3.0 as well', async () => {
    for (const file of files) {
      const { openapi } = JSON.parse(await readFile(join(tools, file), 'utf8'))
      assert.equal(openapi, file.endsWith('-3.0.json') ? '3.0.3' : '3.1.0')
    }
  })

  it('produce valid clients with two generators, one of which books a stay', async () => {
    // The other versions have nothing that v3.3 lacks.
    for (const label of ['v3.3', 'v2', 'unversioned']) {
      const name = label === 'v3.3' ? 'schema' : `schema-${label}`
      await run('openapi-typescript', `.cache/${label}.json`, '-o', `.cache/${name}.ts`)
    }
    const options = ['-p', '.cache/v3.3.json', '-o', '.cache', '-n', 'api.ts']
    await run('swagger-typescript-api', 'generate', ...options)
    await run('tsc', '-p', '.')
    const { agencyUid, key } = await makeAgency(server)
    const propertyUid = await makeProperty(server, agencyUid)
    const printed = await run('node', 'use-client.ts', server.url, key, propertyUid, agencyUid)
    const booked = { currency: 'USD', lead: 'BOOKED', webhook: 'NEW_BOOKING' }
    assert.deepEqual(JSON.parse(printed), booked)
  })
})
