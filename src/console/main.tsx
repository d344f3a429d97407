/** Entry point: loads the session and the translations, then renders the console. */
import { createRoot } from 'react-dom/client'
import { call } from './api/call.ts'
import { createQueryClient } from './api/client.ts'
import { Unreachable } from './api/problem.ts'
import { loadLocalization, preferredLanguage } from './i18n/translations.tsx'
import { App } from './shell/app.tsx'
import { StartError } from './shell/error-boundary.tsx'

const root = createRoot(document.getElementById('root')!)
const localization = loadLocalization(preferredLanguage())

async function start(): Promise<void> {
  const { language } = await localization
  document.documentElement.lang = language
  try {
    const { session } = await call('GET /session')
    root.render(
      <App session={session} localization={await localization} client={createQueryClient()} />,
    )
  } catch (error) {
    const retry = () => void start()
    root.render(<StartError localization={await localization} error={error} retry={retry} />)
    if (!(error instanceof Unreachable)) console.warn(error)
  }
}

// A page that the browser restores from its cache may belong to a user who has signed out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

void start()
