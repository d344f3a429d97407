/** What stands above leads, as a list or as a board. */
import { Link } from 'wouter'
import { may, useSession } from '../api/session.tsx'
import { Icon } from '../kit/icons.tsx'
import { useWords } from '../words/words.tsx'

export function LeadsHead({ shown }: { shown: 'list' | 'board' }) {
  const words = useWords()
  const session = useSession()
  const link = (to: 'list' | 'board', href: string, text: string) => (
    <Link
      className="toggle-button link"
      href={href}
      aria-current={shown === to ? 'page' : undefined}
      {...(shown === to ? { 'data-selected': '' } : {})}
    >
      {text}
    </Link>
  )
  return (
    <div className="leads-head">
      <h1 id="leads-title">{words.pages.leads}</h1>
      <nav className="toggle" aria-label={words.leads.shownAs}>
        {link('list', '/leads', words.leads.asList)}
        {link('board', '/leads/board', words.leads.asBoard)}
      </nav>
      {may(session, 'bookings:write') ? (
        <Link className="button link" href="/quote">
          <Icon name="plus" />
          {words.pages.quote}
        </Link>
      ) : null}
    </div>
  )
}
