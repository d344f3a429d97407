import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { memoizeAsync } from '../concurrency/memoize-async.ts'
import { matchesETag } from '../http/entity-tags.ts'
import { withComponents } from './components.ts'
import type { Document } from './document-shape.ts'
import { type Examples, withExamples } from './examples.ts'
import { asOpenApi30 } from './openapi-3-0.ts'
import type { Glossary, ValueDescriptions } from './shapes.ts'
import type { Webhooks } from './webhooks.ts'

/** Content of a document in addition to its routes. */
export interface Reference {
  info: { title: string; version: string; description: string }
  serverUrl: string
  glossary: Glossary
  values: ValueDescriptions
  /** Tags by group, with their descriptions. */
  tagGroups: Readonly<Record<string, Readonly<Record<string, string>>>>
  webhooks: Webhooks
  /** True: partners use some operations with client id and secret. */
  hasClients: boolean
  /** Recorded example values of components, by name. */
  examples(): Promise<Examples>
}

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-HOSTFULLY-APIKEY',
    description: 'API key of an agency.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'OAuth access token that a partner obtained for an agency. API keys of an agency are ' +
      'accepted, too.',
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and client secret of a partner.',
  },
} as const

/**
 * Builds the OpenAPI document of a scope, served at `<prefix>/openapi.json`, and as OpenAPI 3.0 at
 * `<prefix>/openapi-3.0.json`.
 */
export async function documentScope(app: FastifyInstance, reference: Reference): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...reference.info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: reference.serverUrl }],
      security: [{ apiKey: [] }, { accessToken: [] }],
      components: { securitySchemes: securitySchemesFor(reference) },
    },
  })
  serveDocument(
    app,
    '/openapi.json',
    memoizeAsync(async () => serialize(await buildDocument(app, reference))),
  )
  const build30 = async () => serialize(asOpenApi30(await buildDocument(app, reference)))
  serveDocument(app, '/openapi-3.0.json', memoizeAsync(build30))
}

function serveDocument(
  app: FastifyInstance,
  path: string,
  build: () => Promise<SerializedDocument>,
): void {
  app.get(
    path,
    { schema: { hide: true }, config: { isOpen: () => true } },
    async ({ headers }, reply) => {
      const { etag, text, gzipped } = await build()
      reply.headers({ etag: `W/"${etag}"`, 'cache-control': 'no-cache' }).type('application/json')
      if (matchesETag(headers['if-none-match'], etag)) return reply.code(304).send()
      if (!(headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(text)
      return reply.header('content-encoding', 'gzip').send(gzipped)
    },
  )
}

interface SerializedDocument {
  /** ETag without quotation marks. */
  etag: string
  text: string
  gzipped: Buffer
}

async function serialize(document: Document): Promise<SerializedDocument> {
  const text = JSON.stringify(document)
  const etag = createHash('sha256').update(text).digest('base64url')
  return { etag, text, gzipped: await promisify(gzip)(text) }
}

async function buildDocument(app: FastifyInstance, reference: Reference): Promise<Document> {
  const inlined = app.swagger() as unknown as Document
  const { openapi, info, servers, security, paths, components, ...otherMembers } = withComponents(
    inlined,
    reference,
  )
  // The order is that of the served text.
  const document = {
    openapi,
    info,
    servers,
    security,
    ...buildTags(paths, reference),
    paths,
    ...otherMembers,
  }
  return withExamples({ ...document, components } as Document, await reference.examples())
}

function securitySchemesFor({ hasClients }: Reference) {
  const { client, ...usual } = securitySchemes
  return hasClients ? { ...usual, client } : usual
}

function buildTags(paths: Document['paths'], { tagGroups }: Reference) {
  const usedTags = new Set(
    Object.values(paths).flatMap(item => Object.values(item).flatMap(tagsIn)),
  )
  const groups = Object.entries(tagGroups).map(([name, tags]) => ({
    name,
    tags: Object.keys(tags).filter(tag => usedTags.has(tag)),
  }))
  const descriptions = Object.assign({}, ...Object.values(tagGroups)) as Record<string, string>
  return {
    tags: groups.flatMap(({ tags }) =>
      tags.map(name => ({ name, description: descriptions[name] })),
    ),
    'x-tagGroups': groups.filter(({ tags }) => tags.length > 0),
  }
}

function tagsIn({ tags }: Document['paths'][string][string]): string[] {
  return (tags as string[] | undefined) ?? []
}
