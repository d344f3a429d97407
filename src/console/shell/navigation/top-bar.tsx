/** Bar at the top: search, the menu "New", help, and the account. */
import { Button } from 'react-aria-components/Button'
import { Link, useLocation } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { useTranslations } from '../../i18n/translations.tsx'
import { lazyComponent } from '../../routing/lazy.ts'
import { Icon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import { PersonMenu } from '../person-menu.tsx'
import { findCurrentPage, listCreations } from './visible-pages.ts'

const NewItems = lazyComponent(async () => (await import('./new-items.tsx')).NewItems)

const productName = 'Lodgepole'

interface TopBarProps {
  isFolded: boolean
  toggleSidebar: () => void
  openPalette: () => void
  openHelp: () => void
}

export function TopBar({ isFolded, toggleSidebar, openPalette, openHelp }: TopBarProps) {
  const { frame } = useTranslations()
  return (
    <header className="top-bar">
      <Button
        className="icon-button fold-button"
        aria-label={isFolded ? frame.unfold : frame.fold}
        aria-expanded={!isFolded}
        onPress={toggleSidebar}
      >
        <Icon name="sidebar" />
      </Button>
      <Link className="brand" href="/" aria-label={productName}>
        <Icon name="lodge" />
        <span aria-hidden="true">{productName}</span>
      </Link>
      <PhoneTitle />
      <Button className="search-button" onPress={openPalette}>
        <Icon name="search" />
        <span className="search-text">{frame.search}</span>
        <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <div className="top-actions">
        <NewButton />
        <Button className="icon-button help-button" aria-label={frame.help} onPress={openHelp}>
          <Icon name="help" />
        </Button>
        <PersonMenu />
      </div>
    </header>
  )
}

/** Name of the page, in place of the logo on a phone; the page has its own heading. */
function PhoneTitle() {
  const texts = useTranslations()
  const [currentPath] = useLocation()
  const name = findCurrentPage(currentPath)
  return (
    <span className="phone-title" aria-hidden="true">
      {name ? texts.pages[name] : productName}
    </span>
  )
}

/** Opens a menu, or the page of the only entry. */
function NewButton() {
  const session = useSession()
  const { frame } = useTranslations()
  const creations = listCreations(session)
  const [first, ...others] = creations
  if (!first) return null
  const content = (
    <>
      <Icon name="plus" />
      <span>{frame.new}</span>
    </>
  )
  if (others.length > 0) {
    return (
      <MenuButton
        className="button plain new-button"
        menu={open => <NewItems {...open} creations={creations} />}
      >
        {content}
      </MenuButton>
    )
  }
  return (
    <Link
      className="button plain link new-button"
      href={first.path}
      aria-label={`${frame.new}: ${frame.creations[first.text]}`}
    >
      {content}
    </Link>
  )
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
