/** An S3-compatible store, which checks signatures. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import S3rver from 's3rver'
import { removeFolder } from '../temporary.ts'
import type { AtEnd } from './at-end.ts'

/** The S3 client of the server reads this credential from the environment. */
process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'

/**
 * Starts the store; it is closed with the test file, or by `atEnd`. Returns the settings for it.
 */
export async function startS3(
  bucket: string,
  atEnd: AtEnd = after,
  existingDirectory?: string,
): Promise<Record<string, string>> {
  const directory = existingDirectory ?? (await mkdtemp(join(tmpdir(), 'lodgepole-s3-')))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory }
  const store = new S3rver({ ...options, configureBuckets: [{ name: bucket }] })
  const { port } = await store.run()
  atEnd(async () => {
    await store.close()
    if (!existingDirectory) await removeFolder(directory)
  })
  return { BLOB_URL: `s3://${bucket}/pictures`, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` }
}
