/** Records an example of every component from a server with the test clock. */
import type { Document } from '../../../src/platform/openapi/document-shape.ts'
import type { Schema } from '../../../src/platform/openapi/shapes.ts'
import { webhooksAt } from '../../../src/rental/events/events/webhook-request-shape.ts'
import { callsAnywhere } from '../../fixtures/webhooks.ts'
import { openServer, type TestServer } from '../../support/server.ts'
import { requestDemoAgency, requestTokens } from './demo-requests.ts'
import { ExampleCollector, type Values } from './example-collector.ts'
import { withRecorder } from './exchanges.ts'
import { type ExamplesFile, normalizeExamples } from './normalize.ts'
import {
  causeErrors,
  readDemoAgency,
  requestEveryRoute,
  sendWriteCases,
  surfaces,
} from './request.ts'

const env = {
  ...callsAnywhere,
  SANDBOX: 'true',
  SYSTEM_PAGE: 'true',
  RATE_LIMIT_PER_HOUR: '0',
  PUBLIC_URL: 'https://lodgepole.example',
}

/** API below `/api` without a version, whose examples are those of v3. */
const unversioned = { scope: 'v3', prefix: '/api', version: null }

/** Requests with the rank of their examples, 0 for the best. */
const sources = [
  { run: readDemoAgency, rank: 1 },
  { run: causeErrors, rank: 0 },
  { run: requestDemoAgency, rank: 2 },
  { run: sendWriteCases, rank: 3 },
  { run: requestEveryRoute, rank: 4 },
  { run: requestTokens, rank: 5 },
]

/** Records an example of every component of v3.x and of v2. */
export async function recordExamples(): Promise<ExamplesFile> {
  const server = await openServer(env)
  try {
    const values: Record<string, Values> = { v2: new Map(), v3: new Map() }
    const collectors = await openCollectors(server, values)
    for (const { run, rank } of sources) {
      const recordingServer = withRecorder(server, exchange => {
        for (const [age, collector] of collectors.entries())
          collector.addExchange(exchange, rank + 10 * age)
      })
      await run(recordingServer)
    }
    return normalizeExamples({ v2: sortedValues(values.v2!), v3: sortedValues(values.v3!) })
  } finally {
    await server.end()
  }
}

/**
 * Creates the collectors, newest version first, with examples of webhooks and enums, which need no
 * server.
 */
async function openCollectors(
  server: TestServer,
  values: Record<string, Values>,
): Promise<ExampleCollector[]> {
  const collectors: ExampleCollector[] = []
  for (const [age, { scope, prefix, version }] of [...surfaces, unversioned].entries()) {
    const { body } = await server.request('GET', `${prefix}/openapi.json`)
    const document = body as Document
    const collector = new ExampleCollector(document, values[scope]!)
    const payloads = document.webhooks as Record<string, { post: WebhookOperation }>
    for (const [type, webhook] of Object.entries(version ? webhooksAt(version) : {})) {
      const { schema } = payloads[type]!.post.requestBody.content['application/json']
      const [payload = schema, extension] = schema.allOf ?? []
      collector.addValue(payload, webhook.sample, age)
      if (extension) collector.addValue(extension, webhook.extension!.sample, age)
    }
    const schemas = document.components!.schemas as Record<string, Schema>
    for (const [name, { enum: list, properties }] of Object.entries(schemas)) {
      const reference = { $ref: `#/components/schemas/${name}` }
      // Uploads without other fields.
      if (properties?.file) collector.addValue(reference, { file: 'the bytes of the file' }, 100)
      // A value from a response is preferred.
      if (list) collector.addValue(reference, list[0], 100)
    }
    collectors.push(collector)
  }
  return collectors
}

interface WebhookOperation {
  requestBody: { content: Record<'application/json', { schema: Schema }> }
}

function sortedValues(values: Values): Record<string, unknown> {
  const names = [...values.keys()].sort()
  return Object.fromEntries(names.map(name => [name, values.get(name)!.value]))
}
