/** Tests of mail by SMTP, against a real server: contract/messaging.md §12. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { makeCertificates } from '../../../../test/support/certificates.ts'
import { startSmtp, type TestSmtp } from '../../../../test/support/external-services/smtp.ts'
import { type SmtpSettings, smtpTransport } from './smtp-transport.ts'
import type { OutgoingMessage } from './transport.ts'

const mailFrom = 'stays@lodges.example'
const { authority, certified } = makeCertificates({ right: '127.0.0.1' })
const plain = await startSmtp({ login: { user: 'post', pass: 'p@ss:word' } })
const offering = await startSmtp({ tls: certified.right })
const secure = await startSmtp({ tls: certified.right, isSecure: true })
const neverAborted = new AbortController().signal

const settings = ({ host, port }: Pick<TestSmtp, 'host' | 'port'>): SmtpSettings => ({
  host,
  port,
  isSecure: false,
  requiresTls: false,
  login: null,
  mailFrom,
  extraCa: [authority],
})

const withLogin = { ...settings(plain), login: { user: 'post', pass: 'p@ss:word' } }
const timeouts = { connectMs: 300, replyMs: 300 }

const letter = (changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  agencyUid: randomUUID(),
  uid: randomUUID(),
  sendingUid: randomUUID(),
  sendingNumber: 1,
  threadUid: randomUUID(),
  leadUid: randomUUID(),
  channel: 'HOSTFULLY',
  kind: 'EMAIL',
  from: { name: 'Cedar Stays', email: 'desk@cedar.example' },
  to: { name: 'Ana Lind', email: 'ana@guests.example' },
  subject: 'Your stay at Cedar Cabin',
  text: 'Hello Ana,\nthe door is <green> & "new".\n\nUntil soon',
  earlier: [],
  attachments: [],
  ...changes,
})

describe('a mail', () => {
  it('has the server as sender and the agency as reply address', async () => {
    const message = letter()
    const sent = await smtpTransport(withLogin).send(message, neverAborted)
    assert.equal(sent.result, 'SENT')
    const mail = plain.mails.at(-1)!
    assert.deepEqual([mail.from, mail.to, mail.user], [mailFrom, ['ana@guests.example'], 'post'])
    assert.equal(mail.headers.from, `Cedar Stays <${mailFrom}>`)
    assert.equal(mail.headers['reply-to'], 'Cedar Stays <desk@cedar.example>')
    assert.equal(mail.headers.to, 'Ana Lind <ana@guests.example>')
    assert.equal(mail.headers.subject, 'Your stay at Cedar Cabin')
    assert.equal(mail.headers['message-id'], `<${message.uid}@lodges.example>`)
    assert.equal(mail.headers['in-reply-to'], undefined)
  })

  it('has a text, and HTML that is escaped from it', async () => {
    await smtpTransport(withLogin).send(letter(), neverAborted)
    const { raw } = plain.mails.at(-1)!
    assert.match(
      raw,
      /text\/plain[\s\S]*Hello Ana,\r\nthe door is <green> & "new"\.\r\n\r\nUntil soon/,
    )
    const html =
      /<p>Hello Ana,<br>\r\nthe door is &#60;green&#62; &#38; &#34;new&#34;\.<\/p>\r\n<p>Unt/
    assert.match(raw, html)
  })

  it('continues its thread, and has a new id when it is resent', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const earlier = [
      { uid: first, sendingNumber: 1 },
      { uid: second, sendingNumber: 3 },
    ]
    const message = letter({ earlier, sendingNumber: 2 })
    await smtpTransport(withLogin).send(message, neverAborted)
    const { headers } = plain.mails.at(-1)!
    assert.equal(headers['message-id'], `<${message.uid}.2@lodges.example>`)
    assert.equal(headers['in-reply-to'], `<${second}.3@lodges.example>`)
    assert.equal(headers.references, `<${first}@lodges.example> <${second}.3@lodges.example>`)
  })

  it('has attachments', async () => {
    const bytes = Buffer.from('%PDF-1.7 guide')
    const attachment = {
      fileName: 'Führer.pdf',
      fileType: 'application/pdf',
      read: async () => bytes,
    }
    await smtpTransport(withLogin).send(letter({ attachments: [attachment] }), neverAborted)
    const { raw } = plain.mails.at(-1)!
    assert.match(raw, /Content-Type: application\/pdf/)
    assert.ok(raw.includes(bytes.toString('base64url')))
  })
})

describe('texts of other parties', () => {
  const injected = 'x\r\nBcc: all@evil.example\r\n\r\n<script>'
  const attacks: Record<string, Partial<OutgoingMessage>> = {
    'a subject': { subject: injected },
    'the name of a guest': { to: { name: injected, email: 'ana@guests.example' } },
    'the name of an agency': { from: { name: `"${injected}" <a@b.example>`, email: null } },
    'the reply address': { from: { name: 'Cedar', email: injected } },
    'the name of a file': {
      attachments: [{ fileName: injected, fileType: injected, read: async () => Buffer.from('x') }],
    },
  }
  for (const [what, changes] of Object.entries(attacks)) {
    it(`gets neither headers nor recipients from ${what}`, async () => {
      const before = plain.mails.length
      await smtpTransport(withLogin).send(letter(changes), neverAborted)
      const [mail, ...others] = plain.mails.slice(before)
      assert.deepEqual([mail!.to, others], [['ana@guests.example'], []])
      assert.equal(mail!.headers.bcc, undefined)
      assert.doesNotMatch(mail!.raw, /^Bcc:/im)
      assert.ok(mail!.headers.from!.endsWith(`<${mailFrom}>`))
    })
  }

  const several = [
    'a@x.example,b@x.example',
    '<a@x.example>',
    'a@x.example\r\nRCPT',
    'nobody',
    'a b@x',
  ]
  for (const email of several) {
    it(`FAILED for the recipient ${JSON.stringify(email)}, without a mail`, async () => {
      const before = plain.mails.length
      const { result } = await smtpTransport(withLogin).send(
        letter({ to: { name: 'Ana', email } }),
        neverAborted,
      )
      assert.equal(result, 'FAILED')
      assert.equal(plain.mails.length, before)
    })
  }
})

describe('replies of the server', () => {
  const refusals = [
    [550, 'FAILED'],
    [552, 'FAILED'],
    [450, 'RETRY'],
    [421, 'RETRY'],
  ] as const
  for (const [code, result] of refusals) {
    it(`${code} is ${result}, with its reason`, async () => {
      plain.respondTo = () => ({ code, text: `Not ${code} here` })
      const outcome = await smtpTransport(withLogin).send(letter(), neverAborted)
      plain.respondTo = () => null
      assert.equal(outcome.result, result)
      assert.match('reason' in outcome ? outcome.reason : '', new RegExp(`${code} .*Not ${code}`))
    })
  }

  it('535 is FAILED', async () => {
    const wrong = { ...withLogin, login: { user: 'post', pass: 'wrong' } }
    assert.equal((await smtpTransport(wrong).send(letter(), neverAborted)).result, 'FAILED')
  })
})

describe('the connection', () => {
  it('RETRY when no server listens', async () => {
    const stopped = await startSmtp()
    await stopped.stop()
    assert.equal(
      (await smtpTransport(settings(stopped)).send(letter(), neverAborted)).result,
      'RETRY',
    )
  })

  it('RETRY when the server does not greet', async () => {
    const { port } = await silent(() => {})
    const transport = smtpTransport(settings({ host: '127.0.0.1', port }), timeouts)
    assert.equal((await transport.send(letter(), neverAborted)).result, 'RETRY')
  })

  it('RETRY when the server stops responding', async () => {
    plain.respondTo = () => 'hang'
    const outcome = await smtpTransport(withLogin, timeouts).send(letter(), neverAborted)
    plain.respondTo = () => null
    assert.equal(outcome.result, 'RETRY')
  })

  it('RETRY as soon as the caller aborts, even if the server is active', async () => {
    const { port, sockets } = await silent(socket => {
      const timer = setInterval(() => socket.write('220-still\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const transport = smtpTransport(settings({ host: '127.0.0.1', port }))
    const outcome = await transport.send(letter(), AbortSignal.timeout(200))
    assert.equal(outcome.result, 'RETRY')
    await Promise.all(sockets.map(socket => socket.closed || waitForClose(socket)))
  })

  it('uses TLS if it is offered, with any certificate', async () => {
    const transport = smtpTransport({ ...settings(offering), extraCa: [] })
    assert.equal((await transport.send(letter(), neverAborted)).result, 'SENT')
    assert.equal(offering.mails.at(-1)!.isSecure, true)
  })

  it('does not use TLS if it is not offered', async () => {
    assert.equal((await smtpTransport(withLogin).send(letter(), neverAborted)).result, 'SENT')
    assert.equal(plain.mails.at(-1)!.isSecure, false)
  })

  it('required: RETRY and no mail when TLS is not offered', async () => {
    const before = plain.mails.length
    const transport = smtpTransport({ ...withLogin, requiresTls: true })
    assert.equal((await transport.send(letter(), neverAborted)).result, 'RETRY')
    assert.equal(plain.mails.length, before)
  })

  for (const [name, to] of Object.entries({ 'STARTTLS required': offering, smtps: secure })) {
    const options = { ...settings(to), requiresTls: to === offering, isSecure: to === secure }
    it(`${name}: SENT with a trusted certificate`, async () => {
      assert.equal((await smtpTransport(options).send(letter(), neverAborted)).result, 'SENT')
      assert.equal(to.mails.at(-1)!.isSecure, true)
    })

    it(`${name}: RETRY and no mail with an untrusted certificate`, async () => {
      const before = to.mails.length
      const transport = smtpTransport({ ...options, extraCa: [] })
      assert.equal((await transport.send(letter(), neverAborted)).result, 'RETRY')
      assert.equal(to.mails.length, before)
    })
  }
})

/** Server that accepts connections and sends no SMTP. */
async function silent(onConnection: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as { port: number }).port, sockets }
}

function waitForClose(socket: Socket): Promise<void> {
  return new Promise(resolve => socket.once('close', () => resolve()))
}
