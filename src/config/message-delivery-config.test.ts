/** Settings of message delivery: contract/general.md §13. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { secretKeyText } from '../../test/support/databases/secret-keys.ts'
import { readConfig } from '../config.ts'

const SECRET_KEY = secretKeyText()
const server = (env: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: 'postgres://x', SECRET_KEY, ...env })

describe('settings of message delivery', () => {
  const of = (env: Record<string, string>) => server(env).sending
  const SMTP_URL = 'smtp://post:p%40ss@mail.example:2525?tls=required'
  const MAIL_FROM = 'stays@lodges.example'

  it('uses the outbox by default, and SMTP for e-mail if a server is set', () => {
    const outbox = { EMAIL: ['outbox'], DIRECT_MESSAGE: ['outbox'] }
    assert.deepEqual(of({}), { transports: outbox, smtp: null })
    const { transports, smtp } = of({ SMTP_URL, MAIL_FROM })
    assert.deepEqual(transports, { ...outbox, EMAIL: ['smtp'] })
    assert.deepEqual(smtp, {
      host: 'mail.example',
      port: 2525,
      isSecure: false,
      requiresTls: true,
      login: { user: 'post', pass: 'p@ss' },
      mailFrom: MAIL_FROM,
      extraCa: [],
    })
    const secure = of({ SMTP_URL: 'smtps://[::1]', MAIL_FROM }).smtp
    assert.partialDeepStrictEqual(secure, { host: '::1', port: 465, isSecure: true, login: null })
  })

  it('sends a password to a verified server only, unless TLS is optional', () => {
    const requires = (SMTP_URL: string) => of({ SMTP_URL, MAIL_FROM }).smtp!.requiresTls
    assert.equal(requires('smtp://post:secret@mail.example'), true)
    assert.equal(requires('smtp://mail.example'), false)
    const SMTP_URL = 'smtp://post:secret@mail.example?tls=optional'
    assert.equal(requires(SMTP_URL), false)
    assert.match(server({ SMTP_URL, MAIL_FROM }).warnings.join(), /^(?!.*secret).*sent in clear/)
    assert.deepEqual(server({ SMTP_URL: 'smtp://mail.example', MAIL_FROM }).warnings, [])
  })

  it('uses MESSAGE_TRANSPORTS, with a fallback after the first', () => {
    const MESSAGE_TRANSPORTS = 'email=outbox, direct=adapter,direct=outbox'
    assert.deepEqual(of({ SMTP_URL, MAIL_FROM, MESSAGE_TRANSPORTS }).transports, {
      EMAIL: ['outbox'],
      DIRECT_MESSAGE: ['adapter', 'outbox'],
    })
  })

  const wrong: [Record<string, string>, RegExp][] = [
    [{ MESSAGE_TRANSPORTS: 'email=adapter' }, /MESSAGE_TRANSPORTS is invalid: 'email=adapter' is/],
    [
      { MESSAGE_TRANSPORTS: 'sms=outbox' },
      /one of email=outbox, email=smtp, direct=outbox, direct=/,
    ],
    [{ MESSAGE_TRANSPORTS: 'email=smtp' }, /SMTP_URL is required with email=smtp/],
    [{ SMTP_URL }, /MAIL_FROM is required with SMTP_URL/],
    [{ SMTP_URL, MAIL_FROM: 'Stays <a@b.example>' }, /MAIL_FROM is invalid/],
    [
      { SMTP_URL: 'https://post:secret@mail.example', MAIL_FROM },
      /^(?!.*secret)SMTP_URL is invalid/,
    ],
    [{ SMTP_URL: 'smtp://mail.example?tls=maybe', MAIL_FROM }, /SMTP_URL is invalid/],
    [{ SMTP_URL: 'smtps://mail.example?tls=optional', MAIL_FROM }, /SMTP_URL is invalid/],
    [{ SMTP_URL: 'smtp://a:%zz@mail.example', MAIL_FROM }, /SMTP_URL is invalid/],
  ]
  for (const [env, message] of wrong) {
    it(`refuses ${JSON.stringify(env)}`, () => {
      assert.throws(() => server(env), { message })
    })
  }
})
