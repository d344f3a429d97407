import { Agent } from 'node:http'
import { fingerprints } from '../reach/fingerprints.ts'
import { type AnyRoute, nameOf, requestOf } from '../reach/requests.ts'
import type { Estate } from '../reach/uids.ts'
import { type RawAnswer, raw } from '../support/raw.ts'
import type { TestServer } from '../support/server.ts'
import { wrongWith } from './answers.ts'
import { type Case, casesOf, type Density, type Sent } from './cases.ts'
import type { Scope } from './scopes.ts'

/** Who sends, what is theirs to reach, and what belongs to others. */
export interface Parties {
  server: TestServer
  agencyUid: string
  /** Credentials by turns: most requests are of those who may do everything. */
  headers: Record<string, string>[]
  mine: Estate
  theirs: Estate
}

interface Shot {
  route: AnyRoute
  one: Case
  headers: Record<string, string>
}

const atOnce = 4

/** Is in every request that is sent. */
export const sentMark = 'Hostile-Sender'

/** A refused request, too, is a use of its credential. */
const ofUses = 'credential_uses'

/** Sends hostile requests and keeps what is wrong with the answers. */
export class Storm {
  readonly findings: string[] = []
  private readonly agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  private readonly parties: Parties

  constructor(parties: Parties) {
    this.parties = parties
  }

  end(): void {
    this.agent.destroy()
  }

  /** All cases of some reading routes. */
  async read(scope: Scope, routes: AnyRoute[], density: Density): Promise<void> {
    await this.shoot(scope, this.shotsOf(scope, routes, density))
  }

  /**
   * All cases of some writing routes: those that must be refused, those that may be, and once more
   * some of the latter that were. What was refused has changed nothing.
   */
  async write(scope: Scope, routes: AnyRoute[], density: Density): Promise<void> {
    const shots = this.shotsOf(scope, routes, density)
    await this.unchanged(
      scope,
      shots.filter(({ one }) => one.isBad),
    )
    const may = shots.filter(({ one }) => !one.isBad)
    const refused = await this.shoot(scope, may)
    await this.unchanged(
      scope,
      refused.filter((_, i) => i % 3 === 0),
    )
  }

  /** Sends what shall be refused; what is accepted this time says nothing about the others. */
  private async unchanged(scope: Scope, shots: Shot[]): Promise<void> {
    if (shots.length === 0) return
    const { server, agencyUid } = this.parties
    const before = await fingerprints(server, agencyUid)
    const refused = await this.shoot(scope, shots)
    if (refused.length < shots.length) return
    const after = await fingerprints(server, agencyUid)
    const changed = Object.keys(before).filter(
      table => table !== ofUses && before[table] !== after[table],
    )
    if (changed.length === 0) return
    const names = [...new Set(shots.map(({ route }) => nameOf(scope.scope, route)))]
    this.findings.push(`${scope.prefix} ${changed} changed by what was refused: ${names}`)
  }

  /** A good request of nobody. */
  async fireUnknown(scope: Scope, route: AnyRoute, headers: Record<string, string>): Promise<void> {
    const good = requestOf(scope, route, this.parties.mine)
    const { method, path } = good
    const answer = await this.send({ method, path }, headers)
    const isRefused = route.access.isOpen ? answer.status < 400 : answer.status === 401
    const wrong = wrongWith(answer, path) ?? (isRefused ? null : 'not refused')
    this.keep(scope, route, 'a bad credential', answer, wrong)
  }

  /** A request that is good, but for another agency. */
  async fireForeign(scope: Scope, route: AnyRoute): Promise<void> {
    const {
      theirs,
      headers: [headers],
    } = this.parties
    const { method, path, body } = requestOf(scope, route, theirs)
    const sent = { method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await this.send(sent, headers!)
    const wrong = wrongWith(answer, path) ?? this.leakIn(answer, sent)
    this.keep(scope, route, 'of another agency', answer, wrong)
  }

  private shotsOf(scope: Scope, routes: AnyRoute[], density: Density): Shot[] {
    const { headers } = this.parties
    return routes.flatMap(route =>
      casesOf(scope.scope, route, scope.version, density).map((one, i) => ({
        route,
        one,
        headers: headers[i % headers.length]!,
      })),
    )
  }

  /** Sends some at once, and gives those that were refused. */
  private async shoot(scope: Scope, shots: Shot[]): Promise<Shot[]> {
    const refused: Shot[] = []
    const left = shots.values()
    const lane = async () => {
      for (const shot of left) if (await this.fire(scope, shot)) refused.push(shot)
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    return refused
  }

  /** Whether the server refused it. */
  private async fire(scope: Scope, { route, one, headers }: Shot): Promise<boolean> {
    const { mine, theirs } = this.parties
    const good = requestOf(scope, route, mine)
    const sent = one.send(good, theirs)
    const answer = await this.send(sent, headers)
    const wrong =
      wrongWith(answer, sent.path, sent.method) ?? this.leakIn(answer, sent) ?? tooKind(answer, one)
    this.keep(scope, route, one.name, answer, wrong)
    return answer.status >= 400
  }

  private keep(
    { scope, prefix }: Scope,
    route: AnyRoute,
    name: string,
    { status, text }: RawAnswer,
    wrong: string | null,
  ): void {
    if (wrong === null) return
    const what = `${nameOf(scope, route)} at ${prefix}, ${name}`
    this.findings.push(`${what}: ${wrong}: ${status} ${text.slice(0, 300)}`)
  }

  async send(sent: Sent, headers: Record<string, string>): Promise<RawAnswer> {
    const { server } = this.parties
    const all = { 'user-agent': sentMark, ...headers, ...sent.headers }
    return raw(server, sent.path, { ...sent, headers: all, agent: this.agent })
  }

  /** What belongs to others is not even mentioned, unless it was asked for. */
  leakIn({ text }: RawAnswer, { path, body = '' }: Sent): string | null {
    const asked = `${path} ${body}`
    const leaked = this.parties.theirs.marks.find(
      mark => text.includes(mark) && !asked.includes(mark),
    )
    if (leaked === undefined) return null
    const at = text.indexOf(leaked)
    return `shows ${leaked} of others in ${text.slice(Math.max(0, at - 60), at + 60)}`
  }
}

function tooKind({ status }: RawAnswer, { isBad }: Case): string | null {
  return isBad && status < 400 ? 'accepted' : null
}
