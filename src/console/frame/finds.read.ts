/** What the palette finds. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../api/call.ts'
import { may, useSession } from '../api/session.tsx'
import { useHouses } from '../calendar/houses.read.ts'
import type { IconName } from '../kit/icons.tsx'
import { pages } from '../pages.ts'
import { dateText } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'

export interface Found {
  kind: 'pages' | 'leads' | 'houses'
  icon: IconName
  name: string
  detail?: string
  /** Below `/console`. */
  to: string
}

const leadsMax = 8
const housesMax = 5

export function useFinds(text: string): { finds: Found[]; isAsking: boolean } {
  const session = useSession()
  const { words } = useSpoken()
  const wanted = useDeferredValue(text.trim())
  const { leads, isAsking } = useLeadFinds(wanted)
  const houses = useHouseFinds(wanted)
  const open = pages.filter(({ needs }) => may(session, needs))
  const named = open.map(({ name, path, icon }): Found => {
    return { kind: 'pages', icon, name: words.pages[name], to: path }
  })
  const fitting = named.filter(({ name }) => contains(name, wanted))
  return { finds: [...fitting, ...houses, ...leads], isAsking }
}

function contains(name: string, text: string): boolean {
  return name.toLocaleLowerCase().includes(text.toLocaleLowerCase())
}

function useHouseFinds(text: string): Found[] {
  const { houses } = useHouses()
  if (text === '') return []
  const fitting = houses.filter(({ name }) => contains(name, text)).slice(0, housesMax)
  return fitting.map(({ name, city }): Found => {
    const to = `/calendar?query=${encodeURIComponent(name)}`
    return { kind: 'houses', icon: 'calendar', name, detail: city ?? '', to }
  })
}

function useLeadFinds(text: string): { leads: Found[]; isAsking: boolean } {
  const session = useSession()
  const { words, locale } = useSpoken()
  const isAsked = text.length > 1 && may(session, 'bookings:read')
  const query = { agencyUid: session.agency.uid, query: text, _limit: String(leadsMax) }
  const { data, isFetching } = useQuery({
    queryKey: ['leads', 'found', query],
    queryFn: ({ signal }) => call('GET /leads', { query, signal }),
    enabled: isAsked,
    staleTime: 60_000,
  })
  const found = isAsked ? (data?.leads ?? []) : []
  const leads = found.map((lead): Found => {
    const { firstName, lastName } = lead.guestInformation
    const name = [firstName, lastName].filter(part => part).join(' ') || words.lead.noName
    const dates = dateText(lead.checkInLocalDateTime, locale, 'short')
    const detail = `${words.lead.statuses[lead.status]} · ${dates}`
    return { kind: 'leads', icon: 'leads', name, detail, to: `/leads?lead=${lead.uid}` }
  })
  return { leads, isAsking: isFetching }
}
