/** Targets of connections and their verification: contract/events.md §11. */
import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, createServer as createTcpServer } from 'node:net'
import { after, describe, it } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { makeCertificates } from '../../../test/support/certificates.ts'
import { listen } from '../../../test/support/webhook-receiver/receivers.ts'
import { systemClock } from '../clock.ts'
import { addressGuard } from './address-guard.ts'
import { type HttpClientOptions, httpClient } from './http-client.ts'
import { openPools } from './http-pools.ts'

const { authority, certified } = makeCertificates({
  named: 'receiver.example',
  numbered: '127.0.0.1',
})

const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

const standard: HttpClientOptions = {
  guard: addressGuard(['127.0.0.0/8']),
  resolve: async () => at('127.0.0.1'),
  clock: systemClock,
  userAgent: 'Test/1',
  extraCa: [authority],
  proxy: null,
}

function openPost(options: Partial<HttpClientOptions> = {}, timeoutMs = 10_000) {
  const client = httpClient({ ...standard, ...options })
  after(() => client.close())
  return (url: string) => client.post({ url, headers: {}, body: '{}', timeoutMs })
}

const secure = (name: 'named' | 'numbered', handler: RequestListener = sendServerName) =>
  listen(createSecureServer(certified[name], handler))

const sendServerName: RequestListener = ({ socket, headers }, response) => {
  const { servername } = socket as TLSSocket & { servername: string | false }
  response.end(`${servername} ${headers.host}`)
}

describe('TLS', () => {
  it('is verified by host name, also against authorities of the operator', async () => {
    const port = await secure('named')
    const attempt = await openPost()(`https://receiver.example:${port}/`)
    assert.equal(attempt.outcome, 'SUCCESS', String(attempt.errorMessage))
    assert.equal(String(attempt.body), `receiver.example receiver.example:${port}`)
    const dotted = await openPost()(`https://receiver.example.:${port}/`)
    assert.equal(String(dotted.body), `receiver.example receiver.example.:${port}`)
  })

  it('is verified by the address if the URL has one', async () => {
    const post = openPost()
    assert.equal((await post(`https://127.0.0.1:${await secure('numbered')}/`)).outcome, 'SUCCESS')
    const other = await post(`https://127.0.0.1:${await secure('named')}/`)
    assert.equal(other.outcome, 'TLS_ERROR')
  })

  it('with the certificate of another host is a TLS_ERROR', async () => {
    let requests = 0
    const port = await secure('named', (_, response) => {
      requests++
      response.end()
    })
    const post = openPost()
    for (const host of ['other.example', 'a.receiver.example']) {
      const attempt = await post(`https://${host}:${port}/`)
      assert.deepEqual([attempt.outcome, attempt.status], ['TLS_ERROR', null])
      assert.match(attempt.errorMessage!, /is for another name/)
    }
    assert.equal(requests, 0)
  })

  it('with an unknown authority is a TLS_ERROR', async () => {
    const attempt = await openPost({ extraCa: [] })(
      `https://receiver.example:${await secure('named')}/`,
    )
    assert.deepEqual([attempt.outcome, attempt.status], ['TLS_ERROR', null])
  })

  it('without TLS on the server is a TLS_ERROR', async () => {
    const port = await listen(createTcpServer(socket => socket.write('220 mail.example\r\n')))
    assert.equal((await openPost()(`https://receiver.example:${port}/`)).outcome, 'TLS_ERROR')
  })

  it('with a closed connection is a CONNECTION_ERROR', async () => {
    const port = await listen(createTcpServer(socket => socket.once('data', () => socket.end())))
    const attempt = await openPost()(`https://receiver.example:${port}/`)
    assert.equal(attempt.outcome, 'CONNECTION_ERROR')
  })

  it('with an unresponsive server is a TIMEOUT within the limit for a connection', async () => {
    const port = await listen(createTcpServer(() => {}))
    const attempt = await openPost({ connectLimitMs: 200 })(`https://receiver.example:${port}/`)
    assert.equal(attempt.outcome, 'TIMEOUT')
    assert.equal(attempt.errorMessage, 'No connection within 200 ms')
  })
})

describe('a host name', () => {
  const receiver = () => listen(createServer((_, response) => response.end()))

  it('is resolved once; later addresses are ignored', async () => {
    const results = [at('127.0.0.1'), at('10.0.0.1')]
    const names: string[] = []
    const resolve = async (hostname: string) => {
      names.push(hostname)
      return results.shift()!
    }
    const url = `http://receiver.example:${await receiver()}/`
    const post = openPost({ resolve })
    assert.equal((await post(url)).outcome, 'SUCCESS')
    assert.deepEqual(names, ['receiver.example'])
    assert.equal((await post(url)).outcome, 'ADDRESS_REFUSED')
  })

  it('does not reuse a connection to an earlier address', async () => {
    const localAddresses: string[] = []
    const server = createServer(({ socket }, response) => {
      localAddresses.push(socket.localAddress!)
      response.end()
    })
    const port = await listen(server)
    const results = [at('127.0.0.1'), at('127.0.0.2'), at('127.0.0.1')]
    const post = openPost({ resolve: async () => results.shift()! })
    for (let i = 0; i < 3; i++) await post(`http://receiver.example:${port}/`)
    // The server listens on one address only.
    assert.deepEqual(localAddresses, ['127.0.0.1', '127.0.0.1'])
  })

  it('with a private address among public ones is refused', async () => {
    const resolve = async () => at('127.0.0.1', '169.254.169.254')
    const attempt = await openPost({ resolve })(`http://receiver.example:${await receiver()}/`)
    assert.equal(attempt.outcome, 'ADDRESS_REFUSED')
  })

  it('with several addresses uses one that responds', async () => {
    const resolve = async () => at('127.0.0.2', '127.0.0.1')
    const attempt = await openPost({ resolve })(`http://receiver.example:${await receiver()}/`)
    assert.equal(attempt.outcome, 'SUCCESS')
  })

  it('that is unknown is a DNS_ERROR', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    assert.equal((await openPost({ resolve })('http://receiver.example/')).outcome, 'DNS_ERROR')
    const none = await openPost({ resolve: async () => [] })('http://receiver.example/')
    assert.equal(none.outcome, 'DNS_ERROR')
  })

  it('with an unresponsive lookup is a TIMEOUT', async () => {
    const resolve = () => new Promise<never>(() => {})
    const attempt = await openPost({ resolve, connectLimitMs: 50 })('http://receiver.example/')
    assert.deepEqual([attempt.outcome, attempt.status], ['TIMEOUT', null])
    assert.equal((await openPost({ resolve }, 50)('http://receiver.example/')).outcome, 'TIMEOUT')
  })
})

describe('pools', () => {
  it('are one per origin and addresses, up to a maximum', async () => {
    const pools = openPools({ extraCa: [], proxy: null, connectLimitMs: 100, poolsMax: 2 })
    const of = (url: string, ...addresses: string[]) =>
      pools.poolFor(new URL(url), at(...addresses))
    const one = of('http://a.example/x', '1.1.1.1', '1.0.0.1')
    assert.equal(of('http://a.example/y', '1.0.0.1', '1.1.1.1'), one)
    const two = of('http://a.example/', '1.1.1.1')
    assert.notEqual(two, one)
    of('https://a.example/', '1.1.1.1')
    assert.equal(of('http://a.example/', '1.1.1.1'), two)
    assert.notEqual(of('http://a.example/', '1.1.1.1', '1.0.0.1'), one)
    await pools.close()
  })
})

describe('a proxy', () => {
  /** Starts a proxy that records its tunnels. */
  async function startProxy(status = 200) {
    const tunnels: string[] = []
    const proxy = createServer((_, response) => response.writeHead(500).end())
    proxy.on('connect', ({ url, headers }, client) => {
      tunnels.push(`${url} ${headers['proxy-authorization'] ?? ''}`)
      client.on('error', () => {})
      if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\n\r\n`)
      const [host, port] = url!.split(':')
      const target = connect(Number(port), host, () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        target.pipe(client).pipe(target)
      })
      target.on('error', () => client.destroy())
    })
    return { tunnels, port: await listen(proxy) }
  }

  it('tunnels to the verified address; TLS is end to end', async () => {
    const { tunnels, port: proxyPort } = await startProxy()
    const port = await secure('named')
    const post = openPost({ proxy: `http://me:pass@127.0.0.1:${proxyPort}` })
    for (let i = 0; i < 3; i++) {
      const attempt = await post(`https://receiver.example:${port}/`)
      assert.equal(String(attempt.body), `receiver.example receiver.example:${port}`)
    }
    const basic = `Basic ${Buffer.from('me:pass').toString('base64')}`
    assert.equal(tunnels[0], `127.0.0.1:${port} ${basic}`)
    assert.equal((await post(`https://other.example:${port}/`)).outcome, 'TLS_ERROR')
  })

  it('tunnels http, too', async () => {
    const { tunnels, port: proxyPort } = await startProxy()
    const port = await listen(createServer(({ headers }, response) => response.end(headers.host)))
    const post = openPost({ proxy: `http://127.0.0.1:${proxyPort}` })
    const attempt = await post(`http://receiver.example:${port}/`)
    assert.equal(String(attempt.body), `receiver.example:${port}`)
    assert.deepEqual(tunnels, [`127.0.0.1:${port} `])
  })

  it('is a CONNECTION_ERROR if it refuses or closes, a TIMEOUT if it is unresponsive', async () => {
    const outcome = async (port: number) => {
      const options = { proxy: `http://127.0.0.1:${port}`, connectLimitMs: 300 }
      return (await openPost(options)('https://receiver.example/')).outcome
    }
    assert.equal(await outcome((await startProxy(403)).port), 'CONNECTION_ERROR')
    const closing = createTcpServer(socket => socket.once('data', () => socket.destroy()))
    assert.equal(await outcome(await listen(closing)), 'CONNECTION_ERROR')
    assert.equal(await outcome(await listen(createTcpServer(() => {}))), 'TIMEOUT')
  })

  it('gets no request for a refused address', async () => {
    const { tunnels, port } = await startProxy()
    const post = openPost({
      proxy: `http://127.0.0.1:${port}`,
      resolve: async () => at('10.0.0.1'),
    })
    assert.equal((await post('https://receiver.example/')).outcome, 'ADDRESS_REFUSED')
    assert.deepEqual(tunnels, [])
  })
})
