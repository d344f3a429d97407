import type { FastifyRequest } from 'fastify'
import { areSame } from '../../../platform/answers/kept-credentials.ts'
import type { Row, Run } from '../../../platform/db/database.ts'
import { type Asked, askAlongWith } from '../../../platform/db/gathered/along-with.ts'
import {
  askedMarks,
  findMarks,
  readMarks,
  readMarksRow,
} from '../../../platform/db/marks/marks-of.ts'
import type { Expectation, Found } from '../../../platform/rest/limits/admission.ts'
import { hashOf } from '../agencies/api-keys.sql.ts'
import {
  type Authentication,
  admitAgency,
  authenticate,
  hasEnded,
  placed,
} from '../agencies/authenticate.ts'
import type { KnownKey } from '../agencies/find-key.sql.ts'
import { credentialOf } from './read-credential.ts'

/**
 * Who a request with an agency's key seems to be from: as that key was when this process found it
 * last. The statement that reads the answer tells whether it still is; on a cluster the marks are
 * asked for at the same time. Null: with all other credentials, and with keys that are not known or
 * not live.
 */
export function openExpectation(
  authentication: Authentication,
  request: FastifyRequest,
): Expectation | null {
  const { seen, clock } = authentication
  const credential = credentialOf(request)
  if (credential?.kind !== 'key') return null
  const name = hashOf(credential.value).toString('latin1')
  const key = seen.keys.peek(name)
  if (!key || hasEnded(key, clock.now())) return null
  return new ExpectedKey(authentication, request, name, key)
}

class ExpectedKey implements Expectation {
  readonly admission: Expectation['admission']
  readonly marksBefore: Expectation['marksBefore']
  readonly #authentication: Authentication
  readonly #request: FastifyRequest
  readonly #name: string
  readonly #key: KnownKey
  #isAsked = false
  #isRead = false
  #marks: string | null = null

  constructor(
    authentication: Authentication,
    request: FastifyRequest,
    name: string,
    key: KnownKey,
  ) {
    this.#authentication = authentication
    this.#request = request
    this.#name = name
    this.#key = key
    this.admission = { ...admitAgency(key), marks: null }
    this.marksBefore = readMarks([{ agencyUid: key.agencyUid!, marks: key.marks }])
  }

  along(run: Run): Run {
    return async (statement, values) => {
      const { marksApart } = this.#authentication.lookup
      const isAlone = this.#isAsked || (marksApart === null && !statement.isOneRow)
      this.#isAsked = true
      if (isAlone) return this.#read(run(statement, values))
      if (marksApart !== null) return this.#askApart(marksApart, run(statement, values))
      return this.#read(this.#ask(run, { statement, values }))
    }
  }

  async #read(asked: Promise<Row[]>): Promise<Row[]> {
    const rows = await asked
    this.#isRead = true
    return rows
  }

  async #ask(run: Run, asked: Asked): Promise<Row[]> {
    const { rows, beside } = await askAlongWith(run, asked, askedMarks(this.#key.agencyUid!), 1)
    this.#marks = readMarksRow(beside)
    return rows
  }

  /** Marks that are the same before and after were so, too, when the rows were read. */
  async #askApart(marksApart: Run, asked: Promise<Row[]>): Promise<Row[]> {
    const { agencyUid, marks } = this.#key
    const [rows, [now]] = await Promise.all([
      this.#read(asked),
      findMarks(marksApart, [agencyUid!]),
    ])
    this.#marks = now === marks ? marks : null
    return rows
  }

  async found(): Promise<Found> {
    const [authentication, request] = [this.#authentication, this.#request]
    const { lookup, seen, clock } = authentication
    const key = this.#key
    if (areSame(key.marks, this.#marks) && !hasEnded(key, clock.now())) {
      seen.keys.note(this.#name, this.#marks)
      const admitted = admitAgency({ ...key, marks: this.#marks })
      return { admission: await placed(authentication, request, admitted), isAsExpected: true }
    }
    const admission = await authenticate(authentication, request)
    const now = seen.keys.peek(this.#name)
    const isSame = now !== null && this.#isAsBefore(now)
    if (!isSame || !this.#isRead || lookup.marksApart === null) {
      return { admission, isAsExpected: isSame && !this.#isRead }
    }
    // Its marks may be younger than what was read: that is right, but nothing to keep under them.
    const { place: _, ...unmarked } = admission
    return { admission: { ...unmarked, marks: null }, isAsExpected: true }
  }

  /** Whether it lets the same in as when it was found before. */
  #isAsBefore(found: KnownKey): boolean {
    const { uid, agencyUid, kind, readOnly, isStrict, tags } = this.#key
    return (
      found.uid === uid &&
      found.agencyUid === agencyUid &&
      found.kind === kind &&
      found.readOnly === readOnly &&
      found.isStrict === isStrict &&
      String(found.tags) === String(tags) &&
      !hasEnded(found, this.#authentication.clock.now())
    )
  }
}
