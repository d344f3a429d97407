/** Layout around every page: navigation, account menu, search, banners and toasts. */
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../api/session.tsx'
import { useTranslations } from '../i18n/translations.tsx'
import { OfflineBanner, WarningsBanner } from '../live/banners.tsx'
import { lazyComponent } from '../routing/lazy.ts'
import { useKeys } from '../ui/keys.ts'
import { useScrollRestoration } from '../ui/lists/scroll-position.ts'
import { useEarlyKeys } from './command-palette/use-early-keys.ts'
import { useFold } from './navigation/fold.ts'
import { BottomBar, Sidebar } from './navigation/sidebar.tsx'
import { TopBar } from './navigation/top-bar.tsx'
import { listCreations, listPages, pathOf } from './navigation/visible-pages.ts'
import { usePreload } from './preload.ts'
import { ToastList } from './toast-list.tsx'

const Help = lazyComponent(async () => (await import('./help.tsx')).Help)
const CommandPalette = lazyComponent(
  async () => (await import('./command-palette/command-palette.tsx')).CommandPalette,
)

type DialogName = 'palette' | 'help' | null

export function Shell({ children }: { children: ReactNode }) {
  const [openDialog, setOpenDialog] = useState<DialogName>(null)
  const [isFolded, toggleSidebar] = useFold()
  const earlyText = useEarlyKeys(openDialog === 'palette')
  const { frame } = useTranslations()
  const openHelp = () => setOpenDialog('help')
  const openPalette = () => setOpenDialog('palette')
  useKeys({ ...usePageKeys(), 'mod+k': openPalette, '?': openHelp })
  usePreload()
  useScrollRestoration()
  const close = () => setOpenDialog(null)
  return (
    <div className={isFolded ? 'frame is-folded' : 'frame'}>
      <a className="skip" href="#page">
        {frame.skip}
      </a>
      <TopBar {...{ isFolded, toggleSidebar, openPalette, openHelp }} />
      <Sidebar isFolded={isFolded} />
      <div className="frame-content">
        <OfflineBanner />
        <WarningsBanner />
        <main id="page" className="page" tabIndex={-1}>
          {children}
        </main>
      </div>
      <BottomBar openHelp={openHelp} />
      <ToastList />
      <Suspense>
        {openDialog === 'palette' && <CommandPalette close={close} typed={earlyText} />}
        {openDialog === 'help' && <Help close={close} />}
      </Suspense>
    </div>
  )
}

/** Returns the shortcuts that open pages: `g` and the key of a page, and `n`. */
function usePageKeys() {
  const session = useSession()
  const [, navigate] = useLocation()
  const [creation] = listCreations(session)
  return Object.fromEntries([
    ...(creation ? [['n', () => navigate(creation.path)]] : []),
    ...listPages(session).map(page => [`g ${page.key}`, () => navigate(pathOf(page))]),
  ])
}
