import { type Environment, httpUrl, unfit } from './environment.ts'

/** Where in which S3-compatible store. Keys are found as AWS's own tools find them. */
export interface BlobStoreConfig {
  bucket: string
  prefix: string
  region: string
  /** Null: Amazon's own. */
  endpoint: string | null
}

/**
 * Reads where files lie; null: in a folder.
 *
 * @throws Error naming the variable that does not fit and what would
 */
export function readBlobStore(env: Environment): BlobStoreConfig | null {
  const text = env.BLOB_URL
  if (!text) return null
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w!.*'()/-]*))?$/.exec(text) ?? []
  if (bucket === undefined) throw unfit('BLOB_URL', text, 'of the form s3://bucket/prefix')
  const name = env.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  return {
    bucket,
    prefix: prefix.replace(/\/+$/, ''),
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    endpoint: env[name] ? httpUrl(env, name) : null,
  }
}
