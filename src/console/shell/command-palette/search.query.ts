/** Search of the command palette. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { may, useSession } from '../../api/session.tsx'
import { rangeText } from '../../i18n/format.ts'
import { type Localization, useLocalization } from '../../i18n/translations.tsx'
import { listPageActions } from '../../shared/page-actions.ts'
import { useProperties } from '../../shared/properties.query.ts'
import type { IconName } from '../../ui/icons.tsx'
import { listInnerPages, listPages, pathOf } from '../navigation/visible-pages.ts'

export interface PaletteItem {
  kind: 'pages' | 'acts' | 'leads' | 'houses'
  icon: IconName
  name: string
  detail?: string
  /** Path below `/console`, or an action. */
  to: string | (() => void)
}

type Result = ResponseOf<'GET /search'>['results'][number]

/** Types of objects that have a page. */
const resultTypes = ['PROPERTY', 'LEAD'] as const
const resultsMax = 8

export function usePaletteItems(text: string): { items: PaletteItem[]; isLoading: boolean } {
  const session = useSession()
  const localization = useLocalization()
  // Not debounced: Enter must apply to the present text of the field.
  const term = text.trim()
  const isSearching = term.length > 1 && may(session, 'bookings:read')
  const query = {
    agencyUid: session.agency.uid,
    query: term,
    types: [...resultTypes],
    _limit: resultsMax,
  }
  const { data, isFetching } = useQuery({
    queryKey: ['leads', 'found', query],
    queryFn: ({ signal }) => call('GET /search', { query, signal }),
    enabled: isSearching,
    staleTime: 60_000,
  })
  const searchablePages = [
    ...listPages(session),
    ...listInnerPages(session).filter(page => !needsParameter(page.path)),
  ]
  const pageItems = searchablePages.map((page): PaletteItem => {
    const { name, icon = 'page' } = page
    return { kind: 'pages', icon, name: localization.texts.pages[name], to: pathOf(page) }
  })
  const actionItems = listPageActions().map(
    ({ name, run }): PaletteItem => ({ kind: 'acts', icon: 'right', name, to: run }),
  )
  const matchingItems = [...pageItems, ...actionItems].filter(({ name }) => contains(name, term))
  const { byUid } = useProperties()
  const resultItems = (isSearching ? (data?.results ?? []) : []).map(result =>
    toItem(result, localization, byUid.get(result.uid)?.city ?? null),
  )
  return { items: [...matchingItems, ...resultItems], isLoading: isFetching }
}

/** Returns true for `/reservations/:uid`, false for `/owners/:uid?`. */
function needsParameter(path: string): boolean {
  return /:\w+(?![\w?])/.test(path)
}

function contains(name: string, text: string): boolean {
  return name.toLocaleLowerCase().includes(text.toLocaleLowerCase())
}

function toItem(result: Result, { texts, locale }: Localization, city: string | null): PaletteItem {
  const { type, uid, title, reference } = result
  if (type !== 'LEAD') {
    const name = title ?? ''
    const to = `/calendar?query=${encodeURIComponent(name)}`
    return { kind: 'houses', icon: 'calendar', name, detail: city ?? reference ?? '', to }
  }
  const dates = rangeText(result.checkInLocalDate!, result.checkOutLocalDate!, locale)
  const status = texts.lead.statuses[result.leadStatus as keyof typeof texts.lead.statuses]
  const detail = [status, dates, reference].filter(part => part).join(' · ')
  const to = `/reservations?reservation=${uid}`
  return { kind: 'leads', icon: 'leads', name: title ?? texts.lead.noName, detail, to }
}
