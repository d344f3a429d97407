/** contract/events.md §11: whom a connection is made to, and how that is verified. */
import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, createServer as createTcpServer } from 'node:net'
import { after, describe, it } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { makeCertificates } from '../../../test/support/certificates.ts'
import { listen } from '../../../test/support/receivers.ts'
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

function posting(options: Partial<HttpClientOptions> = {}, timeoutMs = 10_000) {
  const client = httpClient({ ...standard, ...options })
  after(() => client.close())
  return (url: string) => client.post({ url, headers: {}, body: '{}', timeoutMs })
}

const secure = (name: 'named' | 'numbered', handler: RequestListener = tellName) =>
  listen(createSecureServer(certified[name], handler))

const tellName: RequestListener = ({ socket, headers }, response) => {
  const { servername } = socket as TLSSocket & { servername: string | false }
  response.end(`${servername} ${headers.host}`)
}

describe('TLS', () => {
  it('is verified against authorities of the operator, too, by the name that is called', async () => {
    const port = await secure('named')
    const attempt = await posting()(`https://receiver.example:${port}/`)
    assert.equal(attempt.outcome, 'SUCCESS', String(attempt.errorMessage))
    assert.equal(String(attempt.body), `receiver.example receiver.example:${port}`)
    const dotted = await posting()(`https://receiver.example.:${port}/`)
    assert.equal(String(dotted.body), `receiver.example receiver.example.:${port}`)
  })

  it('is verified by the address if that is called', async () => {
    const post = posting()
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
    const post = posting()
    for (const host of ['other.example', 'a.receiver.example']) {
      const attempt = await post(`https://${host}:${port}/`)
      assert.deepEqual([attempt.outcome, attempt.status], ['TLS_ERROR', null])
      assert.match(attempt.errorMessage!, /is for another name/)
    }
    assert.equal(requests, 0)
  })

  it('with an authority that is unknown is a TLS_ERROR', async () => {
    const attempt = await posting({ extraCa: [] })(
      `https://receiver.example:${await secure('named')}/`,
    )
    assert.deepEqual([attempt.outcome, attempt.status], ['TLS_ERROR', null])
  })

  it('that is none is a TLS_ERROR', async () => {
    const port = await listen(createTcpServer(socket => socket.write('220 mail.example\r\n')))
    assert.equal((await posting()(`https://receiver.example:${port}/`)).outcome, 'TLS_ERROR')
  })

  it('that is broken off is a CONNECTION_ERROR', async () => {
    const port = await listen(createTcpServer(socket => socket.once('data', () => socket.end())))
    const attempt = await posting()(`https://receiver.example:${port}/`)
    assert.equal(attempt.outcome, 'CONNECTION_ERROR')
  })

  it('that hangs is a TIMEOUT within the limit for a connection', async () => {
    const port = await listen(createTcpServer(() => {}))
    const attempt = await posting({ connectLimitMs: 200 })(`https://receiver.example:${port}/`)
    assert.equal(attempt.outcome, 'TIMEOUT')
    assert.equal(attempt.errorMessage, 'No connection within 200 ms')
  })
})

describe('a name', () => {
  const receiver = () => listen(createServer((_, response) => response.end()))

  it('is looked up once; what it turns into afterwards is not called', async () => {
    const answers = [at('127.0.0.1'), at('10.0.0.1')]
    const asked: string[] = []
    const resolve = async (hostname: string) => {
      asked.push(hostname)
      return answers.shift()!
    }
    const url = `http://receiver.example:${await receiver()}/`
    const post = posting({ resolve })
    assert.equal((await post(url)).outcome, 'SUCCESS')
    assert.deepEqual(asked, ['receiver.example'])
    assert.equal((await post(url)).outcome, 'ADDRESS_REFUSED')
  })

  it('is not called over a kept connection to an address it had before', async () => {
    const reached: string[] = []
    const server = createServer(({ socket }, response) => {
      reached.push(socket.localAddress!)
      response.end()
    })
    const port = await listen(server)
    const answers = [at('127.0.0.1'), at('127.0.0.2'), at('127.0.0.1')]
    const post = posting({ resolve: async () => answers.shift()! })
    for (let i = 0; i < 3; i++) await post(`http://receiver.example:${port}/`)
    // The server listens on one address only.
    assert.deepEqual(reached, ['127.0.0.1', '127.0.0.1'])
  })

  it('with a private address among public ones is refused', async () => {
    const resolve = async () => at('127.0.0.1', '169.254.169.254')
    const attempt = await posting({ resolve })(`http://receiver.example:${await receiver()}/`)
    assert.equal(attempt.outcome, 'ADDRESS_REFUSED')
  })

  it('with several addresses is called at one that answers', async () => {
    const resolve = async () => at('127.0.0.2', '127.0.0.1')
    const attempt = await posting({ resolve })(`http://receiver.example:${await receiver()}/`)
    assert.equal(attempt.outcome, 'SUCCESS')
  })

  it('that is unknown is a DNS_ERROR', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    assert.equal((await posting({ resolve })('http://receiver.example/')).outcome, 'DNS_ERROR')
    const none = await posting({ resolve: async () => [] })('http://receiver.example/')
    assert.equal(none.outcome, 'DNS_ERROR')
  })

  it('whose lookup hangs is a TIMEOUT', async () => {
    const resolve = () => new Promise<never>(() => {})
    const attempt = await posting({ resolve, connectLimitMs: 50 })('http://receiver.example/')
    assert.deepEqual([attempt.outcome, attempt.status], ['TIMEOUT', null])
    assert.equal((await posting({ resolve }, 50)('http://receiver.example/')).outcome, 'TIMEOUT')
  })
})

describe('pools', () => {
  it('are one per origin and addresses, and not more than so many', async () => {
    const pools = openPools({ extraCa: [], proxy: null, connectLimitMs: 100, poolsMax: 2 })
    const of = (url: string, ...addresses: string[]) => pools.of(new URL(url), at(...addresses))
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
  /** Tunnels to wherever it is asked to and remembers that. */
  async function startProxy(status = 200) {
    const asked: string[] = []
    const proxy = createServer((_, response) => response.writeHead(500).end())
    proxy.on('connect', ({ url, headers }, client) => {
      asked.push(`${url} ${headers['proxy-authorization'] ?? ''}`)
      client.on('error', () => {})
      if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\n\r\n`)
      const [host, port] = url!.split(':')
      const target = connect(Number(port), host, () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        target.pipe(client).pipe(target)
      })
      target.on('error', () => client.destroy())
    })
    return { asked, port: await listen(proxy) }
  }

  it('is asked for the address that was checked; TLS is with the receiver', async () => {
    const { asked, port: proxyPort } = await startProxy()
    const port = await secure('named')
    const post = posting({ proxy: `http://me:pass@127.0.0.1:${proxyPort}` })
    for (let i = 0; i < 3; i++) {
      const attempt = await post(`https://receiver.example:${port}/`)
      assert.equal(String(attempt.body), `receiver.example receiver.example:${port}`)
    }
    const basic = `Basic ${Buffer.from('me:pass').toString('base64')}`
    assert.equal(asked[0], `127.0.0.1:${port} ${basic}`)
    assert.equal((await post(`https://other.example:${port}/`)).outcome, 'TLS_ERROR')
  })

  it('is asked for a tunnel for http, too', async () => {
    const { asked, port: proxyPort } = await startProxy()
    const port = await listen(createServer(({ headers }, response) => response.end(headers.host)))
    const post = posting({ proxy: `http://127.0.0.1:${proxyPort}` })
    const attempt = await post(`http://receiver.example:${port}/`)
    assert.equal(String(attempt.body), `receiver.example:${port}`)
    assert.deepEqual(asked, [`127.0.0.1:${port} `])
  })

  it('that refuses or hangs up is a CONNECTION_ERROR, one that hangs a TIMEOUT', async () => {
    const outcome = async (port: number) => {
      const options = { proxy: `http://127.0.0.1:${port}`, connectLimitMs: 300 }
      return (await posting(options)('https://receiver.example/')).outcome
    }
    assert.equal(await outcome((await startProxy(403)).port), 'CONNECTION_ERROR')
    const closing = createTcpServer(socket => socket.once('data', () => socket.destroy()))
    assert.equal(await outcome(await listen(closing)), 'CONNECTION_ERROR')
    assert.equal(await outcome(await listen(createTcpServer(() => {}))), 'TIMEOUT')
  })

  it('is not asked for what is refused', async () => {
    const { asked, port } = await startProxy()
    const post = posting({ proxy: `http://127.0.0.1:${port}`, resolve: async () => at('10.0.0.1') })
    assert.equal((await post('https://receiver.example/')).outcome, 'ADDRESS_REFUSED')
    assert.deepEqual(asked, [])
  })
})
