/** The name of a property as a link to its row of the calendar. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useHasPage } from '../../address.ts'
import { useWords } from '../../words/words.tsx'

interface HouseLinkProps {
  name: string | undefined
  /** A day that the calendar shows then. */
  from?: string
  children: ReactNode
}

export function HouseLink({ name, from, children }: HouseLinkProps) {
  const { today } = useWords()
  const hasCalendar = useHasPage('/calendar')
  if (!name || !hasCalendar) return <>{children}</>
  const search = new URLSearchParams({ query: name, ...(from ? { from: from.slice(0, 10) } : {}) })
  return (
    <Link className="house-link" href={`/calendar?${search}`} title={today.onCalendar}>
      {children}
    </Link>
  )
}
