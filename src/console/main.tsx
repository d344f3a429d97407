/** Begins: reads who is signed in, in which language, and shows the console. */
import { createRoot } from 'react-dom/client'
import { call } from './api/call.ts'
import { makeClient } from './api/client.ts'
import { Unreachable } from './api/problem.ts'
import { App } from './frame/app.tsx'
import { Unstarted } from './frame/unstarted.tsx'
import { preferredLanguage, speak } from './words/words.tsx'

const root = createRoot(document.getElementById('root')!)
const spoken = speak(preferredLanguage())

async function start(): Promise<void> {
  const { language } = await spoken
  document.documentElement.lang = language
  try {
    const { session } = await call('GET /session')
    root.render(<App session={session} spoken={await spoken} client={makeClient()} />)
  } catch (error) {
    const again = () => void start()
    root.render(<Unstarted spoken={await spoken} error={error} again={again} />)
    if (!(error instanceof Unreachable)) console.warn(error)
  }
}

// A page that a browser has put to sleep may be of somebody who has signed out since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

void start()
