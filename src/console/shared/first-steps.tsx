/** Instructions for an agency without properties: next steps and their API requests. */
import { apiPath } from '../api/call.ts'
import { useTranslations } from '../i18n/translations.tsx'

const calls = {
  properties: 'properties',
  prices: 'pricing-periods',
  calendars: 'icals',
  staff: 'employees',
} as const

export function FirstSteps() {
  const { firstSteps: texts } = useTranslations()
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{texts.title}</h2>
      <p className="quiet">{texts.text}</p>
      <ol>
        {Object.entries(calls).map(([step, path]) => (
          <li key={step}>
            {texts[step as keyof typeof calls]}
            <code>
              POST {apiPath}/{path}
            </code>
          </li>
        ))}
      </ol>
      <a href="/docs">{texts.read}</a>
    </section>
  )
}
