/** The proxies of deploy/, started with their sample files in front of a server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { type Certified, makeCertificates } from '../support/certificates.ts'
import { freePort, ready, start } from '../support/processes.ts'
import { type Cleanup, temporaryFolder } from '../support/temporary.ts'
import { replaced } from './samples.ts'

export const host = 'stay.example.org'
/** A second name of the same server, which is not that of its `PUBLIC_URL`. */
export const wrongHost = 'wrong.example.org'

const { authority, certified } = makeCertificates({ [host]: host, [wrongHost]: wrongHost })

/** Ports of a proxy on loopback. */
export interface Ports {
  httpPort: number
  httpsPort: number
}

interface Site extends Ports {
  host: string
  serverPort: number
  certificate: { key: string; cert: string }
}

/** Name of a proxy, and the command line for a folder that has its files. */
interface ProxyKind {
  name: 'nginx' | 'caddy'
  prepare(folder: string, sites: Site[]): string[]
}

export const proxyKinds: ProxyKind[] = [
  {
    name: 'nginx',
    prepare(folder, sites) {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        name => `${name}_temp_path ${folder}/${name};`,
      )
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      const main = `${user} daemon off; worker_processes 1; pid ${folder}/pid; events {}
        http { access_log off; ${temporary.join(' ')} ${sites.map(nginxSite).join('\n')} }`
      writeFileSync(join(folder, 'nginx.conf'), main)
      return ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]
    },
  },
  {
    name: 'caddy',
    prepare(folder, sites) {
      const [{ httpPort, httpsPort }] = sites as [Site]
      const options = `{
        admin off
        default_bind 127.0.0.1
        http_port ${httpPort}
        https_port ${httpsPort}
        storage file_system ${folder}
      }`
      writeFileSync(join(folder, 'Caddyfile'), [options, ...sites.map(caddySite)].join('\n'))
      return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
    },
  },
]

function nginxSite(site: Site): string {
  return replaced('nginx.conf', [
    ['stay.example.org', site.host, 5],
    ['upstream lodgepole', `upstream ${site.host}`],
    ['http://lodgepole;', `http://${site.host};`],
    ['127.0.0.1:3000', `127.0.0.1:${site.serverPort}`],
    ['listen 80;', `listen 127.0.0.1:${site.httpPort};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl', `listen 127.0.0.1:${site.httpsPort} ssl`],
    ['listen [::]:443 ssl http2;', ''],
    [`/etc/letsencrypt/live/${site.host}/fullchain.pem`, site.certificate.cert],
    [`/etc/letsencrypt/live/${site.host}/privkey.pem`, site.certificate.key],
  ])
}

function caddySite(site: Site): string {
  const { key, cert } = site.certificate
  return replaced('Caddyfile', [
    ['\nstay.example.org {', `\n${site.host} {\n\ttls ${cert} ${key}`],
    ['127.0.0.1:3000', `127.0.0.1:${site.serverPort}`],
  ])
}

/** Starts a proxy on free ports, and waits until it serves. */
export async function startProxy(
  cleanup: Cleanup,
  { name, prepare }: ProxyKind,
  serverUrl: string,
): Promise<Ports> {
  const folder = await temporaryFolder(cleanup)
  const ports = { httpPort: await freePort(), httpsPort: await freePort() }
  const serverPort = Number(new URL(serverUrl).port)
  const sites = Object.entries<Certified>(certified).map(([host, { key, cert }]) => {
    const certificate = { key: join(folder, `${host}.key`), cert: join(folder, `${host}.crt`) }
    writeFileSync(certificate.key, key)
    writeFileSync(certificate.cert, cert)
    return { host, serverPort, certificate, ...ports }
  })
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const started = start(cleanup, name, prepare(folder, sites), { env })
  await ready(name, started, async () => {
    const { status } = await through(ports, '/healthz')
    if (status !== 200) throw new Error(`${status}`)
  })
  return ports
}

interface ProxiedRequest {
  method?: string
  /** Name in the address, by default that of `PUBLIC_URL`. */
  name?: string
  headers?: Record<string, string>
  body?: string
  /** Loopback address of the client. */
  from?: string
  /** True: sends the request without TLS. */
  plain?: boolean
}

/** Sends a request to a proxy as a client that trusts its certificate, without following. */
export async function through(ports: Ports, path: string, options: ProxiedRequest = {}) {
  const { body, ...response } = await openThrough(ports, path, options)
  return { ...response, text: await body.text() }
}

/** Sends a request, and returns the response before its body has arrived. */
export async function openThrough(
  { httpPort, httpsPort }: Ports,
  path: string,
  { method = 'GET', name = host, headers = {}, body, from, plain = false }: ProxiedRequest,
) {
  const dispatcher = new Agent({
    connect: { ca: authority, servername: name },
    ...(from ? { localAddress: from } : {}),
    pipelining: 0,
    allowH2: false,
  })
  const port = plain ? httpPort : httpsPort
  const response = await request(`${plain ? 'http' : 'https'}://127.0.0.1:${port}${path}`, {
    dispatcher,
    method: method as 'GET',
    headers: { host: name, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}
