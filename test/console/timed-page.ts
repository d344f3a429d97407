/** An agency with requests and holds, and pages whose clock a test controls. */
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { en as words } from '../../src/console/i18n/en.ts'
import { openContext, openPage } from '../fixtures/console-pages.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import type { TestServer } from '../support/server.ts'

/** Fields of a lead that tests read. */
interface ReadLead {
  status: string
  declineReason: string | null
  holdExpiresUtcDateTime: string | null
  assignee: { uid: string | null }
  cancellation: { cancelledBy: string } | null
}

export interface AgencyWithLeads {
  agencyUid: string
  key: string
  propertyUid: string
  /** Creates a lead of two nights that no other lead has; returns its uid. */
  createLead: (status: string, firstName: string, more?: object) => Promise<string>
  read: (uid: string) => Promise<ReadLead>
  post: (path: string, body?: object) => Promise<void>
}

export async function makeAgencyWithLeads(server: TestServer): Promise<AgencyWithLeads> {
  const { agencyUid, key } = await makeAgency(server)
  const propertyUid = await makeProperty(server, agencyUid, { name: 'Barn', daily_rate: '100' })
  let nights = 0
  const send = async (method: string, path: string, body?: object) => {
    const response = await server.request(method, `/api/v3.3${path}`, {
      key,
      ...(body ? { body } : {}),
    })
    assert.ok(response.status < 300, response.text)
    return response.body
  }
  return {
    agencyUid,
    key,
    propertyUid,
    createLead: async (status, firstName, more = {}) => {
      const from = Date.parse('2026-06-01') + 3 * 86_400_000 * nights++
      const [checkIn, checkOut] = [from, from + 2 * 86_400_000].map(at => {
        return new Date(at).toISOString().slice(0, 10)
      })
      const guestInformation = {
        ...{ firstName, lastName: 'Luz', adultCount: 1 },
        email: `${firstName.toLowerCase()}@guests.example`,
      }
      const body = {
        ...{ agencyUid, propertyUid, status, guestInformation },
        ...{ checkInLocalDate: checkIn, checkOutLocalDate: checkOut },
        ...more,
      }
      return (await send('POST', '/leads', body)).lead.uid
    },
    read: async uid => (await send('GET', `/leads/${uid}`)).lead,
    post: async (path, body = {}) => void (await send('POST', path, body)),
  }
}

export interface TimedPage {
  page: Page
  context: BrowserContext
  /** Writes that were sent, such as `POST /leads/…/close`. */
  writes: string[]
}

/** Opens a page with a clock that a test can advance; otherwise time passes normally. */
export async function openTimed(
  server: TestServer,
  browser: Browser,
  agencyUid: string,
  path: string,
  options: Parameters<typeof openContext>[3] = {},
): Promise<TimedPage> {
  const context = await openContext(server, browser, { agencyUid }, options)
  await context.clock.install()
  const { page } = await openPage(server, context, path)
  return { page, context, writes: recordWrites(page) }
}

/** Records the writes that a page sends from now on. */
export function recordWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', request => {
    const path = new URL(request.url()).pathname.replace('/api/v3.3', '')
    if (request.method() !== 'GET' && path !== '/graphql')
      writes.push(`${request.method()} ${path}`)
  })
  return writes
}

export const findRow = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: words.today.attention })
    .getByRole('listitem')
    .filter({ hasText: `${name} Luz` })

export const findButton = (where: Page | Locator, name: string): Locator =>
  where.getByRole('button', { name, exact: true })

export const findToast = (page: Page, text: string): Locator =>
  page.locator('.toast').filter({ hasText: text })

/** Moves the pointer to the middle of an element; returns the position. */
export async function pointAt(page: Page, target: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await target.boundingBox())!
  const at = { x: x + width / 2, y: y + height / 2 }
  await page.mouse.move(at.x, at.y)
  return at
}

/** Clicks at the position of the pointer. */
export async function click(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}

/** Stops the clock of a page in one second, so that the time between two clicks is exact. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
}
