/** Settings are read once, and an invalid one is named: contract/general.md §13. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { rootCertificates } from 'node:tls'
import { readConfig } from '../src/config.ts'
import { secretKey, secretKeyText } from './support/databases/secret-keys.ts'

const SECRET_KEY = secretKeyText()
const folder = mkdtempSync(join(tmpdir(), 'lodgepole-config-'))
const server = (env: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: 'postgres://x', SECRET_KEY, ...env })

after(() => rmSync(folder, { recursive: true }))

const backupNames = ['EVERY_HOURS', 'FOLDER', 'URL', 'GENERATIONS'].map(name => `BACKUP_${name}`)

describe('settings', () => {
  it('have the defaults of the contract', () => {
    const { secretKeys, dataDir, ...rest } = server()
    assert.equal(secretKeys.length, 1)
    assert.equal(dataDir, join(process.cwd(), 'data'))
    assert.partialDeepStrictEqual(rest, {
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: 'postgres://x',
      databaseReadUrl: null,
      blobStore: null,
      logLevel: 'info',
      sandbox: false,
      rateLimitPerHour: 10_000,
      idempotencyHours: 72,
      trustProxy: [],
      corsOrigins: [],
      queryPage: false,
      runWorker: true,
      deliveryRetentionDays: 90,
      eventRetentionDays: 400,
      securityEventRetentionDays: 400,
    })
  })

  it('take an empty value as absent', () => {
    const names = [
      'BLOB_URL',
      'PORT',
      'HOST',
      'SANDBOX',
      'LOG_LEVEL',
      'TRUST_PROXY',
      'RATE_LIMIT_PER_HOUR',
      'ALLOW_PRIVATE_CALLBACKS',
      'CALLBACK_TIMEOUT_MS',
      'CALLBACK_RETRY_SCALE',
      'CALLBACK_EXTRA_CA',
      'CALLBACK_PROXY',
      'SMTP_URL',
      'MAIL_FROM',
      'MESSAGE_TRANSPORTS',
      'EVENT_RETENTION_DAYS',
      ...backupNames,
    ]
    const empty = Object.fromEntries(names.map(name => [name, '']))
    assert.deepEqual(server(empty), server())
  })

  it('lists are separated by commas, and trimmed', () => {
    const { trustProxy } = server({ TRUST_PROXY: ' 10.0.0.0/8, 127.0.0.1 ,' })
    assert.deepEqual(trustProxy, ['10.0.0.0/8', '127.0.0.1'])
  })

  it('SECRET_KEY is required with DATABASE_URL', () => {
    assert.throws(() => readConfig({ DATABASE_URL: 'postgres://x' }), /SECRET_KEY is required/)
  })

  it('several secret keys retain their order', () => {
    const second = secretKeyText('second')
    const { secretKeys } = server({ SECRET_KEY: `${SECRET_KEY}, ${second}` })
    assert.deepEqual(secretKeys, [secretKey('first'), secretKey('second')])
  })
})

describe('DATABASE_URL', () => {
  const own = mkdtempSync(join(folder, 'embedded-'))
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: own, ...env })

  it('is required in production, where `embedded` selects the embedded database', () => {
    const NODE_ENV = 'production'
    assert.throws(() => read({ NODE_ENV }), { message: /required .* DATABASE_URL=embedded/ })
    assert.equal(existsSync(join(own, 'secret-key')), false)
    assert.equal(read({ NODE_ENV, DATABASE_URL: 'embedded' }).databaseUrl, null)
    assert.equal(read({}).databaseUrl, null)
  })

  it('may name a socket', () => {
    const DATABASE_URL = 'postgresql:///lodgepole?host=/var/run/postgresql'
    assert.equal(server({ DATABASE_URL }).databaseUrl, DATABASE_URL)
  })
})

describe('a value', () => {
  const bad: [string, string][] = [
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['METRICS_PORT', '3000'],
    ['SANDBOX', 'yes'],
    ['HSTS_INCLUDE_SUBDOMAINS', 'yes'],
    ['QUERY_PAGE', '2'],
    ['CONSOLE', 'off'],
    ['RUN_WORKER', 'no'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_PER_HOUR', '-1'],
    ['IDEMPOTENCY_HOURS', '23'],
    ['PUBLIC_URL', 'stay.example.org'],
    ['PUBLIC_URL', 'ftp://stay.example.org'],
    ['PUBLIC_URL', 'https://stay.example.org/lodgepole'],
    ['PUBLIC_URL', 'https://stay.example.org/?a=b'],
    ['PUBLIC_URL', 'https://stay.example.org#top'],
    ['PUBLIC_URL', 'https://ada:pw@stay.example.org'],
    ['BLOB_URL', 'https://bucket.example.org'],
    ['BLOB_URL', 's3://'],
    ['BLOB_URL', 's3://Bucket/x'],
    ['BLOB_URL', 's3://bucket/a b'],
    ['ALLOW_PRIVATE_CALLBACKS', 'yes'],
    ['ALLOW_PRIVATE_CALLBACKS', '10.0.0.0/33'],
    ['ALLOW_PRIVATE_CALLBACKS', 'true,10.0.0.0/8'],
    ['CALLBACK_TIMEOUT_MS', '999'],
    ['CALLBACK_TIMEOUT_MS', '30001'],
    ['CALLBACK_RETRY_SCALE', '-1'],
    ['CALLBACK_RETRY_SCALE', '1e9'],
    ['CALLBACK_EXTRA_CA', join(folder, 'none.pem')],
    ['CALLBACK_EXTRA_CA', import.meta.filename],
    ['CALLBACK_PROXY', 'proxy.example:3128'],
    ['CALLBACK_PROXY', 'socks5://proxy.example'],
    ['DELIVERY_RETENTION_DAYS', '-1'],
    ['BACKUP_EVERY_HOURS', '1.5'],
    ['BACKUP_URL', 's3://bucket'],
    ['BACKUP_GENERATIONS', '0'],
    ['DATABASE_URL', 'lodgepole'],
    ['DATABASE_READ_URL', 'mysql://replica/x'],
    ['SECRET_KEY', 'short'],
    ['SECRET_KEY', `${SECRET_KEY},short`],
  ]
  for (const [name, value] of bad) {
    it(`${name}=${value.slice(-20)} is refused by name`, () => {
      assert.throws(() => server({ [name]: value }), new RegExp(`^Error: ${name} `))
    })
  }

  for (const [text, value] of [
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ] as const) {
    it(`${text} is ${value}`, () => assert.equal(server({ SANDBOX: text }).sandbox, value))
  }
})

describe('a setting that may contain a secret', () => {
  for (const url of [
    'postgres://lodge:se#cret@db.example/x',
    'postgres://lodge:secret@db.example:99999/x',
    'postgres://lodge:secret%zz@db.example/x',
    'mysql://lodge:secret@db.example/x',
    'lodge:secret@db.example/x',
  ]) {
    it(`DATABASE_URL=${url} is refused by name, without the password`, () => {
      const refused = { message: /^DATABASE_URL is invalid: (?!.*cret)/ }
      assert.throws(() => server({ DATABASE_URL: url }), refused)
    })
  }

  const weak = {
    'of zeros': Buffer.alloc(32),
    'of one byte': Buffer.alloc(32, 7),
    'of a repeated word': Buffer.from('changeme'.repeat(4)),
    'of hexadecimal digits': Buffer.from('0123456789abcdef'.repeat(2)),
    'that counts': Buffer.from([...Array(32).keys()]),
  }
  for (const [name, key] of Object.entries(weak)) {
    it(`SECRET_KEY ${name} is refused`, () => {
      const wrong = server.bind(null, { SECRET_KEY: key.toString('base64') })
      assert.throws(wrong, { message: /^SECRET_KEY is invalid: a key is easy to guess/ })
    })
  }
})

describe('BLOB_URL', () => {
  it('names a bucket and the prefix of every key', () => {
    const amazon = { region: 'us-east-1', endpoint: null }
    const blobStore = (url: string) => server({ BLOB_URL: url }).blobStore
    assert.deepEqual(blobStore('s3://stays'), { bucket: 'stays', prefix: '', ...amazon })
    assert.deepEqual(blobStore('s3://stays/'), { bucket: 'stays', prefix: '', ...amazon })
    assert.deepEqual(blobStore('s3://my.stays/a/b/'), {
      bucket: 'my.stays',
      prefix: 'a/b',
      ...amazon,
    })
  })

  it('is completed by the usual variables, of which the more specific one wins', () => {
    const env = { BLOB_URL: 's3://stays', AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'eu-west-2' }
    const AWS_ENDPOINT_URL = 'http://store.example:9000'
    const { region, endpoint } = server({ ...env, AWS_ENDPOINT_URL }).blobStore!
    assert.deepEqual([region, endpoint], ['eu-west-1', AWS_ENDPOINT_URL])
    const AWS_ENDPOINT_URL_S3 = 'https://objects.example'
    const both = server({ ...env, AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3 }).blobStore!
    assert.equal(both.endpoint, AWS_ENDPOINT_URL_S3)
    assert.throws(() => server({ ...env, AWS_ENDPOINT_URL: 'store' }), /^Error: AWS_ENDPOINT_URL /)
  })
})

describe('settings of callbacks', () => {
  const callbacks = (env: Record<string, string>) => server(env).callbacks

  it('have the defaults of the contract', () => {
    assert.deepEqual(callbacks({}), {
      allowPrivate: false,
      timeoutMs: 15_000,
      retryScale: 1,
      extraCa: [],
      proxy: null,
    })
  })

  it('allow everything, nothing, or some ranges', () => {
    const allowed = (text: string) => callbacks({ ALLOW_PRIVATE_CALLBACKS: text }).allowPrivate
    assert.equal(allowed('true'), true)
    assert.equal(allowed('0'), false)
    assert.deepEqual(allowed('10.1.0.0/16, ::1/128'), ['10.1.0.0/16', '::1/128'])
  })

  it("read the delays' factor and the certificates of a file", () => {
    const [one, two] = rootCertificates as [string, string]
    const CALLBACK_EXTRA_CA = join(folder, 'extra.pem')
    writeFileSync(CALLBACK_EXTRA_CA, `First\n${one}\n\nSecond\n${two}\n`)
    const { retryScale, extraCa } = callbacks({ CALLBACK_EXTRA_CA, CALLBACK_RETRY_SCALE: '0.001' })
    const certificates = extraCa.map(pem => pem.trim())
    assert.deepEqual([retryScale, ...certificates], [0.001, one.trim(), two.trim()])
  })

  it('a file with an invalid certificate is refused by name', () => {
    const CALLBACK_EXTRA_CA = join(folder, 'broken.pem')
    const broken = '-----BEGIN CERTIFICATE-----\nbm9uZQ==\n-----END CERTIFICATE-----\n'
    writeFileSync(CALLBACK_EXTRA_CA, broken)
    assert.throws(() => callbacks({ CALLBACK_EXTRA_CA }), /^Error: CALLBACK_EXTRA_CA /)
  })
})

describe('the size of the response cache', () => {
  it('is read by its former name, with a warning, unless the new name is set', () => {
    const { responseCacheMb, warnings } = server({ ANSWER_MEMORY_MB: '8' })
    assert.equal(responseCacheMb, 8)
    assert.match(warnings.join(), /ANSWER_MEMORY_MB is now RESPONSE_CACHE_MB/)
    assert.equal(server({ ANSWER_MEMORY_MB: '8', RESPONSE_CACHE_MB: '0' }).responseCacheMb, 0)
    assert.throws(() => server({ ANSWER_MEMORY_MB: 'x' }), /ANSWER_MEMORY_MB/)
  })
})

describe('the demo start', () => {
  const DATA_DIR = join(folder, 'calls')
  const allowed = (env = {}) => readConfig({ DATA_DIR, ...env }).callbacks.allowPrivate

  it('may call private addresses, unless its public URL is https', () => {
    assert.equal(allowed(), true)
    assert.equal(allowed({ PUBLIC_URL: 'https://stay.example.org' }), false)
    assert.equal(allowed({ ALLOW_PRIVATE_CALLBACKS: 'false' }), false)
  })

  it('may call none if it listens to other machines, and warns unless that is set', () => {
    for (const HOST of ['127.0.0.1', '127.8.0.1', '::1', 'localhost']) {
      assert.equal(allowed({ HOST }), true, HOST)
      assert.deepEqual(readConfig({ DATA_DIR, HOST }).warnings, [])
    }
    const PUBLIC_URL = 'http://pms.example.org'
    for (const HOST of ['0.0.0.0', '::', '192.168.7.8', '::ffff:10.0.0.1', 'pms.example.org']) {
      assert.equal(allowed({ HOST, PUBLIC_URL }), false, HOST)
      const { warnings } = readConfig({ DATA_DIR, HOST })
      assert.match(warnings.join(), new RegExp(`HOST is ${HOST}.*ALLOW_PRIVATE_CALLBACKS`))
      for (const ALLOW_PRIVATE_CALLBACKS of ['true', 'false', '10.1.0.0/16']) {
        assert.deepEqual(readConfig({ DATA_DIR, HOST, ALLOW_PRIVATE_CALLBACKS }).warnings, [])
      }
    }
    assert.deepEqual(server({ HOST: '0.0.0.0' }).warnings, [])
  })

  it('creates its secret key once, readable by its owner only, and has the query page', () => {
    const DATA_DIR = join(folder, 'new')
    const first = readConfig({ DATA_DIR })
    assert.equal(first.queryPage, true)
    assert.equal(first.databaseUrl, null)
    assert.deepEqual(readConfig({ DATA_DIR }).secretKeys, first.secretKeys)
    assert.equal(statSync(join(DATA_DIR, 'secret-key')).mode & 0o777, 0o600)
  })
})
