import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { FairSemaphore } from '../limits/fair-semaphore.ts'

/**
 * Cost with `N` = 2^`ln`: 32 MiB and a few tenths of a second per hash, as OWASP advises for
 * scrypt.
 */
const defaultCost = { ln: 15, r: 8, p: 3 }
const hashBytes = 32

/**
 * Limits of concurrent hashing. A hash occupies one of the few threads that files and images also
 * need. Two run at once, one for anonymous clients and one for authenticated callers, so anonymous
 * clients cannot block authenticated callers.
 */
const limits = { atOnce: 1, retryAfter: 3, limit: 'password_hashing' } as const

export const hashSlots = {
  authenticated: new FairSemaphore({ ...limits, waitingMax: 16, eachWaitingMax: 8 }),
  anonymous: new FairSemaphore({ ...limits, waitingMax: 8, eachWaitingMax: 4 }),
}

/** Owner of a place in a hashing queue: an agency, or the network of an anonymous client. */
interface QueueOwner {
  name: string
  isAuthenticated: boolean
}

const serverOwner: QueueOwner = { name: 'server', isAuthenticated: true }

export const passwordCharactersMax = 200

export function randomPassword(): string {
  return randomBytes(15).toString('base64url')
}

/**
 * Hashes a password as `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`. Waits for a slot and takes a few
 * tenths of a second, so callers hash before they take locks.
 *
 * @throws ApiError SERVICE_UNAVAILABLE when too many callers wait
 */
export async function hashPassword(
  password: string,
  cost = defaultCost,
  queueOwner = serverOwner,
): Promise<string> {
  const salt = randomBytes(16)
  const hash = await inSlot(queueOwner, () => derive(password, salt, cost))
  return `$scrypt$${formatCost(cost)}$${salt.toString('base64')}$${hash.toString('base64')}`
}

/**
 * Returns whether a password matches a stored hash. Takes the same time without a hash, and returns
 * false.
 *
 * @throws ApiError SERVICE_UNAVAILABLE when too many callers wait
 */
export async function isPassword(
  password: string,
  stored: string | null,
  queueOwner = serverOwner,
): Promise<boolean> {
  if ([...password].length > passwordCharactersMax) return false
  const [, , costText = '', salt = '', hash = ''] = (stored ?? dummyHash).split('$')
  const [, ln, r, p] = /^ln=(\d+),r=(\d+),p=(\d+)$/.exec(costText) ?? []
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const derived = await inSlot(queueOwner, () =>
    derive(password, Buffer.from(salt, 'base64'), cost),
  )
  const isEqual = timingSafeEqual(derived, Buffer.from(hash, 'base64'))
  return isEqual && stored !== null
}

const noHash = Buffer.alloc(hashBytes).toString('base64')
const dummyHash = `$scrypt$${formatCost(defaultCost)}$$${noHash}`

function formatCost({ ln, r, p }: typeof defaultCost): string {
  return `ln=${ln},r=${r},p=${p}`
}

function inSlot<T>({ name, isAuthenticated }: QueueOwner, work: () => Promise<T>): Promise<T> {
  return (isAuthenticated ? hashSlots.authenticated : hashSlots.anonymous).run(name, work)
}

function derive(password: string, salt: Buffer, { ln, r, p }: typeof defaultCost): Promise<Buffer> {
  const N = 2 ** ln
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, hash) => {
      if (error) reject(error)
      else resolve(hash)
    })
  })
}
