/** Content encodings of received responses: RFC 9110 §8.4.1. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

/** Value of `accept-encoding` for {@link decodeBody}. */
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
 * Decodes a body. Returns null if it is damaged, has an unknown encoding, or is larger than
 * `bytesMax` when decoded; decoding stops at that limit.
 */
export async function decodeBody(
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
