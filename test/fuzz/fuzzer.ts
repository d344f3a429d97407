import { Agent } from 'node:http'
import { fingerprintTables } from '../authorization/fingerprints.ts'
import { type AnyRoute, buildRequest, routeName } from '../authorization/requests.ts'
import type { Tenant } from '../authorization/tenant.ts'
import { type RawResponse, raw } from '../support/raw-http.ts'
import type { TestServer } from '../support/server.ts'
import { type Case, type Density, listCases, type RawRequest } from './cases.ts'
import { findViolation } from './responses.ts'
import type { Surface } from './surfaces.ts'

export interface FuzzerOptions {
  server: TestServer
  agencyUid: string
  /** Credentials in rotation: most requests have full access. */
  headers: Record<string, string>[]
  tenant: Tenant
  otherTenant: Tenant
}

interface Attempt {
  route: AnyRoute
  testCase: Case
  headers: Record<string, string>
}

const concurrency = 4

/** User agent of every request, which must not appear in the log. */
export const senderTag = 'Fuzz-Sender'

/** Table that a refused request writes: it counts as a use of its credential. */
const usesTable = 'credential_uses'

/** Sends malformed requests and collects faults in the responses. */
export class Fuzzer {
  readonly findings: string[] = []
  private readonly agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  private readonly options: FuzzerOptions

  constructor(options: FuzzerOptions) {
    this.options = options
  }

  end(): void {
    this.agent.destroy()
  }

  /** Sends all cases of routes that read. */
  async read(surface: Surface, routes: AnyRoute[], density: Density): Promise<void> {
    await this.sendAll(surface, this.listAttempts(surface, routes, density))
  }

  /**
   * Sends all cases of routes that write: first those that must be refused, then the others, and a
   * third of the refused ones again. Refused requests must have changed nothing.
   */
  async write(surface: Surface, routes: AnyRoute[], density: Density): Promise<void> {
    const attempts = this.listAttempts(surface, routes, density)
    await this.expectUnchanged(
      surface,
      attempts.filter(({ testCase }) => testCase.mustBeRefused),
    )
    const tolerated = attempts.filter(({ testCase }) => !testCase.mustBeRefused)
    const refused = await this.sendAll(surface, tolerated)
    await this.expectUnchanged(
      surface,
      refused.filter((_, i) => i % 3 === 0),
    )
  }

  /**
   * Sends requests that should be refused, and compares the tables before and after. If one is
   * accepted, the tables of the others cannot be compared.
   */
  private async expectUnchanged(surface: Surface, attempts: Attempt[]): Promise<void> {
    if (attempts.length === 0) return
    const { server, agencyUid } = this.options
    const before = await fingerprintTables(server, agencyUid)
    const refused = await this.sendAll(surface, attempts)
    if (refused.length < attempts.length) return
    const after = await fingerprintTables(server, agencyUid)
    const changed = Object.keys(before).filter(
      table => table !== usesTable && before[table] !== after[table],
    )
    if (changed.length === 0) return
    const names = [...new Set(attempts.map(({ route }) => routeName(surface.scope, route)))]
    this.findings.push(`${surface.prefix} ${changed} changed by refused requests: ${names}`)
  }

  /** Sends a valid request with an invalid credential. */
  async sendUnauthenticated(
    surface: Surface,
    route: AnyRoute,
    headers: Record<string, string>,
  ): Promise<void> {
    const valid = buildRequest(surface, route, this.options.tenant)
    const { method, path } = valid
    const response = await this.send({ method, path }, headers)
    const isRefused = route.access.isOpen ? response.status < 400 : response.status === 401
    const violation = findViolation(response, path) ?? (isRefused ? null : 'not refused')
    this.record(surface, route, 'a bad credential', response, violation)
  }

  /** Sends a valid request for resources of another agency. */
  async sendForeign(surface: Surface, route: AnyRoute): Promise<void> {
    const {
      otherTenant,
      headers: [headers],
    } = this.options
    const { method, path, body } = buildRequest(surface, route, otherTenant)
    const sent = { method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await this.send(sent, headers!)
    const violation = findViolation(response, path) ?? this.findLeak(response, sent)
    this.record(surface, route, 'of another agency', response, violation)
  }

  private listAttempts(surface: Surface, routes: AnyRoute[], density: Density): Attempt[] {
    const { headers } = this.options
    return routes.flatMap(route =>
      listCases(surface.scope, route, surface.version, density).map((testCase, i) => ({
        route,
        testCase,
        headers: headers[i % headers.length]!,
      })),
    )
  }

  /** Sends a few requests concurrently; returns the refused ones. */
  private async sendAll(surface: Surface, attempts: Attempt[]): Promise<Attempt[]> {
    const refused: Attempt[] = []
    const remaining = attempts.values()
    const sendRemaining = async () => {
      for (const attempt of remaining)
        if (await this.sendAttempt(surface, attempt)) refused.push(attempt)
    }
    await Promise.all(Array.from({ length: concurrency }, sendRemaining))
    return refused
  }

  /** Returns true if the server refused the request. */
  private async sendAttempt(
    surface: Surface,
    { route, testCase, headers }: Attempt,
  ): Promise<boolean> {
    const { tenant, otherTenant } = this.options
    const valid = buildRequest(surface, route, tenant)
    const sent = testCase.send(valid, otherTenant)
    const response = await this.send(sent, headers)
    const violation =
      findViolation(response, sent.path, sent.method) ??
      this.findLeak(response, sent) ??
      wronglyAccepted(response, testCase)
    this.record(surface, route, testCase.name, response, violation)
    return response.status >= 400
  }

  private record(
    { scope, prefix }: Surface,
    route: AnyRoute,
    name: string,
    { status, text }: RawResponse,
    violation: string | null,
  ): void {
    if (violation === null) return
    const label = `${routeName(scope, route)} at ${prefix}, ${name}`
    this.findings.push(`${label}: ${violation}: ${status} ${text.slice(0, 300)}`)
  }

  async send(sent: RawRequest, headers: Record<string, string>): Promise<RawResponse> {
    const { server } = this.options
    const all = { 'user-agent': senderTag, ...headers, ...sent.headers }
    return raw(server, sent.path, { ...sent, headers: all, agent: this.agent })
  }

  /** Finds data of another agency that the request did not contain. */
  findLeak({ text }: RawResponse, { path, body = '' }: RawRequest): string | null {
    const requestText = `${path} ${body}`
    const leaked = this.options.otherTenant.hiddenTexts.find(
      hiddenText => text.includes(hiddenText) && !requestText.includes(hiddenText),
    )
    if (leaked === undefined) return null
    const at = text.indexOf(leaked)
    return `contains ${leaked} of another agency in ${text.slice(Math.max(0, at - 60), at + 60)}`
  }
}

function wronglyAccepted({ status }: RawResponse, { mustBeRefused }: Case): string | null {
  return mustBeRefused && status < 400 ? 'accepted' : null
}
