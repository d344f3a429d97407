/** Name of a lead, linked to its page; a plain click opens it in the side panel. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface LeadLinkProps {
  uid: string
  open: (uid: string) => void
  className?: string
  children: ReactNode
}

export function LeadLink({
  uid,
  open,
  className = 'row-button row-link',
  children,
}: LeadLinkProps) {
  return (
    <Link
      className={className}
      href={`/reservations/${uid}`}
      // Cards are dragged as a whole.
      draggable={false}
      onClick={event => {
        event.preventDefault()
        open(uid)
      }}
    >
      {children}
    </Link>
  )
}
