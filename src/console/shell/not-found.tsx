import { useTranslations } from '../i18n/translations.tsx'

/** Shown at an unknown URL. */
export function NotFound() {
  const { frame } = useTranslations()
  return (
    <section className="alone">
      <h1>{frame.notFound}</h1>
      <p className="quiet">{frame.notFoundText}</p>
    </section>
  )
}
