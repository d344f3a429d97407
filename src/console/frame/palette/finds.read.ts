/** What the palette finds. */
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { useHouses } from '../../calendar/houses.read.ts'
import type { IconName } from '../../kit/icons.tsx'
import { innerPages, pages } from '../../pages.ts'
import { rangeText } from '../../words/format.ts'
import { type Spoken, useSpoken } from '../../words/words.tsx'
import { pageActs } from '../page-acts.ts'

export interface Found {
  kind: 'pages' | 'acts' | 'leads' | 'houses'
  icon: IconName
  name: string
  detail?: string
  /** An address below `/console`, or what is done. */
  to: string | (() => void)
}

type Result = AnswerOf<'GET /search'>['results'][number]

/** What there is a page for. */
const types = ['PROPERTY', 'LEAD'] as const
const most = 8

export function useFinds(text: string): { finds: Found[]; isAsking: boolean } {
  const session = useSession()
  const spoken = useSpoken()
  // At once: who presses Enter means what stands in the field.
  const wanted = text.trim()
  const isAsked = wanted.length > 1 && may(session, 'bookings:read')
  const query = { agencyUid: session.agency.uid, query: wanted, types: [...types], _limit: most }
  const { data, isFetching } = useQuery({
    queryKey: ['leads', 'found', query],
    queryFn: ({ signal }) => call('GET /search', { query, signal }),
    enabled: isAsked,
    staleTime: 60_000,
  })
  const all = [...pages, ...innerPages.filter(({ path }) => !path.includes(':'))]
  const open = all.filter(({ needs }) => may(session, needs))
  const named = open.map(({ name, path, ...page }): Found => {
    const icon = 'icon' in page ? page.icon : name === 'quote' ? 'plus' : 'leads'
    return { kind: 'pages', icon, name: spoken.words.pages[name], to: path }
  })
  const acts = pageActs().map(
    ({ name, run }): Found => ({ kind: 'acts', icon: 'right', name, to: run }),
  )
  const fitting = [...named, ...acts].filter(({ name }) => contains(name, wanted))
  const { byUid } = useHouses()
  const found = (isAsked ? (data?.results ?? []) : []).map(result =>
    foundOf(result, spoken, byUid.get(result.uid)?.city ?? null),
  )
  return { finds: [...fitting, ...found], isAsking: isFetching }
}

function contains(name: string, text: string): boolean {
  return name.toLocaleLowerCase().includes(text.toLocaleLowerCase())
}

function foundOf(result: Result, { words, locale }: Spoken, city: string | null): Found {
  const { type, uid, title, reference } = result
  if (type !== 'LEAD') {
    const name = title ?? ''
    const to = `/calendar?query=${encodeURIComponent(name)}`
    return { kind: 'houses', icon: 'calendar', name, detail: city ?? reference ?? '', to }
  }
  const dates = rangeText(result.checkInLocalDate!, result.checkOutLocalDate!, locale)
  const status = words.lead.statuses[result.leadStatus as keyof typeof words.lead.statuses]
  const detail = [status, dates, reference].filter(part => part).join(' · ')
  const to = `/leads?lead=${uid}`
  return { kind: 'leads', icon: 'leads', name: title ?? words.lead.noName, detail, to }
}
