/** Name of a property, linked to its row in the calendar. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTranslations } from '../i18n/translations.tsx'
import { useHasPage } from '../routing/address.ts'

interface PropertyLinkProps {
  name: string | undefined
  /** First visible day of the calendar. */
  from?: string
  children: ReactNode
}

export function PropertyLink({ name, from, children }: PropertyLinkProps) {
  const { today } = useTranslations()
  const hasCalendar = useHasPage('/calendar')
  if (!name || !hasCalendar) return <>{children}</>
  const search = new URLSearchParams({ query: name, ...(from ? { from: from.slice(0, 10) } : {}) })
  return (
    <Link className="house-link" href={`/calendar?${search}`} title={today.onCalendar}>
      {children}
    </Link>
  )
}
