/** Root component: session, language, routing and layout. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  type AroundNavHandler,
  matchRoute,
  Redirect,
  Route,
  Router,
  Switch,
  useLocation,
  useRouter,
  useSearch,
} from 'wouter'
import { clearRequestLog } from '../api/request-log.ts'
import { type Session, SessionProvider, useSession } from '../api/session.tsx'
import { type Localization, LocalizationProvider, useTranslations } from '../i18n/translations.tsx'
import { LiveProvider } from '../live/live-provider.tsx'
import { base, PathsContext } from '../routing/address.ts'
import { lazyComponent } from '../routing/lazy.ts'
import { guardPage, leavePage, useLeaveConfirmation } from '../routing/unsaved.ts'
import { noteNavigation } from '../ui/lists/scroll-position.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { WithSubPages } from './navigation/sub-pages.tsx'
import { listInnerPages, listPages, listSubPages, pathOf } from './navigation/visible-pages.ts'
import { NotFound } from './not-found.tsx'
import { type InnerPage, innerPages, type Page, pages } from './pages.ts'
import { movedAddress } from './redirects.ts'
import { Shell } from './shell.tsx'

interface AppProps {
  session: Session
  localization: Localization
  client: QueryClient
}

export function App({ session, localization, client }: AppProps) {
  return (
    <LocalizationProvider localization={localization}>
      <I18nProvider locale={localization.locale}>
        <QueryClientProvider client={client}>
          <SessionProvider session={session}>
            <LiveProvider>
              <Router base={base} aroundNav={confirmNavigation}>
                <PathsContext value={paths}>
                  <Shell>
                    <Pages />
                  </Shell>
                  <LeaveConfirmation />
                </PathsContext>
              </Router>
            </LiveProvider>
          </SessionProvider>
        </QueryClientProvider>
      </I18nProvider>
    </LocalizationProvider>
  )
}

const paths = new Set([...pages, ...innerPages].map(({ path }) => path))

/** Asks for confirmation before a navigation that discards unsaved input. */
const confirmNavigation: AroundNavHandler = (navigate, to, options) => {
  leavePage(new URL(to, location.href), () => {
    noteNavigation()
    navigate(to, options)
  })
}

const UnsavedDialog = lazyComponent(
  async () => (await import('../ui/unsaved-dialog.tsx')).UnsavedDialog,
)

function LeaveConfirmation() {
  const decide = useLeaveConfirmation()
  useEffect(guardPage, [])
  return decide ? (
    <Suspense>
      <UnsavedDialog decide={decide} />
    </Suspense>
  ) : null
}

function Pages() {
  const session = useSession()
  const [path] = useLocation()
  const search = useSearch()
  const texts = useTranslations()
  const allowedPages = [...listPages(session), ...listInnerPages(session)]
  const { parser } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page starts with an empty log
  useEffect(clearRequestLog, [path])
  useFocusOn(path)
  const page = allowedPages.find(candidate => matchRoute(parser, candidate.path, path)[0])
  useEffect(() => {
    document.title = `${page ? texts.pages[page.name] : texts.frame.notFound} – Lodgepole`
  }, [page, texts])
  // Users without permission for Today start on their first page; every role has one.
  const startPage = allowedPages[0]!
  const presentAddress = movedAddress(parser, path, search)
  if (presentAddress !== null) return <Redirect to={presentAddress} replace />
  return (
    <Suspense fallback={<p className="waits">{texts.frame.loading}</p>}>
      <Switch>
        {allowedPages.map(candidate => (
          <Route key={candidate.path} path={candidate.path}>
            <PageContent page={candidate} />
          </Route>
        ))}
        <Route path="/">
          <PageContent page={startPage} />
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  )
}

/** Moves the focus to the page if navigation removed the focused element. */
function useFocusOn(path: string) {
  const previousPath = useRef(path)
  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body
    if (previousPath.current !== path && hasLostFocus)
      document.getElementById('page')?.focus({ preventScroll: true })
    previousPath.current = path
  }, [path])
}

function PageContent({ page }: { page: Page | InnerPage }) {
  const session = useSession()
  if (!page.Content) {
    const [firstSubPage] = listSubPages(session, page.name)
    return firstSubPage ? <Redirect to={pathOf(firstSubPage)} replace /> : <NotFound />
  }
  const content = (
    <ErrorBoundary key={page.name}>
      <page.Content />
    </ErrorBoundary>
  )
  const isSubPage = 'isSubPage' in page && page.isSubPage
  return isSubPage ? <WithSubPages below={page.below}>{content}</WithSubPages> : content
}
