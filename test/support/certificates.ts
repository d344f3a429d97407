import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

export interface Certified {
  /** Private key in PEM; the certificate is PEM, too. */
  key: string
  cert: string
}

/**
 * Creates an untrusted certificate authority, and for each entry of `names` a certificate of that
 * host name or IPv4 address, valid from yesterday until so many days from now.
 */
export function makeCertificates<Key extends string>(
  names: Record<Key, string>,
  validDays = 1,
): { authority: string; certified: Record<Key, Certified> } {
  const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const isAuthority = extension('551d13', sequence(boolean(true)))
  const authority = certificate('Authority', issuer, isAuthority, issuer.privateKey, validDays)
  const certify = (name: string): Certified => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const subject = extension('551d11', sequence(alternativeName(name)))
    const cert = certificate(name, { publicKey }, subject, issuer.privateKey, validDays)
    return { key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), cert }
  }
  const certified = Object.fromEntries(
    Object.entries<string>(names).map(([key, name]) => [key, certify(name)]),
  )
  return { authority, certified: certified as Record<Key, Certified> }
}

/** Builds an X.509 certificate of version 3 (RFC 5280 §4.1) with one extension. */
function certificate(
  name: string,
  { publicKey }: { publicKey: KeyObject },
  extended: Buffer,
  by: KeyObject,
  validDays: number,
): string {
  const content = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    commonName('Authority'),
    sequence(time(Math.min(-1, validDays - 1)), time(validDays)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extended)),
  )
  const signature = tagged(0x03, Buffer.from([0]), sign('sha256', content, by))
  const lines = sequence(content, ecdsaWithSha256, signature).toString('base64')
  const body = lines.match(/.{1,64}/g)!.join('\n')
  return `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`
}

/** Encodes a DER element: tag, length in as few bytes as possible, and contents. */
function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content])
}

const sequence = (...contents: Buffer[]) => tagged(0x30, ...contents)
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const boolean = (is: boolean) => tagged(0x01, Buffer.from([is ? 0xff : 0]))
const identifier = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))

function commonName(name: string): Buffer {
  const attribute = sequence(identifier('550403'), tagged(0x0c, Buffer.from(name)))
  return sequence(tagged(0x31, attribute))
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(identifier(id), tagged(0x04, value))
}

function alternativeName(name: string): Buffer {
  if (isIP(name) === 0) return tagged(0x82, Buffer.from(name))
  return tagged(0x87, Buffer.from(name.split('.').map(Number)))
}

function time(daysFromNow: number): Buffer {
  const digits = new Date(Date.now() + daysFromNow * 86_400_000).toISOString().replace(/\D/g, '')
  return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}
