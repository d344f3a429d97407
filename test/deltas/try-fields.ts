/** Requests that change one field each, several at a time, each of objects of its own. */
import type { TestServer } from '../support/server.ts'
import type { Write, Writes } from '../writes/write.ts'
import { aims } from './aims.ts'
import {
  bodySchemaOf,
  type Document,
  type Field,
  leavesOf,
  merged,
  withField,
} from './body-fields.ts'
import { type FullCase, makeFullCase, withNewHouse } from './full-case.ts'
import { besides, siblings } from './known-values.ts'
import { effectOf, type Look, lists, lookAround } from './look.ts'
import { valuesOf } from './values.ts'

export interface Findings {
  /** The fields that differed after a change, `leads guestInformation.firstName`. */
  changed: Set<string>
  /** Changes after which a list did not have an object that shows them. */
  missed: Set<string>
  /** Fields of bodies of which no value was accepted. */
  untried: Set<string>
}

/** What goes on from one write to the next. */
export interface Session {
  server: TestServer
  findings: Findings
  agency: Agency | null
}

/** An agency whose objects several writes change, one after the other. */
interface Agency {
  full: FullCase
  targets: Target[]
  /** What it shows; null: objects were made since. */
  look: Look | null
}

/** Objects that no other request of the round changes, and the write that is aimed at them. */
interface Target {
  it: FullCase
  write: Write
}

/** A field of the body, null for the body as it is, and how many of its values were tried. */
interface Trial {
  field: Field | null
  tried: number
  accepted: number
}

/** Writes of what an agency has once, or by a name of its own: they are sent one at a time. */
const isAgencyWide = (route: string) => {
  const nouns =
    'agencies|employees|owners|services|service-providers|promo-codes|rate-multipliers|' +
    'property-?ownership|custom-?data|dbs'
  return new RegExp(`^\\w+ /(${nouns})`).test(route)
}
/** Writes of which a second one in the same agency is refused. */
const isOnce = (route: string) =>
  /^(POST|DELETE) \/(property-?ownership|custom-?data)(?![-\w])/.test(route)
const isOfHotel = (route: string) => /multi-units|group-booking|blocks|split|units/.test(route)
const isUpdate = (route: string) => /^(PUT|PATCH) /.test(route)

const atOnce = 12
/** An agency with more houses takes longer to read. */
const housesMax = 16

/** Sends a write as it is, and once for each field of its body, and collects what changes. */
export async function tryFields(
  session: Session,
  document: Document,
  route: string,
  writeOf: Writes[string],
): Promise<void> {
  const fields = leavesOf(document, bodySchemaOf(document, route))
  let queue: Trial[] = [null, ...fields].map(field => ({ field, tried: 0, accepted: 0 }))
  const isAlone = isAgencyWide(route)
  const width = isAlone ? 1 : Math.min(atOnce, queue.length)
  let targets: Target[] = []
  while (queue.length > 0) {
    const trials = queue.slice(0, width)
    if (!isUpdate(route)) targets = []
    const missing = trials.length - targets.length
    const isFirst = trials[0]!.field === null
    const isNew = isAlone && (isFirst || isOnce(route))
    const agency = missing > 0 ? await agencyFor(session, missing, isNew) : session.agency!
    for (let i = 0; i < missing; i++) targets.push(await aim(agency, route, writeOf, isAlone))
    const left = await sendRound(session, document, route, targets, trials)
    queue = [...left, ...queue.slice(width)]
  }
  if (isAlone) session.agency = null
}

/** Returns the agency of the session while it has room for so many houses, or a new one. */
async function agencyFor(session: Session, count: number, isNew: boolean): Promise<Agency> {
  const present = session.agency
  if (present && !isNew && present.targets.length + count <= housesMax) return present
  const full = await makeFullCase(session.server)
  session.agency = { full, targets: [], look: null }
  return session.agency
}

async function aim(
  agency: Agency,
  route: string,
  writeOf: Writes[string],
  isAlone: boolean,
): Promise<Target> {
  const it = isAlone ? agency.full : await withNewHouse(agency.full, isOfHotel(route))
  const write = await writeOf(it)
  const target = { it, write: { ...write, ...aims[route]?.(it, write) } }
  agency.targets.push(target)
  agency.look = null
  return target
}

/**
 * Sends one request to each target, and compares what all lists show before and after.
 *
 * @returns the trials that have changed nothing yet and have another value
 */
async function sendRound(
  { agency, findings }: Session,
  document: Document,
  route: string,
  targets: Target[],
  trials: Trial[],
): Promise<Trial[]> {
  const { full, look } = agency!
  const { clock } = full.server
  const cases = [full, ...targets.map(({ it }) => it)]
  const requests: Request[] = []
  for (const [i, trial] of trials.entries()) {
    requests.push(await prepare(document, route, targets[i]!, trial))
  }
  // What was made to be referred to is there before.
  const isNew = requests.some(({ makes }) => makes)
  const before = (isNew ? null : look) ?? (await lookAround(cases))
  clock.advance(1_000)
  const since = clock.now().toISOString().slice(0, 19)
  const accepted: Request[] = []
  for (const [i, request] of requests.entries()) {
    if (await send(document, route, targets[i]!, request)) accepted.push(request)
  }
  const after = accepted.length > 0 ? await lookAround(cases) : before
  agency!.look = after
  const { changed, missed } = await effectOf(cases, before, after, since)
  for (const field of changed) findings.changed.add(field)
  const names = accepted.map(({ name }) => name).join(', ')
  for (const one of missed) findings.missed.add(`${document.prefix} ${route}: ${one} (${names})`)
  return requests.flatMap((request, i) => {
    const hasEffect = accepted.includes(request) && isWritten(targets[i]!, before, after)
    const trial = { ...trials[i]!, tried: trials[i]!.tried + 1 }
    if (accepted.includes(request)) trial.accepted++
    const isEnough = hasEffect || trial.accepted >= request.wanted
    if (!isEnough && !request.isLast) return [trial]
    const { prefix } = document
    if (trial.accepted === 0) findings.untried.add(`${prefix} ${route} ${request.way}`)
    return []
  })
}

/** Whether an object of a target was written, if only its time of change. */
function isWritten({ it, write }: Target, before: Look, after: Look): boolean {
  const { propertyUid, typeUid, hotelUid, lead, order } = it
  const uids = [propertyUid, typeUid, hotelUid, lead, order, ...Object.values(write.params ?? {})]
  const keys = uids.flatMap(uid => Object.keys(lists).map(name => `${name} ${uid}`))
  return keys.some(key => before.get(key)?.whole !== after.get(key)?.whole)
}

/** A request that tries one value of a field. */
interface Request {
  way: string
  /** The field and its value. */
  name: string
  /** Undefined: there is no value left. */
  body: unknown
  isTried: boolean
  isLast: boolean
  /** Whether objects were made that it refers to. */
  makes: boolean
  /** How many values have to be accepted, so that one of them changes something. */
  wanted: number
}

async function prepare(
  document: Document,
  route: string,
  target: Target,
  { field, tried }: Trial,
): Promise<Request> {
  const { it, write } = target
  if (!field) {
    const once = { isTried: true, isLast: true, makes: false, wanted: 1 }
    return { way: '', name: '', body: write.body, ...once }
  }
  const way = field.way.join('.')
  const { values, makes } = await valuesOf(it, write, route, way, field.node)
  const [isTried, isLast] = [tried < values.length, tried >= values.length - 1]
  const body = isTried ? bodyOf(document, route, target, field, values[tried]) : undefined
  const name = isTried ? `${way}=${JSON.stringify(values[tried])}` : way
  const isWord = field.node.enum !== undefined || typeof values[0] === 'boolean'
  return { way, name, body, isTried, isLast, makes, wanted: isWord && isUpdate(route) ? 2 : 1 }
}

async function send(
  { prefix }: Document,
  route: string,
  { it, write }: Target,
  { body, isTried }: Request,
): Promise<boolean> {
  if (!isTried) return false
  const [method, template] = route.split(' ') as [string, string]
  const path = template.replace(/:(\w+)/g, (_, key: string) => write.params![key]!)
  const query = write.query ? `?${new URLSearchParams(write.query)}` : ''
  const options = { key: it.key, ...(body ? { body } : {}) }
  const answer = await it.server.request(method, `${prefix}${path}${query}`, options)
  return answer.status < 300
}

/** Returns the body of a write with another value of a field, and with what has to go with it. */
function bodyOf(
  document: Document,
  route: string,
  { it, write }: Target,
  field: Field | null,
  value: unknown,
): unknown {
  if (!field) return write.body
  const { way } = field
  const [parent, last] = [way.slice(0, -1), way.at(-1)!]
  const object = parent.findLast(key => key !== '0')
  const beside = siblings[`${object}.${last}`] ?? siblings[last] ?? siblings[object ?? '']
  const nested = parent.reduceRight<object>(
    (inner, key) => (key === '0' ? [inner] : { [key]: inner }),
    beside ?? {},
  )
  const other = besides[`${route} ${way.join('.')}`]?.(it)
  const given = [...(beside ? [nested] : []), ...(other ? [other] : [])].reduce<unknown>(
    (body, one) => merged(body, one),
    write.body,
  )
  return withField(document, given, bodySchemaOf(document, route), way, value)
}
