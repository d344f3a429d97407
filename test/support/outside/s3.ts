/** An S3-compatible store of one's own, which checks signatures. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import S3rver from 's3rver'
import { removeFolder } from '../temporary.ts'
import type { AtEnd } from './at-end.ts'

/** The credential that the store knows. The library of the server finds it as an operator's. */
process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'

/**
 * Starts the store; it ends with the test file, or as `atEnd` has it.
 *
 * @returns the settings that name it
 */
export async function startS3(
  bucket: string,
  atEnd: AtEnd = after,
  given?: string,
): Promise<Record<string, string>> {
  const directory = given ?? (await mkdtemp(join(tmpdir(), 'lodgepole-s3-')))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory }
  const store = new S3rver({ ...options, configureBuckets: [{ name: bucket }] })
  const { port } = await store.run()
  atEnd(async () => {
    await store.close()
    if (!given) await removeFolder(directory)
  })
  return { BLOB_URL: `s3://${bucket}/pictures`, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` }
}
