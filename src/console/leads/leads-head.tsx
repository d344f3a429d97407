/** Header of the lead list and the board. */
import { Link } from 'wouter'
import { may, useSession } from '../api/session.tsx'
import { useTranslations } from '../i18n/translations.tsx'
import { Icon } from '../ui/icons.tsx'

export function LeadsHead({ current }: { current: 'list' | 'board' }) {
  const texts = useTranslations()
  const session = useSession()
  const link = (to: 'list' | 'board', href: string, text: string) => (
    <Link
      className="toggle-button link"
      href={href}
      aria-current={current === to ? 'page' : undefined}
      {...(current === to ? { 'data-selected': '' } : {})}
    >
      {text}
    </Link>
  )
  return (
    <div className="leads-head">
      <h1 id="leads-title">{texts.pages.leads}</h1>
      <nav className="toggle" aria-label={texts.leads.shownAs}>
        {link('list', '/reservations', texts.leads.asList)}
        {link('board', '/reservations/pipeline', texts.leads.asBoard)}
      </nav>
      {may(session, 'bookings:write') ? (
        <Link className="button link" href="/reservations/new">
          <Icon name="plus" />
          {texts.pages.quote}
        </Link>
      ) : null}
    </div>
  )
}
