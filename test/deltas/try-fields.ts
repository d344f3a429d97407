/** Requests that change one field each. Several run concurrently, each for separate objects. */
import type { TestServer } from '../support/server.ts'
import type { Write, Writes } from '../write-cases/write.ts'
import {
  type Document,
  type Field,
  listLeaves,
  merge,
  readBodySchema,
  withField,
} from './body-fields.ts'
import { compareSnapshots, lists, readSnapshot, type Snapshot } from './compare-deltas.ts'
import { type FullCase, makeFullCase, withNewProperty } from './full-case.ts'
import { additionalValues, siblings } from './known-values.ts'
import { listValues } from './values.ts'
import { overridesByRoute } from './write-overrides.ts'

export interface Findings {
  /** Fields that differed after a change: `leads guestInformation.firstName`. */
  changed: Set<string>
  /** Changes whose object was missing from the delta of a list. */
  missed: Set<string>
  /** Fields of bodies without an accepted value. */
  untried: Set<string>
}

export interface Session {
  server: TestServer
  findings: Findings
  agency: Agency | null
}

/** Agency whose objects several writes change in sequence. */
interface Agency {
  full: FullCase
  targets: Target[]
  /** Objects after the last change; null if further ones were created since. */
  snapshot: Snapshot | null
}

/** Objects that no other request of a round changes, and the write for them. */
interface Target {
  testCase: FullCase
  write: Write
}

/** Field of the body, or null for the unmodified body, with the number of tried values. */
interface Trial {
  field: Field | null
  tried: number
  accepted: number
}

/**
 * Returns whether a write is for unique objects or names of an agency; such writes run in sequence.
 */
const isAgencyWide = (route: string) => {
  const nouns =
    'agencies|employees|owners|services|service-providers|promo-codes|rate-multipliers|' +
    'property-?ownership|custom-?data|dbs'
  return new RegExp(`^\\w+ /(${nouns})`).test(route)
}
/** Returns whether an agency accepts a write only once. */
const isAcceptedOnce = (route: string) =>
  /^(POST|DELETE) \/(property-?ownership|custom-?data)(?![-\w])/.test(route)
const needsHotel = (route: string) => /multi-units|group-booking|blocks|split|units/.test(route)
const isUpdate = (route: string) => /^(PUT|PATCH) /.test(route)

const concurrency = 12
/** Maximum number of properties of an agency, which limits the time to read it. */
const propertiesMax = 16

/** Sends a write unmodified and once for each field of its body, and collects the changes. */
export async function tryFields(
  session: Session,
  document: Document,
  route: string,
  makeWrite: Writes[string],
): Promise<void> {
  const fields = listLeaves(document, readBodySchema(document, route))
  let queue: Trial[] = [null, ...fields].map(field => ({ field, tried: 0, accepted: 0 }))
  const isSequential = isAgencyWide(route)
  const width = isSequential ? 1 : Math.min(concurrency, queue.length)
  let targets: Target[] = []
  while (queue.length > 0) {
    const trials = queue.slice(0, width)
    if (!isUpdate(route)) targets = []
    const missing = trials.length - targets.length
    const isFirst = trials[0]!.field === null
    const isNew = isSequential && (isFirst || isAcceptedOnce(route))
    const agency = missing > 0 ? await provideAgency(session, missing, isNew) : session.agency!
    for (let i = 0; i < missing; i++)
      targets.push(await makeTarget(agency, route, makeWrite, isSequential))
    const remaining = await sendRound(session, document, route, targets, trials)
    queue = [...remaining, ...queue.slice(width)]
  }
  if (isSequential) session.agency = null
}

/** Returns the agency of the session if it has capacity for the properties, or a new one. */
async function provideAgency(session: Session, count: number, isNew: boolean): Promise<Agency> {
  const current = session.agency
  if (current && !isNew && current.targets.length + count <= propertiesMax) return current
  const full = await makeFullCase(session.server)
  session.agency = { full, targets: [], snapshot: null }
  return session.agency
}

async function makeTarget(
  agency: Agency,
  route: string,
  makeWrite: Writes[string],
  isSequential: boolean,
): Promise<Target> {
  const testCase = isSequential
    ? agency.full
    : await withNewProperty(agency.full, needsHotel(route))
  const write = await makeWrite(testCase)
  const target = {
    testCase,
    write: { ...write, ...overridesByRoute[route]?.(testCase, write) },
  }
  agency.targets.push(target)
  agency.snapshot = null
  return target
}

/**
 * Sends one request to each target, and compares all lists before and after.
 *
 * @returns trials without an effect that have further values
 */
async function sendRound(
  { agency, findings }: Session,
  document: Document,
  route: string,
  targets: Target[],
  trials: Trial[],
): Promise<Trial[]> {
  const { full, snapshot } = agency!
  const { clock } = full.server
  const cases = [full, ...targets.map(({ testCase }) => testCase)]
  const requests: Request[] = []
  for (const [i, trial] of trials.entries()) {
    requests.push(await prepare(document, route, targets[i]!, trial))
  }
  // Referenced objects must exist before the comparison.
  const isNew = requests.some(({ createsObjects }) => createsObjects)
  const before = (isNew ? null : snapshot) ?? (await readSnapshot(cases))
  clock.advance(1_000)
  const since = clock.now().toISOString().slice(0, 19)
  const accepted: Request[] = []
  for (const [i, request] of requests.entries()) {
    if (await send(document, route, targets[i]!, request)) accepted.push(request)
  }
  const after = accepted.length > 0 ? await readSnapshot(cases) : before
  agency!.snapshot = after
  const { changed, missed } = await compareSnapshots(cases, before, after, since)
  for (const field of changed) findings.changed.add(field)
  const names = accepted.map(({ name }) => name).join(', ')
  for (const change of missed)
    findings.missed.add(`${document.prefix} ${route}: ${change} (${names})`)
  return requests.flatMap((request, i) => {
    const hasEffect = accepted.includes(request) && isWritten(targets[i]!, before, after)
    const trial = { ...trials[i]!, tried: trials[i]!.tried + 1 }
    if (accepted.includes(request)) trial.accepted++
    const isEnough = hasEffect || trial.accepted >= request.acceptedMin
    if (!isEnough && !request.isLast) return [trial]
    const { prefix } = document
    if (trial.accepted === 0) findings.untried.add(`${prefix} ${route} ${request.path}`)
    return []
  })
}

/** Returns whether an object of a target was written, even if only its time of change differs. */
function isWritten({ testCase, write }: Target, before: Snapshot, after: Snapshot): boolean {
  const { propertyUid, typeUid, hotelUid, lead, order } = testCase
  const uids = [propertyUid, typeUid, hotelUid, lead, order, ...Object.values(write.params ?? {})]
  const keys = uids.flatMap(uid => Object.keys(lists).map(name => `${name} ${uid}`))
  return keys.some(key => before.get(key)?.full !== after.get(key)?.full)
}

interface Request {
  path: string
  /** Field and value. */
  name: string
  /** Undefined if there are no values left. */
  body: unknown
  isTried: boolean
  isLast: boolean
  /** True if referenced objects were created. */
  createsObjects: boolean
  /** Number of accepted values that are enough if none has an effect. */
  acceptedMin: number
}

async function prepare(
  document: Document,
  route: string,
  target: Target,
  { field, tried }: Trial,
): Promise<Request> {
  const { testCase, write } = target
  if (!field) {
    const single = { isTried: true, isLast: true, createsObjects: false, acceptedMin: 1 }
    return { path: '', name: '', body: write.body, ...single }
  }
  const path = field.path.join('.')
  const { values, createsObjects } = await listValues(testCase, write, route, path, field.node)
  const [isTried, isLast] = [tried < values.length, tried >= values.length - 1]
  const body = isTried ? buildBody(document, route, target, field, values[tried]) : undefined
  const name = isTried ? `${path}=${JSON.stringify(values[tried])}` : path
  const isClosedSet = field.node.enum !== undefined || typeof values[0] === 'boolean'
  return {
    path,
    name,
    body,
    isTried,
    isLast,
    createsObjects,
    acceptedMin: isClosedSet && isUpdate(route) ? 2 : 1,
  }
}

async function send(
  { prefix }: Document,
  route: string,
  { testCase, write }: Target,
  { body, isTried }: Request,
): Promise<boolean> {
  if (!isTried) return false
  const [method, template] = route.split(' ') as [string, string]
  const path = template.replace(/:(\w+)/g, (_, key: string) => write.params![key]!)
  const query = write.query ? `?${new URLSearchParams(write.query)}` : ''
  const options = { key: testCase.key, ...(body ? { body } : {}) }
  const response = await testCase.server.request(method, `${prefix}${path}${query}`, options)
  return response.status < 300
}

/** Returns the body of a write with another value of a field and the values that this requires. */
function buildBody(
  document: Document,
  route: string,
  { testCase, write }: Target,
  field: Field | null,
  value: unknown,
): unknown {
  if (!field) return write.body
  const { path } = field
  const [parent, last] = [path.slice(0, -1), path.at(-1)!]
  const object = parent.findLast(key => key !== '0')
  const sibling = siblings[`${object}.${last}`] ?? siblings[last] ?? siblings[object ?? '']
  const nested = parent.reduceRight<object>(
    (inner, key) => (key === '0' ? [inner] : { [key]: inner }),
    sibling ?? {},
  )
  const additional = additionalValues[`${route} ${path.join('.')}`]?.(testCase)
  const base = [...(sibling ? [nested] : []), ...(additional ? [additional] : [])].reduce<unknown>(
    (body, extension) => merge(body, extension),
    write.body,
  )
  return withField(document, base, readBodySchema(document, route), path, value)
}
