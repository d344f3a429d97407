import { useSession } from '../api/session.tsx'
import { useTranslations } from '../i18n/translations.tsx'
import { listPages } from './navigation/visible-pages.ts'

/** Shown at an unknown URL, or if the role of the user allows no page. */
export function NotFound() {
  const session = useSession()
  const { frame } = useTranslations()
  const hasPages = listPages(session).length > 0
  return (
    <section className="alone">
      <h1>{hasPages ? frame.notFound : frame.noPages}</h1>
      <p className="quiet">{hasPages ? frame.notFoundText : frame.noPagesText}</p>
    </section>
  )
}
