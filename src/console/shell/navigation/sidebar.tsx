/** Navigation: a sidebar, and a bar at the bottom of a phone. */
import { Link, useLocation } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { useTranslations } from '../../i18n/translations.tsx'
import { lazyComponent } from '../../routing/lazy.ts'
import { Icon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import type { Page } from '../pages.ts'
import { findCurrentPage, groupPages, pathOf, splitForPhone } from './visible-pages.ts'

const MoreItems = lazyComponent(async () => (await import('./more-items.tsx')).MoreItems)

export function Sidebar({ isFolded }: { isFolded: boolean }) {
  const session = useSession()
  const { frame } = useTranslations()
  return (
    <nav className="sidebar" aria-label={frame.navigation}>
      {groupPages(session).map(([group, groupedPages]) => (
        <div key={group} className="nav-group">
          {group === 'daily' ? null : <h2>{frame.groups[group]}</h2>}
          <ul>
            {groupedPages.map(page => (
              <li key={page.name}>
                <PageLink page={page} showsTitle={isFolded} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Bar at the bottom of a phone: the most used pages, and a menu with the others. */
export function BottomBar({ openHelp }: { openHelp: () => void }) {
  const session = useSession()
  const { frame } = useTranslations()
  const { bar, menu } = splitForPhone(session)
  return (
    <nav className="bottom-bar" aria-label={frame.navigation}>
      <ul>
        {bar.map(page => (
          <li key={page.name}>
            <PageLink page={page} />
          </li>
        ))}
        <li>
          <MenuButton
            className="nav-more"
            menu={open => <MoreItems {...open} pages={menu} openHelp={openHelp} />}
          >
            <Icon name="more" />
            <span>{frame.more}</span>
          </MenuButton>
        </li>
      </ul>
    </nav>
  )
}

function PageLink({ page, showsTitle = false }: { page: Page; showsTitle?: boolean }) {
  const texts = useTranslations()
  const [currentPath] = useLocation()
  const name = texts.pages[page.name]
  return (
    <Link
      href={pathOf(page)}
      aria-current={findCurrentPage(currentPath) === page.name ? 'page' : undefined}
      {...(showsTitle ? { title: name } : {})}
    >
      <Icon name={page.icon} />
      <span>{name}</span>
    </Link>
  )
}
