/** Checks that use the address of the server, from outside of it. */

import { X509Certificate } from 'node:crypto'
import { connect, type PeerCertificate } from 'node:tls'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.ts'
import { dayMs } from '../../platform/dates/dates.ts'
import { trustedRoots } from '../../platform/http/http-pools.ts'
import { withErrorListener } from '../../platform/io/with-error-listener.ts'
import { readVersion, runningVersion, type VersionInfo } from '../../version.ts'
import { type Check, type Finding, failed, ok, skipped, warning, worstOf } from './check.ts'
import type { PublicResponse } from './probe-public-url.ts'
import type { ServerIdentity } from './server-identity.ts'

export interface PublicContext {
  config: Config
  /** False: no server runs, so that there is no response to expect. */
  isServing: boolean
  /** Requests the health of the server once, for all checks. */
  probe(): Promise<PublicResponse>
}

const notServing = 'no server is running'

export const publicUrlCheck: Check<PublicContext> = {
  name: 'public-url',
  async run({ config, isServing, probe }) {
    if (!isServing) return skipped(notServing)
    const { publicUrl } = config
    try {
      return judge(config, await probe())
    } catch (error) {
      return connectionFinding(publicUrl, error as NodeJS.ErrnoException)
    }
  },
}

function connectionFinding(publicUrl: string, error: NodeJS.ErrnoException): Finding {
  const { code = '' } = error
  const { hostname } = new URL(publicUrl)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return failed(
      `${publicUrl}: the host name is unknown`,
      `Correct PUBLIC_URL, or add ${hostname} to the DNS`,
    )
  }
  if (code === 'ECONNREFUSED') {
    return failed(
      `${publicUrl}: no program accepts connections there`,
      'Start the server and its proxy, or correct PUBLIC_URL',
    )
  }
  if (error.name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return warning(
      `${publicUrl} does not respond to this machine in time`,
      'Try it from another machine; check the firewall and the DNS',
    )
  }
  return failed(
    `${publicUrl}: ${error.message}`,
    'Check that PUBLIC_URL has the scheme and port of the proxy',
  )
}

/** Judges a response of PUBLIC_URL. The first fault that is found is reported. */
function judge(config: Config, { status, location, identity }: PublicResponse): Finding {
  const { publicUrl } = config
  if (location !== null) return redirectFinding(publicUrl, location)
  if (identity === null) {
    return failed(
      `${publicUrl}/healthz has status ${status}, but the response is not of this server`,
      'Correct PUBLIC_URL, or have the proxy forward it to PORT of this server. A server with ' +
        'another SECRET_KEY or an older release is not recognised: restart it',
    )
  }
  if (identity.publicUrl !== publicUrl) {
    return warning(
      `the server runs with PUBLIC_URL=${identity.publicUrl}, here it is ${publicUrl}`,
      'Restart the server, or use its settings for this command',
    )
  }
  return judgeProxy(publicUrl, identity)
}

function judgeProxy(
  publicUrl: string,
  { isForwarded, isProxyTrusted, peerAddress, forwardedScheme }: ServerIdentity,
): Finding {
  if (forwardedScheme === 'https' && publicUrl.startsWith('http:')) {
    return failed(
      `${publicUrl} is http, but the proxy receives https`,
      `Set PUBLIC_URL=${publicUrl.replace('http:', 'https:')} and restart`,
    )
  }
  // The server has no TLS of its own, so a proxy has received an https request.
  if (publicUrl.startsWith('https:') && !isForwarded) {
    return warning(
      `the proxy ${peerAddress} sends no X-Forwarded-For: all clients share its address`,
      'Have the proxy add X-Forwarded-For, as in docs/reference/proxy.md',
    )
  }
  if (isForwarded && !isProxyTrusted) {
    return warning(
      `the proxy ${peerAddress} is not trusted: all clients share its address and its limits`,
      `Set TRUST_PROXY=${peerAddress} and restart`,
    )
  }
  if (publicUrl.startsWith('http:') && !isLocalName(publicUrl)) {
    return warning(
      `${publicUrl} is not encrypted: passwords and keys can be read on the way`,
      'Put a proxy with TLS in front, and set PUBLIC_URL to its https address',
    )
  }
  return ok(`${publicUrl} is this server${isForwarded ? ', behind a trusted proxy' : ''}`)
}

function redirectFinding(publicUrl: string, location: string): Finding {
  const target = URL.canParse(location, publicUrl) ? new URL(location, publicUrl).origin : location
  return failed(
    `${publicUrl} redirects to ${target}`,
    `Set PUBLIC_URL=${target} and restart, if that is the address of the server`,
  )
}

function isLocalName(publicUrl: string): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'loopback'
  return host === 'localhost' || host.endsWith('.localhost')
}

export const releaseCheck: Check<PublicContext> = {
  name: 'release',
  async run({ isServing, probe }) {
    const [installed, own] = [readVersion(), runningVersion()]
    if (own.version !== installed.version) return restartFinding(own.version, installed)
    const identity = isServing ? (await probe().catch(() => null))?.identity : null
    if (identity && identity.version !== installed.version)
      return restartFinding(identity.version, installed)
    if (installed.isRelease) return ok(installed.version)
    return warning(`${installed.version} is not a release`, 'Use a release in production')
  },
}

function restartFinding(runningText: string, installed: VersionInfo): Finding {
  return warning(
    `the server runs ${runningText}, but ${installed.version} is installed`,
    'Restart the server',
  )
}

/** Days before the end of a certificate from which it is reported. */
const renewalDays = 14

export const certificateCheck: Check<PublicContext> = {
  name: 'certificates',
  async run({ config: { publicUrl, callbacks }, isServing }, signal) {
    const found = callbacks.extraCa.map(pem => {
      const { subject, validTo } = new X509Certificate(pem)
      const name = `the certificate '${subject.replaceAll('\n', ', ')}' of CALLBACK_EXTRA_CA`
      return validity(name, new Date(validTo), 'Replace it in the file, and restart')
    })
    if (isServing && publicUrl.startsWith('https:')) {
      found.push(await checkCertificate(new URL(publicUrl), callbacks.extraCa, signal))
    }
    if (found.length === 0)
      return skipped('PUBLIC_URL is not https, and CALLBACK_EXTRA_CA is unset')
    return worstOf(found)
  },
}

async function checkCertificate(
  url: URL,
  extraCa: string[],
  signal: AbortSignal,
): Promise<Finding> {
  const { certificate, error } = await fetchCertificate(url, extraCa, signal)
  const name = `the certificate of ${url.host}`
  const finding = validity(name, new Date(certificate.valid_to), 'Renew it in the proxy')
  if (finding.status !== 'ok' || error === null) return finding
  return failed(
    `${name} is not trusted: ${error}`,
    'Have the proxy send a certificate for this name with its chain',
  )
}

function validity(name: string, end: Date, remedy: string): Finding {
  const days = Math.floor((end.getTime() - Date.now()) / dayMs)
  const day = end.toISOString().slice(0, 10)
  if (days < 0) return failed(`${name} has expired on ${day}`, remedy)
  if (days < renewalDays) return warning(`${name} expires on ${day}`, remedy)
  return ok(`${name} is valid until ${day}`)
}

/** Fetches the certificate of a server, and the reason why it is not trusted. */
async function fetchCertificate(
  { hostname, port }: URL,
  extraCa: string[],
  signal: AbortSignal,
): Promise<{ certificate: PeerCertificate; error: string | null }> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const secureContext = trustedRoots(extraCa)
  const options = { host, port: Number(port) || 443, rejectUnauthorized: false, secureContext }
  const name = ipaddr.isValid(host) ? {} : { servername: host }
  const socket = withErrorListener(connect({ ...options, ...name }))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('secureConnect', resolve)
  socket.once('error', reject)
  signal.addEventListener('abort', () => reject(signal.reason))
  try {
    await promise
    const { authorized, authorizationError } = socket
    const certificate = socket.getPeerCertificate()
    return { certificate, error: authorized ? null : String(authorizationError) }
  } finally {
    socket.destroy()
  }
}
