/** A server of the console with many properties, and a signed-in browser. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import {
  createKey,
  migrate,
  runCommand,
  serverSettings,
  startProcess,
} from '../../test/support/lodgepole.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { freePort, ready } from '../../test/support/processes.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import { loadCalendars, loadStayDetails } from '../support/calendar-rows.ts'
import { loadRows, measuredAgency } from '../support/rows.ts'

const properties = 500
const email = 'bench@stays.example'

export interface Site {
  url: string
  agencyUid: string
  /** Sends a request to the API with the agency's key. */
  request(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
  /** Signs the manager in, in a browser with an empty profile. */
  open(browser: Browser): Promise<BrowserContext>
}

/** Starts a server with 500 properties and stays over three years. */
export async function startSite(cleanup: Cleanup): Promise<Site> {
  const postgres = await startPostgres(cleanup)
  await migrate(cleanup, postgres.url)
  const groups = [{ agency: measuredAgency, properties: properties - 3, leadsPerProperty: 20 }]
  const { agencyUid } = await loadRows(postgres.url, groups)
  await loadCalendars(postgres.url, agencyUid)
  await loadStayDetails(postgres.url, agencyUid)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...(await serverSettings(cleanup, postgres.url, port)),
    PUBLIC_URL: url,
    CONSOLE: 'true',
  }
  const key = createKey(env, agencyUid)
  const password = createManager(env, agencyUid)
  const request = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v3.3${path}`, {
      method,
      headers: { 'x-hostfully-apikey': key, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  const started = startProcess(cleanup, env)
  await ready('lodgepole', started, () => request('GET', `/agencies/${agencyUid}`))
  return { url, agencyUid, request, open: browser => signIn(browser, url, password) }
}

function createManager(env: NodeJS.ProcessEnv, agencyUid: string): string {
  const name = ['--first-name', 'Grace', '--last-name', 'Hall', '--email', email]
  const output = runCommand(env, ['employee', 'create', '--agency', agencyUid, ...name])
  return output.split('\n')[0]!
}

async function signIn(browser: Browser, url: string, password: string): Promise<BrowserContext> {
  const viewport = { width: 1_440, height: 900 }
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  await context.addInitScript({ content: observers })
  const page = await context.newPage()
  // The sign-in page has no script, so the browser caches nothing of the console.
  await page.goto(`${url}/console/sign-in`)
  const form = { email, password }
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' }
  const options = { form, headers, maxRedirects: 0 }
  const response = await context.request.post(`${url}/console/sign-in`, options)
  if (response.status() !== 303) throw new Error(`sign-in: ${response.status()}`)
  await page.close()
  return context
}

/** Records layout shifts and the duration of interactions in a browser. */
const observers = `
window.shifts = []
window.interactions = new Map()
new PerformanceObserver(list => {
  for (const { value, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) window.shifts.push(value)
  }
}).observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver(list => {
  for (const { interactionId: id, duration } of list.getEntries()) {
    if (!id) continue
    window.interactions.set(id, Math.max(duration, window.interactions.get(id) ?? 0))
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/** Returns the layout shift of a page without user input. */
export const readShifts = (page: Page): Promise<number> =>
  page.evaluate(`window.shifts.reduce((sum, value) => sum + value, 0)`)

/** Returns the milliseconds until each interaction was painted; shorter ones count as 16. */
export async function readInteractions(page: Page): Promise<number[]> {
  const script = `({
    slow: [...window.interactions.values()], count: performance.interactionCount,
  })`
  const { slow, count } = await page.evaluate<{ slow: number[]; count: number }>(script)
  return [...slow, ...new Array<number>(Math.max(0, count - slow.length)).fill(16)]
}
