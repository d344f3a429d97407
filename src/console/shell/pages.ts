/** Pages of the console, in the order of the navigation. */
import type { Translations } from '../i18n/en.ts'
import { type LazyComponent, lazyComponent } from '../routing/lazy.ts'
import type { IconName } from '../ui/icons.tsx'

type PageName = keyof Translations['pages']

export interface Page {
  name: PageName
  /** Path below `/console`. */
  path: string
  icon: IconName
  /** Second key of the shortcut, after `g`. */
  key: string
  /** Required permission, as in `GET /session`. */
  needs: string
  Content: LazyComponent<object>
}

/** Page that is not in the navigation. */
export type InnerPage = Omit<Page, 'icon' | 'key'> & { below: PageName }

const PromoCodesPage = lazyComponent(
  async () => (await import('../rates/promo-codes.page.tsx')).PromoCodesPage,
)

const ServicesPage = lazyComponent(
  async () => (await import('../settings/services.page.tsx')).ServicesPage,
)

const ProvidersPage = lazyComponent(
  async () => (await import('../settings/providers.page.tsx')).ProvidersPage,
)

const OwnersPage = lazyComponent(async () => (await import('../owners/owners.page.tsx')).OwnersPage)

const ReviewsPage = lazyComponent(
  async () => (await import('../reviews/reviews.page.tsx')).ReviewsPage,
)

export const pages: readonly Page[] = [
  {
    name: 'today',
    path: '/',
    icon: 'today',
    key: 't',
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../today/today.page.tsx')).TodayPage),
  },
  {
    name: 'calendar',
    path: '/calendar',
    icon: 'calendar',
    key: 'c',
    needs: 'bookings:read',
    Content: lazyComponent(
      async () => (await import('../calendar/calendar.page.tsx')).CalendarPage,
    ),
  },
  {
    name: 'leads',
    path: '/reservations',
    icon: 'leads',
    key: 'r',
    needs: 'bookings:read',
    Content: lazyComponent(async () => (await import('../leads/leads.page.tsx')).LeadsPage),
  },
]

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
    path: '/rates/promo-codes',
    below: 'promoCodes',
    needs: 'offers:read',
    Content: PromoCodesPage,
  },
  {
    name: 'promoCode',
    path: '/rates/promo-codes/:uid',
    below: 'promoCodes',
    needs: 'offers:read',
    Content: PromoCodesPage,
  },
  {
    name: 'services',
    path: '/settings/services',
    below: 'services',
    needs: 'services:read',
    Content: ServicesPage,
  },
  {
    name: 'service',
    path: '/settings/services/:uid',
    below: 'services',
    needs: 'services:read',
    Content: ServicesPage,
  },
  {
    name: 'providers',
    path: '/settings/providers',
    below: 'providers',
    needs: 'jobs:read',
    Content: ProvidersPage,
  },
  {
    name: 'provider',
    path: '/settings/providers/:uid',
    below: 'providers',
    needs: 'jobs:read',
    Content: ProvidersPage,
  },
  {
    name: 'owners',
    path: '/owners',
    below: 'owners',
    needs: 'owners:read',
    Content: OwnersPage,
  },
  {
    name: 'owner',
    path: '/owners/:uid',
    below: 'owners',
    needs: 'owners:read',
    Content: OwnersPage,
  },
  {
    name: 'reviews',
    path: '/reviews',
    below: 'reviews',
    needs: 'inbox:read',
    Content: ReviewsPage,
  },
  {
    name: 'review',
    path: '/reviews/:uid',
    below: 'reviews',
    needs: 'inbox:read',
    Content: ReviewsPage,
  },
]
