/** Entry point: loads the translations and the page, then renders the console. */
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/client.ts'
import { readPageSession } from './api/session.tsx'
import { loadLocalization, preferredLanguage } from './i18n/translations.tsx'
import { App } from './shell/app.tsx'

async function start(): Promise<void> {
  const session = readPageSession()
  const [localization] = await Promise.all([
    loadLocalization(preferredLanguage(), session.agency.timeZone),
    loadPage(),
  ])
  const root = createRoot(document.getElementById('root')!)
  // Rendered in slices, between which the page reacts to input.
  startTransition(() =>
    root.render(<App session={session} localization={localization} client={createQueryClient()} />),
  )
}

/** Longest wait for the scripts of the page, after which the frame is rendered without it. */
const waitMaxMs = 500

/**
 * Executes the scripts that the server lists for the page. If the page suspended, React would
 * display it 300 ms later, and its requests would begin only then. Errors are left to the render.
 */
async function loadPage(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  const loads = Promise.allSettled([...links].map(({ href }) => import(href)))
  await Promise.race([loads, new Promise(resolve => setTimeout(resolve, waitMaxMs))])
}

// A page that the browser restores from its cache may belong to a user who has signed out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

void start()
