/** Script of the reference page, compressed for browsers. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Fastify from 'fastify'
import { memoizeAsync } from '../../concurrency/memoize-async.ts'
import type { PageFile } from '../../web/pages.ts'
import { type BrowserFiles, readOrBuild } from '../../web/prebuilt.ts'

export const scriptType = 'text/javascript; charset=utf-8'

/** Script file; `build` is a content hash in its path, so it is cached forever. */
export interface ReferenceScript {
  build: string
  file: PageFile
}

/** Prepares the script on the first call, and then returns the same one. */
export const referenceScript = memoizeAsync(async (): Promise<ReferenceScript> => {
  const { files, info } = await readOrBuild('reference', buildReference)
  return { build: info.build, file: files.get(scriptName)! }
})

const scriptName = 'scalar.js'

/** Compresses the script of the installed package. */
export async function buildReference(): Promise<BrowserFiles<{ build: string }>> {
  const plain = await readScalarScript()
  const build = createHash('sha256').update(plain).digest('hex').slice(0, 16)
  // A higher quality takes seconds and saves little.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain),
  ])
  const files = new Map([[scriptName, { type: scriptType, plain, gzipped, brotli }]])
  return { files, info: { build } }
}

/**
 * Reads the script from the plugin, which provides it only by HTTP. The plugin is large, so it is
 * loaded on demand.
 */
async function readScalarScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/' } })
  const { rawPayload, statusCode } = await app.inject('/docs/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`The script of the reference answers ${statusCode}`)
  return rawPayload
}
