import { may, useSession } from '../api/session.tsx'
import { pages } from '../pages.ts'
import { useWords } from '../words/words.tsx'

/** In place of a page: there is none at the address, or none at all for somebody's role. */
export function NotFound() {
  const session = useSession()
  const { frame } = useWords()
  const hasPages = pages.some(({ needs }) => may(session, needs))
  return (
    <section className="alone">
      <h1>{hasPages ? frame.notFound : frame.noPages}</h1>
      <p className="quiet">{hasPages ? frame.notFoundText : frame.noPagesText}</p>
    </section>
  )
}
