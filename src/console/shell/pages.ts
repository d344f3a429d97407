/**
 * Pages of the console. A row makes a page: its route, its place in the navigation, its key and its
 * entry in the search. A page that is not built has no row.
 */
import type { Translations } from '../i18n/en.ts'
import { type LazyComponent, lazyComponent } from '../routing/lazy.ts'
import type { IconName } from '../ui/icons.tsx'

type PageName = keyof Translations['pages']

/** Groups of the sidebar, in their order. */
export const pageGroups = ['daily', 'manage', 'setUp'] as const
type PageGroup = (typeof pageGroups)[number]

interface Row {
  name: PageName
  /** Path below `/console`, such as `/reservations/:uid`. */
  path: string
  /** Required permission, as in `GET /session`. */
  needs: string
  Content: LazyComponent<object>
}

/** Page in the sidebar. */
export interface Page extends Omit<Row, 'needs' | 'Content'> {
  group: PageGroup
  icon: IconName
  /** Second key of the shortcut, after `g`. */
  key: string
  /** True if the page is in the bar at the bottom of a phone. */
  isOnPhone?: boolean
  /** Left out by a page that only consists of sub-pages; it is visible if one of them is. */
  needs?: string
  /** Left out by a page that shows its first visible sub-page. */
  Content?: LazyComponent<object>
}

/** Page that is not in the sidebar. */
export interface InnerPage extends Row {
  /** Page in the sidebar that is marked as current. */
  below: PageName
  /** True for a sub-page, which is listed next to its siblings on each of them. */
  isSubPage?: boolean
  icon?: IconName
}

export const pages: readonly Page[] = [
  {
    name: 'today',
    path: '/',
    group: 'daily',
    icon: 'today',
    key: 't',
    isOnPhone: true,
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../today/today.page.tsx')).TodayPage),
  },
  {
    name: 'calendar',
    path: '/calendar',
    group: 'daily',
    icon: 'calendar',
    key: 'c',
    isOnPhone: true,
    needs: 'bookings:read',
    Content: lazyComponent(
      async () => (await import('../calendar/calendar.page.tsx')).CalendarPage,
    ),
  },
  {
    name: 'leads',
    path: '/reservations',
    group: 'daily',
    icon: 'leads',
    key: 'r',
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../leads/leads.page.tsx')).LeadsPage),
  },
  {
    name: 'tasks',
    path: '/tasks',
    group: 'daily',
    icon: 'job',
    key: 'j',
    isOnPhone: true,
    needs: 'ownJobs:read',
    Content: lazyComponent(async () => (await import('../tasks/tasks.page.tsx')).TasksPage),
  },
  {
    name: 'properties',
    path: '/properties',
    group: 'manage',
    icon: 'properties',
    key: 'p',
    needs: 'bookings:read',
    Content: lazyComponent(
      async () => (await import('../properties/properties.page.tsx')).PropertiesPage,
    ),
  },
  { name: 'rates', path: '/rates', group: 'manage', icon: 'rates', key: 'n' },
  {
    name: 'reviews',
    path: '/reviews/:uid?',
    group: 'manage',
    icon: 'star',
    key: 'v',
    needs: 'inbox:read',
    Content: lazyComponent(async () => (await import('../reviews/reviews.page.tsx')).ReviewsPage),
  },
  {
    name: 'owners',
    path: '/owners/:uid?',
    group: 'manage',
    icon: 'owners',
    key: 'o',
    needs: 'owners:read',
    Content: lazyComponent(async () => (await import('../owners/owners.page.tsx')).OwnersPage),
  },
  { name: 'settings', path: '/settings', group: 'setUp', icon: 'settings', key: 's' },
]

/** Pages with parameters follow those whose path has the same form, such as `/reservations/new`. */
export const innerPages: readonly InnerPage[] = [
  {
    name: 'board',
    path: '/reservations/pipeline',
    below: 'leads',
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../leads/board/board.page.tsx')).BoardPage),
  },
  {
    name: 'quote',
    path: '/reservations/new',
    below: 'leads',
    icon: 'plus',
    needs: 'bookings:write',
    Content: lazyComponent(async () => (await import('../quotes/quote.page.tsx')).QuotePage),
  },
  {
    name: 'lead',
    path: '/reservations/:uid',
    below: 'leads',
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../leads/lead.page.tsx')).LeadPage),
  },
  {
    name: 'promoCodes',
    path: '/rates/promo-codes/:uid?',
    below: 'rates',
    isSubPage: true,
    needs: 'offers:read',
    Content: lazyComponent(
      async () => (await import('../rates/promo-codes.page.tsx')).PromoCodesPage,
    ),
  },
  // Cleaners may read their own record and the agency's, but have no use for these pages.
  {
    name: 'agency',
    path: '/settings/agency',
    below: 'settings',
    isSubPage: true,
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../settings/agency.page.tsx')).AgencyPage),
  },
  {
    name: 'booking',
    path: '/settings/booking',
    below: 'settings',
    isSubPage: true,
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../settings/booking.page.tsx')).BookingPage),
  },
  {
    name: 'privacy',
    path: '/settings/privacy',
    below: 'settings',
    isSubPage: true,
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../settings/privacy.page.tsx')).PrivacyPage),
  },
  {
    name: 'team',
    path: '/settings/team/:uid?',
    below: 'settings',
    isSubPage: true,
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../settings/team/team.page.tsx')).TeamPage),
  },
  {
    name: 'email',
    path: '/settings/email',
    below: 'settings',
    isSubPage: true,
    needs: 'staff:write',
    Content: lazyComponent(async () => (await import('../settings/email.page.tsx')).EmailPage),
  },
  {
    name: 'services',
    path: '/settings/services/:uid?',
    below: 'settings',
    isSubPage: true,
    needs: 'jobs:read',
    Content: lazyComponent(
      async () => (await import('../settings/services.page.tsx')).ServicesPage,
    ),
  },
  {
    name: 'providers',
    path: '/settings/providers/:uid?',
    below: 'settings',
    isSubPage: true,
    needs: 'jobs:read',
    Content: lazyComponent(
      async () => (await import('../settings/providers.page.tsx')).ProvidersPage,
    ),
  },
  {
    name: 'setup',
    path: '/setup/:step?',
    below: 'today',
    needs: 'houses:write',
    Content: lazyComponent(async () => (await import('../setup/setup.page.tsx')).SetupPage),
  },
  {
    name: 'newProperty',
    path: '/properties/new',
    below: 'properties',
    icon: 'plus',
    needs: 'houses:write',
    Content: lazyComponent(
      async () => (await import('../properties/new-property.page.tsx')).NewPropertyPage,
    ),
  },
  {
    name: 'property',
    path: '/properties/:uid/:section?',
    below: 'properties',
    needs: 'bookings:read',
    Content: lazyComponent(
      async () => (await import('../properties/property.page.tsx')).PropertyPage,
    ),
  },
]

/** Entries of the menu "New"; the first one has the key `n`. */
export const creations: readonly { page: InnerPage['name']; text: 'reservation' | 'property' }[] = [
  { page: 'quote', text: 'reservation' },
  { page: 'newProperty', text: 'property' },
]
