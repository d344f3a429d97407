import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'
import type { Certified } from '../certificates.ts'
import { eventually } from '../eventually.ts'
import type { AtEnd } from './at-end.ts'

/** A mail as the server got it. */
interface ReceivedMail {
  from: string
  to: string[]
  /** What the client signed in as. */
  user: string | null
  isSecure: boolean
  /** By their names in lower case, unfolded. */
  headers: Record<string, string>
  /** With soft line breaks taken out. */
  raw: string
}

interface SmtpRefusal {
  code: number
  text: string
}

export interface SmtpOptions {
  /** It offers STARTTLS, or with `isSecure` speaks TLS from the beginning. */
  tls?: Certified
  isSecure?: boolean
  login?: { user: string; pass: string }
}

export interface TestSmtp {
  host: string
  port: number
  mails: ReceivedMail[]
  /** Commands RCPT that have come. */
  tries: number
  /** What is answered to a recipient; null: it is accepted; `hang`: nothing ever. */
  answer: (to: string) => SmtpRefusal | 'hang' | null
  /** Waits until so many mails have come. */
  has(count: number): Promise<void>
  /** Stops it, so that nobody answers at its address. */
  stop(): Promise<void>
}

/** Starts a mail server on a port of its own; it ends with the test file, or as `atEnd` has it. */
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
      else done(refused({ code: 535, text: 'Authentication failed' }))
    },
    onRcptTo({ address }, _session, done) {
      smtp.tries++
      const answer = smtp.answer(address)
      if (answer !== 'hang') done(answer && refused(answer))
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      void buffer(stream).then(bytes => {
        smtp.mails.push({
          ...parsed(bytes.toString('utf8')),
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
    answer: () => null,
    has: count => eventually(async () => smtp.mails.length >= count),
    stop,
  }
  atEnd(stop)
  return smtp
}

function refused({ code, text }: SmtpRefusal): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'raw'> {
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
