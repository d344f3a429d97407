/** A console over many properties, somebody who may sign in to it, and their browser. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import {
  createKey,
  migrate,
  runCommand,
  settingsOf,
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
  /** What is asked as a partner asks. */
  ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
  /** Signs somebody in, in a browser with an empty profile. */
  open(browser: Browser): Promise<BrowserContext>
}

/** Starts a server of 500 properties, whose calendars are full for three years. */
export async function startSite(cleanup: Cleanup): Promise<Site> {
  const postgres = await startPostgres(cleanup)
  await migrate(cleanup, postgres.url)
  const groups = [{ agency: measuredAgency, properties: properties - 3, leadsEach: 20 }]
  const { agencyUid } = await loadRows(postgres.url, groups)
  await loadCalendars(postgres.url, agencyUid)
  await loadStayDetails(postgres.url, agencyUid)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...(await settingsOf(cleanup, postgres.url, port)),
    PUBLIC_URL: url,
    CONSOLE: 'true',
  }
  const key = createKey(env, agencyUid)
  const password = createManager(env, agencyUid)
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v3.3${path}`, {
      method,
      headers: { 'x-hostfully-apikey': key, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  const started = startProcess(cleanup, env)
  await ready('lodgepole', started, () => ask('GET', `/agencies/${agencyUid}`))
  return { url, agencyUid, ask, open: browser => signIn(browser, url, password) }
}

function createManager(env: NodeJS.ProcessEnv, agencyUid: string): string {
  const name = ['--first-name', 'Grace', '--last-name', 'Hall', '--email', email]
  const made = runCommand(env, ['employee', 'create', '--agency', agencyUid, ...name])
  return made.split('\n')[0]!
}

async function signIn(browser: Browser, url: string, password: string): Promise<BrowserContext> {
  const viewport = { width: 1_440, height: 900 }
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  await context.addInitScript({ content: watching })
  const page = await context.newPage()
  // A page without script: nothing of the console is in the browser's memory afterwards.
  await page.goto(`${url}/console/sign-in`)
  const form = { email, password }
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' }
  const options = { form, headers, maxRedirects: 0 }
  const answer = await context.request.post(`${url}/console/sign-in`, options)
  if (answer.status() !== 303) throw new Error(`sign-in: ${answer.status()}`)
  await page.close()
  return context
}

/** Keeps what a browser tells of what people feel: layout shifts, and the time of interactions. */
const watching = `
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

/** How much of a page moved although nobody did anything. */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(`window.shifts.reduce((sum, value) => sum + value, 0)`)

/** Milliseconds until what each interaction did was seen; the quick ones count as 16. */
export async function interactionsOf(page: Page): Promise<number[]> {
  const script = `({
    slow: [...window.interactions.values()], count: performance.interactionCount,
  })`
  const { slow, count } = await page.evaluate<{ slow: number[]; count: number }>(script)
  return [...slow, ...new Array<number>(Math.max(0, count - slow.length)).fill(16)]
}
