/** The script of the reference, as the browser is sent it. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Fastify from 'fastify'
import { madeOnce } from '../../concurrency/made-once.ts'
import type { PageFile } from '../../pages.ts'

export const scriptType = 'text/javascript; charset=utf-8'

/** `build` names the contents, so they may be cached for ever below it. */
export interface ReferenceScript {
  build: string
  file: PageFile
}

/** Taken and compressed on the first call and then kept in memory. */
export const referenceScript = madeOnce(prepare)

async function prepare(): Promise<ReferenceScript> {
  const plain = await scriptOfScalar()
  const build = createHash('sha256').update(plain).digest('hex').slice(0, 16)
  // A higher quality takes seconds and saves little.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain),
  ])
  return { build, file: { type: scriptType, plain, gzipped, brotli } }
}

/**
 * The plugin has the script within it, and gives it only to those who ask for it by HTTP. It is
 * large, so it is loaded only here.
 */
async function scriptOfScalar(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/' } })
  const { rawPayload, statusCode } = await app.inject('/docs/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`The script of the reference answers ${statusCode}`)
  return rawPayload
}
