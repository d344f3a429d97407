/** Content codings of what others answer: RFC 9110 §8.4.1. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

/** The value of `accept-encoding` for what {@link decodedBody} understands. */
export const acceptedEncodings = 'gzip, br'

const decoders: Record<
  string,
  (body: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
}

/**
 * A body as it was before it was coded. Null: it is damaged, coded otherwise, or larger than
 * `bytesMax` when decoded, and then no more than that has been.
 */
export async function decodedBody(
  body: Buffer,
  encoding: string | undefined,
  bytesMax: number,
): Promise<Buffer | null> {
  const coding = encoding?.trim().toLowerCase() || 'identity'
  if (coding === 'identity') return body
  try {
    return (await decoders[coding]?.(body, { maxOutputLength: bytesMax })) ?? null
  } catch {
    return null
  }
}
