/** Passwords of people, of which a hash is kept. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { FairTurns } from './limits/fair-turns.ts'

/** `N` = 2^`ln`; 32 MiB and a few tenths of a second a try, as OWASP advises for scrypt. */
const cost = { ln: 15, r: 8, p: 3 }
const hashBytes = 32

/**
 * A hash takes one of the few threads that files and pictures need too, so two are made at once:
 * one for strangers and one for those who are known, whom strangers cannot keep out.
 */
const turns = { atOnce: 1, retryAfter: 3, limit: 'password_hashing' } as const

/** The turns of those who hash passwords. */
export const hashTurns = {
  known: new FairTurns({ ...turns, waitingMax: 16, eachWaitingMax: 8 }),
  strangers: new FairTurns({ ...turns, waitingMax: 8, eachWaitingMax: 4 }),
}

/** Whose turn it is when a password is hashed: an agency, or the network of somebody. */
interface Hasher {
  name: string
  isKnown: boolean
}

const server: Hasher = { name: 'server', isKnown: true }

/** How many characters a password may have. */
export const passwordCharactersMax = 200

/** A password that nobody has to think of. */
export function randomPassword(): string {
  return randomBytes(15).toString('base64url')
}

/**
 * The hash of a password with what it was made by, `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`. It takes
 * a few tenths of a second and waits for its turn, so callers hash before they take locks.
 *
 * @throws ApiError SERVICE_UNAVAILABLE when too many wait
 */
export async function hashPassword(password: string, by = cost, who = server): Promise<string> {
  const salt = randomBytes(16)
  const hash = await inTurn(who, () => derive(password, salt, by))
  return `$scrypt$${parametersOf(by)}$${salt.toString('base64')}$${hash.toString('base64')}`
}

/**
 * Whether a password is the one of a hash; without a hash it takes as long to say no.
 *
 * @throws ApiError SERVICE_UNAVAILABLE when too many wait
 */
export async function isPassword(
  password: string,
  stored: string | null,
  who = server,
): Promise<boolean> {
  if ([...password].length > passwordCharactersMax) return false
  const [, , parameters = '', salt = '', hash = ''] = (stored ?? absent).split('$')
  const [, ln, r, p] = /^ln=(\d+),r=(\d+),p=(\d+)$/.exec(parameters) ?? []
  const given = { ln: Number(ln), r: Number(r), p: Number(p) }
  const derived = await inTurn(who, () => derive(password, Buffer.from(salt, 'base64'), given))
  const isEqual = timingSafeEqual(derived, Buffer.from(hash, 'base64'))
  return isEqual && stored !== null
}

const absent = `$scrypt$${parametersOf(cost)}$$${Buffer.alloc(hashBytes).toString('base64')}`

function parametersOf({ ln, r, p }: typeof cost): string {
  return `ln=${ln},r=${r},p=${p}`
}

function inTurn<T>({ name, isKnown }: Hasher, work: () => Promise<T>): Promise<T> {
  return (isKnown ? hashTurns.known : hashTurns.strangers).run(name, work)
}

function derive(password: string, salt: Buffer, { ln, r, p }: typeof cost): Promise<Buffer> {
  const N = 2 ** ln
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, hash) => {
      if (error) reject(error)
      else resolve(hash)
    })
  })
}
