import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'
import type { Certified } from '../certificates.ts'
import { eventually } from '../eventually.ts'
import type { AtEnd } from './at-end.ts'

interface ReceivedMail {
  from: string
  to: string[]
  /** User name of the client, or null without authentication. */
  user: string | null
  isSecure: boolean
  /** Headers by their names in lower case, unfolded. */
  headers: Record<string, string>
  /** Content with soft line breaks removed. */
  raw: string
}

interface SmtpRefusal {
  code: number
  text: string
}

export interface SmtpOptions {
  /** Offers STARTTLS, or uses TLS from the beginning with `isSecure`. */
  tls?: Certified
  isSecure?: boolean
  login?: { user: string; pass: string }
}

export interface TestSmtp {
  host: string
  port: number
  mails: ReceivedMail[]
  /** Number of RCPT commands received. */
  tries: number
  /** Returns the response to a recipient; null: accepted; `hang`: no response. */
  respondTo: (to: string) => SmtpRefusal | 'hang' | null
  /** Waits until this number of mails has arrived. */
  has(count: number): Promise<void>
  /** Stops the server, which frees its port. */
  stop(): Promise<void>
}

/** Starts a mail server on a free port; it is closed with the test file, or by `atEnd`. */
export async function startSmtp(
  { tls, isSecure, login }: SmtpOptions = {},
  atEnd: AtEnd = after,
): Promise<TestSmtp> {
  const server = new SMTPServer({
    ...tls,
    secure: isSecure ?? false,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(tls && !isSecure ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    closeTimeout: 100,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass) done(null, { user: username })
      else done(toError({ code: 535, text: 'Authentication failed' }))
    },
    onRcptTo({ address }, _session, done) {
      smtp.tries++
      const response = smtp.respondTo(address)
      if (response !== 'hang') done(response && toError(response))
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      void buffer(stream).then(bytes => {
        smtp.mails.push({
          ...parseMail(bytes.toString('utf8')),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: (session.user as string | undefined) ?? null,
          isSecure: session.secure,
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>(resolve => server.close(resolve))
  const smtp: TestSmtp = {
    host: '127.0.0.1',
    port,
    mails: [],
    tries: 0,
    respondTo: () => null,
    has: count => eventually(async () => smtp.mails.length >= count),
    stop,
  }
  atEnd(stop)
  return smtp
}

function toError({ code, text }: SmtpRefusal): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

function parseMail(raw: string): Pick<ReceivedMail, 'headers' | 'raw'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map(line => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: Object.fromEntries(headers), raw: raw.replaceAll('=\r\n', '') }
}
