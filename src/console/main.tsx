/** Entry point: loads the translations, then renders the console. */
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/client.ts'
import { readPageSession } from './api/session.tsx'
import { loadLocalization, preferredLanguage } from './i18n/translations.tsx'
import { App } from './shell/app.tsx'

async function start(): Promise<void> {
  const session = readPageSession()
  const localization = await loadLocalization(preferredLanguage(), session.agency.timeZone)
  const root = createRoot(document.getElementById('root')!)
  root.render(<App session={session} localization={localization} client={createQueryClient()} />)
}

// A page that the browser restores from its cache may belong to a user who has signed out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

void start()
