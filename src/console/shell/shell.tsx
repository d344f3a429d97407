/** Layout around every page: navigation, account menu, search, banners and toasts. */
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link, useLocation } from 'wouter'
import { may, useSession } from '../api/session.tsx'
import { useTranslations } from '../i18n/translations.tsx'
import { OfflineBanner, WarningsBanner } from '../live/banners.tsx'
import { lazyComponent } from '../routing/lazy.ts'
import { Icon } from '../ui/icons.tsx'
import { useKeys } from '../ui/keys.ts'
import { useScrollRestoration } from '../ui/lists/scroll-position.ts'
import { useEarlyKeys } from './command-palette/use-early-keys.ts'
import { innerPages, pages } from './pages.ts'
import { PersonMenu } from './person-menu.tsx'
import { usePreload } from './preload.ts'
import { ToastList } from './toast-list.tsx'

const Help = lazyComponent(async () => (await import('./help.tsx')).Help)
const CommandPalette = lazyComponent(
  async () => (await import('./command-palette/command-palette.tsx')).CommandPalette,
)

type DialogName = 'palette' | 'help' | null

export function Shell({ children }: { children: ReactNode }) {
  const [openDialog, setOpenDialog] = useState<DialogName>(null)
  const earlyText = useEarlyKeys(openDialog === 'palette')
  const [, navigate] = useLocation()
  const session = useSession()
  const { frame } = useTranslations()
  useKeys({
    'mod+k': () => setOpenDialog('palette'),
    '?': () => setOpenDialog('help'),
    ...(may(session, 'bookings:write') ? { n: () => navigate('/reservations/new') } : {}),
    ...Object.fromEntries(
      pages
        .filter(({ needs }) => may(session, needs))
        .map(({ key, path }) => [`g ${key}`, () => navigate(path)]),
    ),
  })
  usePreload()
  useScrollRestoration()
  const close = () => setOpenDialog(null)
  return (
    <div className="frame">
      <a className="skip" href="#page">
        {frame.skip}
      </a>
      <header className="top-bar">
        <Link className="brand" href="/" aria-label="Lodgepole">
          <Icon name="lodge" />
        </Link>
        <Navigation />
        <Button className="search-button" onPress={() => setOpenDialog('palette')}>
          <Icon name="search" />
          <span className="search-text">{frame.search}</span>
          <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
        </Button>
        <Button
          className="icon-button"
          aria-label={frame.help}
          onPress={() => setOpenDialog('help')}
        >
          <Icon name="help" />
        </Button>
        <PersonMenu />
      </header>
      <OfflineBanner />
      <WarningsBanner />
      <main id="page" className="page" tabIndex={-1}>
        {children}
      </main>
      <ToastList />
      <Suspense>
        {openDialog === 'palette' && <CommandPalette close={close} typed={earlyText} />}
        {openDialog === 'help' && <Help close={close} />}
      </Suspense>
    </div>
  )
}

function Navigation() {
  const session = useSession()
  const texts = useTranslations()
  const [currentPath] = useLocation()
  const allowedPages = pages.filter(({ needs }) => may(session, needs))
  const parentName = innerPages.find(({ path }) => path === currentPath)?.below
  if (allowedPages.length === 0) return <div className="nav" />
  return (
    <nav className="nav" aria-label={texts.frame.navigation}>
      <ul>
        {allowedPages.map(({ name, path, icon }) => (
          <li key={name}>
            <Link
              href={path}
              aria-current={
                isSameOrBelow(currentPath, path) || parentName === name ? 'page' : undefined
              }
            >
              <Icon name={icon} />
              <span>{texts.pages[name]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns true for a path and its descendants. */
function isSameOrBelow(currentPath: string, path: string): boolean {
  return currentPath === path || (path !== '/' && currentPath.startsWith(`${path}/`))
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
