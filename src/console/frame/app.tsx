/** All of the console: who is signed in, in which language, and the page of the address. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  type AroundNavHandler,
  matchRoute,
  Route,
  Router,
  Switch,
  useLocation,
  useRouter,
} from 'wouter'
import { base, PathsContext } from '../address.ts'
import { forgetCalls } from '../api/calls-made.ts'
import { may, type Session, SessionProvider, useSession } from '../api/session.tsx'
import { comesLater } from '../comes-later.ts'
import { noteGoing } from '../kit/lists/kept-scroll.ts'
import { guardPage, leave, useLeaving } from '../kit/unsaved.ts'
import { LiveProvider } from '../live/live-provider.tsx'
import { innerPages, type Page, pages } from '../pages.ts'
import { type Spoken, SpokenProvider, useWords } from '../words/words.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'

interface AppProps {
  session: Session
  spoken: Spoken
  client: QueryClient
}

export function App({ session, spoken, client }: AppProps) {
  return (
    <SpokenProvider spoken={spoken}>
      <I18nProvider locale={spoken.locale}>
        <QueryClientProvider client={client}>
          <SessionProvider session={session}>
            <LiveProvider>
              <Router base={base} aroundNav={guarded}>
                <PathsContext value={paths}>
                  <Frame>
                    <Pages />
                  </Frame>
                  <Leaving />
                </PathsContext>
              </Router>
            </LiveProvider>
          </SessionProvider>
        </QueryClientProvider>
      </I18nProvider>
    </SpokenProvider>
  )
}

const paths = new Set([...pages, ...innerPages].map(({ path }) => path))

/** Whatever goes somewhere asks first whether something is unsaved. */
const guarded: AroundNavHandler = (navigate, to, options) => {
  leave(new URL(to, location.href), () => {
    noteGoing()
    navigate(to, options)
  })
}

const UnsavedWindow = comesLater(
  async () => (await import('../kit/unsaved-window.tsx')).UnsavedWindow,
)

function Leaving() {
  const answer = useLeaving()
  useEffect(guardPage, [])
  return answer ? (
    <Suspense>
      <UnsavedWindow answer={answer} />
    </Suspense>
  ) : null
}

function Pages() {
  const session = useSession()
  const [path] = useLocation()
  const words = useWords()
  const open = [...pages, ...innerPages].filter(({ needs }) => may(session, needs))
  const { parser } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins without calls
  useEffect(forgetCalls, [path])
  useFocusOn(path)
  const page = open.find(one => matchRoute(parser, one.path, path)[0])
  useEffect(() => {
    document.title = `${page ? words.pages[page.name] : words.frame.notFound} – Lodgepole`
  }, [page, words])
  // Who has no day of their own begins with the first page that there is for them.
  const first = open.find(one => one.path === '/') ?? open[0]
  return (
    <Suspense fallback={<p className="waits">{words.frame.loading}</p>}>
      <Switch>
        {open.map(one => (
          <Route key={one.name} path={one.path}>
            <Shown page={one} />
          </Route>
        ))}
        <Route path="/">{first ? <Shown page={first} /> : <NotFound />}</Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  )
}

/** Who goes elsewhere by keys goes on there: what had the focus is gone. */
function useFocusOn(path: string) {
  const before = useRef(path)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (before.current !== path && isLost)
      document.getElementById('page')?.focus({ preventScroll: true })
    before.current = path
  }, [path])
}

function Shown({ page }: { page: Pick<Page, 'name' | 'Content'> }) {
  return (
    <ErrorBoundary key={page.name}>
      <page.Content />
    </ErrorBoundary>
  )
}
