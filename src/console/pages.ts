/** Every page of the console, in the order in which it names them. */
import type { ComponentType } from 'react'
import { comesLater } from './comes-later.ts'
import type { IconName } from './kit/icons.tsx'
import type { Words } from './words/en.ts'

type PageName = keyof Words['pages']

export interface Page {
  name: PageName
  /** Below `/console`. */
  path: string
  icon: IconName
  /** With `g`, goes there. */
  key: string
  /** What somebody must be allowed, as `GET /session` says it. */
  needs: string
  Content: ComponentType
}

/** A page that others lead to. */
export type InnerPage = Omit<Page, 'icon' | 'key'> & { below: PageName }

export const pages: readonly Page[] = [
  {
    name: 'today',
    path: '/',
    icon: 'today',
    key: 't',
    needs: 'bookings:read',
    Content: comesLater(async () => (await import('./today/today.page.tsx')).TodayPage),
  },
  {
    name: 'calendar',
    path: '/calendar',
    icon: 'calendar',
    key: 'c',
    needs: 'bookings:read',
    Content: comesLater(async () => (await import('./calendar/calendar.page.tsx')).CalendarPage),
  },
  {
    name: 'leads',
    path: '/leads',
    icon: 'leads',
    key: 'l',
    needs: 'bookings:read',
    Content: comesLater(async () => (await import('./leads/leads.page.tsx')).LeadsPage),
  },
]

export const innerPages: readonly InnerPage[] = [
  {
    name: 'board',
    path: '/leads/board',
    below: 'leads',
    needs: 'bookings:read',
    Content: comesLater(async () => (await import('./leads/board/board.page.tsx')).BoardPage),
  },
  {
    name: 'lead',
    path: '/leads/:uid',
    below: 'leads',
    needs: 'bookings:read',
    Content: comesLater(async () => (await import('./leads/lead.page.tsx')).LeadPage),
  },
  {
    name: 'quote',
    path: '/quote',
    below: 'leads',
    needs: 'bookings:write',
    Content: comesLater(async () => (await import('./quotes/quote.page.tsx')).QuotePage),
  },
]
