/** Records an example of every component from a server with the test clock. */
import type { Document } from '../../../src/platform/openapi/document-shape.ts'
import type { Schema } from '../../../src/platform/openapi/shapes.ts'
import { webhooksAt } from '../../../src/rental/events/events/webhook-request-shape.ts'
import { callsAnywhere } from '../../fixtures/webhooks.ts'
import { openServer, type TestServer } from '../../support/server.ts'
import { beRefused, doWrites, readDemoAgency, scopes, walkEstate } from './ask.ts'
import { askForTokens, askMore } from './ask-more.ts'
import { overheard } from './exchanges.ts'
import { type ExamplesFile, settled } from './settle.ts'
import { Taker, type Values } from './taker.ts'

const env = {
  ...callsAnywhere,
  SANDBOX: 'true',
  RATE_LIMIT_PER_HOUR: '0',
  PUBLIC_URL: 'https://lodgepole.example',
}

/** What stands below `/api` without a version is told with the words of v3. */
const unversioned = { scope: 'v3', prefix: '/api', version: null }

/** What is asked, and how well that shows a component: 0 best. */
const sources = [
  { ask: readDemoAgency, rank: 1 },
  { ask: beRefused, rank: 0 },
  { ask: askMore, rank: 2 },
  { ask: doWrites, rank: 3 },
  { ask: walkEstate, rank: 4 },
  { ask: askForTokens, rank: 5 },
]

/** An example of every component by its name, those of v3.x and those of v2. */
export async function recordExamples(): Promise<ExamplesFile> {
  const server = await openServer(env)
  try {
    const values: Record<string, Values> = { v2: new Map(), v3: new Map() }
    const takers = await takersOf(server, values)
    for (const { ask, rank } of sources) {
      const listening = overheard(server, exchange => {
        for (const [age, taker] of takers.entries()) taker.hear(exchange, rank + 10 * age)
      })
      await ask(listening)
    }
    return settled({ v2: plain(values.v2!), v3: plain(values.v3!) })
  } finally {
    await server.end()
  }
}

/** The newest version first; what webhooks and closed sets show needs no server. */
async function takersOf(server: TestServer, values: Record<string, Values>): Promise<Taker[]> {
  const takers: Taker[] = []
  for (const [age, { scope, prefix, version }] of [...scopes, unversioned].entries()) {
    const { body } = await server.request('GET', `${prefix}/openapi.json`)
    const document = body as Document
    const taker = new Taker(document, values[scope]!)
    const payloads = document.webhooks as Record<string, { post: Requested }>
    for (const [type, webhook] of Object.entries(version ? webhooksAt(version) : {})) {
      const { schema } = payloads[type]!.post.requestBody.content['application/json']
      const [payload = schema, extension] = schema.allOf ?? []
      taker.offer(payload, webhook.sample, age)
      if (extension) taker.offer(extension, webhook.extension!.sample, age)
    }
    const schemas = document.components!.schemas as Record<string, Schema>
    for (const [name, { enum: list, properties }] of Object.entries(schemas)) {
      const reference = { $ref: `#/components/schemas/${name}` }
      // Of an upload that has nothing beside its file.
      if (properties?.file) taker.offer(reference, { file: 'the bytes of the file' }, 100)
      // One that the server has given is better.
      if (list) taker.offer(reference, list[0], 100)
    }
    takers.push(taker)
  }
  return takers
}

interface Requested {
  requestBody: { content: Record<'application/json', { schema: Schema }> }
}

function plain(values: Values): Record<string, unknown> {
  const names = [...values.keys()].sort()
  return Object.fromEntries(names.map(name => [name, values.get(name)!.value]))
}
