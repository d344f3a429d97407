/** Checks of PUBLIC_URL with real proxies and certificates: docs/run.md, Doctor. */
import assert from 'node:assert/strict'
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { makeCertificates } from '../../../test/support/certificates.ts'
import { freePort } from '../../../test/support/processes.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import type { Config } from '../../config.ts'
import { runningVersion } from '../../version.ts'
import { runChecks } from './check.ts'
import { probePublicUrl } from './probe-public-url.ts'
import { certificateCheck, publicUrlCheck, releaseCheck } from './public-url-checks.ts'
import { challengeHeader, identityHeader, readIdentity } from './server-identity.ts'
import { clockCheck } from './work-checks.ts'

const server = await startServer({ SECRET_KEY: 'jL1Xk0wq8eN4sT2vB7yR9uC3mZ5aD6fG1hK8pQ0xW2s=' })
const challenge = 'ab'.repeat(16)

async function listen(app: Server): Promise<number> {
  await new Promise<void>(resolve => app.listen(0, '127.0.0.1', resolve))
  after(() => {
    app.closeAllConnections()
    app.close()
  })
  return (app.address() as AddressInfo).port
}

interface Proxied {
  /** Headers that the proxy adds. */
  added?: IncomingHttpHeaders
  /** Response headers that the proxy replaces. */
  replaced?: Record<string, string>
}

/** Returns a proxy in front of a server. */
function proxyTo({ url }: Pick<TestServer, 'url'>, { added, replaced }: Proxied): RequestListener {
  return (incoming, outgoing) => {
    const headers = { ...incoming.headers, ...added }
    const forwarded = request(`${url}${incoming.url}`, { headers }, response => {
      outgoing.writeHead(response.statusCode!, { ...response.headers, ...replaced })
      response.pipe(outgoing)
    })
    forwarded.end()
  }
}

/** Starts a server whose PUBLIC_URL is a proxy in front of it. */
async function startBehind(
  proxied: Proxied,
  { env = {}, scheme = 'http', certificate = {} as { key?: string; cert?: string } } = {},
): Promise<TestServer> {
  const target = { url: '' }
  const proxy: RequestListener = (...call) => proxyTo(target, proxied)(...call)
  const isSecure = certificate.key !== undefined
  const port = await listen(isSecure ? createTlsServer(certificate, proxy) : createServer(proxy))
  const started = await startServer({ PUBLIC_URL: `${scheme}://127.0.0.1:${port}`, ...env })
  target.url = started.url
  return started
}

const forwardedFor = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

/** Runs one check, as the doctor does while a server runs. */
async function run(
  check: typeof publicUrlCheck | typeof clockCheck,
  { config, database }: Pick<TestServer, 'config' | 'database'>,
  changes: Partial<Config> = {},
) {
  const changed = { ...config, ...changes }
  const probe = () => probePublicUrl(changed, AbortSignal.timeout(4_000))
  const context = { config: changed, database, isServing: true, probe }
  const [result] = await runChecks([check], context)
  return result!
}

describe('the identity of a server', () => {
  const requestIdentity = async (headers: Record<string, string>) =>
    (await server.request('GET', '/healthz', { headers })).headers.get(identityHeader)

  it('is readable with its SECRET_KEY only, and for one challenge only', async () => {
    const text = (await requestIdentity({ [challengeHeader]: challenge }))!
    const identity = readIdentity(server.config, challenge, text)
    assert.equal(identity?.publicUrl, server.config.publicUrl)
    assert.equal(identity?.version, runningVersion().version)
    assert.equal(readIdentity(server.config, 'cd'.repeat(16), text), null)
    assert.equal(readIdentity({ secretKeys: [Buffer.alloc(32, 1)] }, challenge, text), null)
    assert.doesNotMatch(text, new RegExp(runningVersion().version))
  })

  it('is not in responses to other requests', async () => {
    assert.equal(await requestIdentity({}), null)
    assert.equal(await requestIdentity({ [challengeHeader]: 'short' }), null)
    const { text } = await server.request('GET', '/healthz')
    assert.equal(text, '{"status":"ok"}')
  })
})

describe('public-url', () => {
  it('is the server, behind a proxy that it trusts', async () => {
    const env = { TRUST_PROXY: '127.0.0.1' }
    const result = await run(
      publicUrlCheck,
      await startBehind({ added: forwardedFor }, { env }),
      {},
    )
    assert.equal(result.status, 'failed', 'http, but the proxy receives https')
    const plain = { added: { 'x-forwarded-for': '203.0.113.9' } }
    const { status, detail } = await run(publicUrlCheck, await startBehind(plain, { env }))
    assert.deepEqual([status, /behind a trusted proxy$/.test(detail)], ['ok', true], detail)
  })

  it('names a missing TRUST_PROXY', async () => {
    const started = await startBehind({ added: { 'x-forwarded-for': '203.0.113.9' } })
    const { status, remedy } = await run(publicUrlCheck, started)
    assert.deepEqual([status, remedy], ['warning', 'Set TRUST_PROXY=127.0.0.1 and restart'])
  })

  it('names an http address behind a proxy with TLS', async () => {
    const started = await startBehind({ added: forwardedFor })
    const { publicUrl } = started.config
    const { status, remedy } = await run(publicUrlCheck, started)
    const expected = `Set PUBLIC_URL=${publicUrl.replace('http:', 'https:')} and restart`
    assert.deepEqual([status, remedy], ['failed', expected])
  })

  it('names the target of a redirect', async () => {
    const port = await listen(
      createServer((_, response) =>
        response.writeHead(301, { location: 'https://stay.example/healthz' }).end(),
      ),
    )
    const { status, remedy } = await run(publicUrlCheck, server, {
      publicUrl: `http://127.0.0.1:${port}`,
    })
    assert.equal(status, 'failed')
    assert.match(remedy!, /^Set PUBLIC_URL=https:\/\/stay\.example and restart/)
  })

  it('is not another program, nor a server with another SECRET_KEY', async () => {
    const port = await listen(createServer((_, response) => response.end('{"status":"ok"}')))
    const other = await startServer({ CONSOLE: 'false' })
    for (const publicUrl of [`http://127.0.0.1:${port}`, other.url]) {
      const { status, detail } = await run(publicUrlCheck, server, { publicUrl })
      assert.equal(status, 'failed')
      assert.match(detail, /has status 200, but the response is not of this server$/)
    }
  })

  it('names a server that runs with another PUBLIC_URL', async () => {
    const { status, detail } = await run(publicUrlCheck, server, { publicUrl: server.url })
    assert.equal(status, 'warning')
    assert.match(detail, /^the server runs with PUBLIC_URL=http:\/\/localhost:0, here it is/)
  })

  it('names an unknown host, and a port where nothing listens', async () => {
    const unknown = await run(publicUrlCheck, server, { publicUrl: 'http://host.invalid' })
    assert.match(unknown.detail, /the host name is unknown$/)
    const publicUrl = `http://127.0.0.1:${await freePort()}`
    const closed = await run(publicUrlCheck, server, { publicUrl })
    assert.match(closed.detail, /no program accepts connections there$/)
    assert.deepEqual([unknown.status, closed.status], ['failed', 'failed'])
  })
})

describe('certificates', () => {
  const certify = (validDays: number) =>
    makeCertificates({ host: '127.0.0.1' }, validDays).certified.host
  const startSecure = (validDays: number) => {
    const options = { scheme: 'https', certificate: certify(validDays) }
    return startBehind({ added: forwardedFor }, options)
  }

  it('names one that has expired, one that expires soon, and one that is not trusted', async () => {
    const cases: [number, string, RegExp][] = [
      [-3, 'failed', /^the certificate of 127\.0\.0\.1:\d+ has expired on /],
      [3, 'warning', /^the certificate of 127\.0\.0\.1:\d+ expires on /],
      [
        90,
        'failed',
        /^the certificate of 127\.0\.0\.1:\d+ is not trusted: UNABLE_TO_VERIFY_LEAF_SIGNATURE$/,
      ],
    ]
    for (const [days, status, detail] of cases) {
      const result = await run(certificateCheck, await startSecure(days))
      assert.deepEqual([result.status, detail.test(result.detail)], [status, true], result.detail)
    }
  })

  it('accepts one of an authority in CALLBACK_EXTRA_CA', async () => {
    const { authority, certified } = makeCertificates({ host: '127.0.0.1' }, 90)
    const options = { scheme: 'https', certificate: certified.host }
    const behind = await startBehind({ added: forwardedFor }, options)
    const callbacks = { ...behind.config.callbacks, extraCa: [authority] }
    const { status, detail } = await run(certificateCheck, behind, { callbacks })
    assert.deepEqual([status, / is valid until /.test(detail)], ['ok', true], detail)
  })

  it('does not keep public-url from recognising the server', async () => {
    const result = await run(publicUrlCheck, await startSecure(-3))
    assert.match(result.detail, /^the proxy 127\.0\.0\.1 is not trusted/)
  })

  it('names one of CALLBACK_EXTRA_CA that has expired', async () => {
    const extraCa = [certify(400).cert, certify(-3).cert]
    const callbacks = { ...server.config.callbacks, extraCa }
    const { status, detail } = await run(certificateCheck, server, { callbacks })
    assert.equal(status, 'failed')
    assert.match(detail, /'CN=127\.0\.0\.1' of CALLBACK_EXTRA_CA has expired on/)
  })
})

describe('release and clock', () => {
  it('names a server that runs another version', async () => {
    const probe = async () => ({ identity: { version: '0.0.1' } }) as never
    const context = { config: server.config, isServing: true, probe }
    const [result] = await runChecks([releaseCheck], context)
    assert.equal(result!.status, 'warning')
    assert.match(result!.detail, /^the server runs 0\.0\.1, but .* is installed$/)
  })

  it('names a clock of the host of PUBLIC_URL that is wrong', async () => {
    const started = await startBehind({ replaced: { date: 'Sat, 01 Jan 2000 00:00:00 GMT' } })
    const { status, detail } = await run(clockCheck, started)
    assert.equal(status, 'failed')
    assert.match(detail, /^the clock of the host of PUBLIC_URL is \d+ s behind that of this mach/)
  })
})
