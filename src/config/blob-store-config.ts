import { type Environment, httpUrl, invalidSetting } from './environment.ts'

/** Location in an S3-compatible store. Credentials are found like those of AWS tools. */
export interface BlobStoreConfig {
  bucket: string
  prefix: string
  region: string
  /** Null: Amazon S3. */
  endpoint: string | null
}

/**
 * Reads the location of files; null: a local folder.
 *
 * @throws Error naming the invalid variable and the expected value
 */
export function readBlobStore(env: Environment): BlobStoreConfig | null {
  return env.BLOB_URL ? readS3Url(env, 'BLOB_URL', env.BLOB_URL) : null
}

/**
 * Parses the URL of a location in an S3-compatible store, which the usual variables describe.
 *
 * @param name setting or option of the URL
 * @throws Error naming the invalid variable and the expected value
 */
export function readS3Url(env: Environment, name: string, url: string): BlobStoreConfig {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w!.*'()/-]*))?$/.exec(url) ?? []
  if (bucket === undefined) throw invalidSetting(name, url, 'of the form s3://bucket/prefix')
  const endpointName = env.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  return {
    bucket,
    prefix: prefix.replace(/\/+$/, ''),
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    endpoint: env[endpointName] ? httpUrl(env, endpointName) : null,
  }
}
