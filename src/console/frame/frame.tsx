/** What stands around every page: where one can go, who one is, and how to find things. */
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link, useLocation } from 'wouter'
import { may, useSession } from '../api/session.tsx'
import { comeAhead, comesLater } from '../comes-later.ts'
import { Icon } from '../kit/icons.tsx'
import { useKeptScroll } from '../kit/lists/kept-scroll.ts'
import { NotLive } from '../live/not-live.tsx'
import { Warned } from '../live/warned.tsx'
import { innerPages, pages } from '../pages.ts'
import { useWords } from '../words/words.tsx'
import { useKeys } from './keys.ts'
import { useTypedAhead } from './palette/use-typed-ahead.ts'
import { PersonMenu } from './person-menu.tsx'

const Help = comesLater(async () => (await import('./help.tsx')).Help)
const ToastList = comesLater(async () => (await import('../kit/toasts/toast-list.tsx')).ToastList)
const Palette = comesLater(async () => (await import('./palette/palette.tsx')).Palette)

type Opened = 'palette' | 'help' | null

export function Frame({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null)
  const typed = useTypedAhead(opened === 'palette')
  const [, navigate] = useLocation()
  const session = useSession()
  const { frame } = useWords()
  useKeys({
    'mod+k': () => setOpened('palette'),
    '?': () => setOpened('help'),
    ...(may(session, 'bookings:write') ? { n: () => navigate('/quote') } : {}),
    ...Object.fromEntries(
      pages
        .filter(({ needs }) => may(session, needs))
        .map(({ key, path }) => [`g ${key}`, () => navigate(path)]),
    ),
  })
  useEffect(loadAhead, [])
  useKeptScroll()
  const close = () => setOpened(null)
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
        <Button className="search-button" onPress={() => setOpened('palette')}>
          <Icon name="search" />
          <span className="search-text">{frame.search}</span>
          <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
        </Button>
        <Button className="icon-button" aria-label={frame.help} onPress={() => setOpened('help')}>
          <Icon name="help" />
        </Button>
        <PersonMenu />
      </header>
      <NotLive />
      <Warned />
      <main id="page" className="page" tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        <ToastList />
      </Suspense>
      <Suspense>
        {opened === 'palette' && <Palette close={close} typed={typed} />}
        {opened === 'help' && <Help close={close} />}
      </Suspense>
    </div>
  )
}

const aheadMs = 1_500

/** Once the page has been read: what opens then opens at once, also for the first time. */
function loadAhead() {
  const timer = setTimeout(comeAhead, aheadMs)
  return () => clearTimeout(timer)
}

function Navigation() {
  const session = useSession()
  const words = useWords()
  const [here] = useLocation()
  const open = pages.filter(({ needs }) => may(session, needs))
  const below = innerPages.find(({ path }) => path === here)?.below
  if (open.length === 0) return <div className="nav" />
  return (
    <nav className="nav" aria-label={words.frame.navigation}>
      <ul>
        {open.map(({ name, path, icon }) => (
          <li key={name}>
            <Link
              href={path}
              aria-current={isBelow(here, path) || below === name ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span>{words.pages[name]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The pages of a lead stand below those of all. */
function isBelow(here: string, path: string): boolean {
  return here === path || (path !== '/' && here.startsWith(`${path}/`))
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
