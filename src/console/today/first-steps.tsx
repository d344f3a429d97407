/** What an agency without a property is shown: what to do first, and by which call. */
import { apiPath } from '../api/call.ts'
import { useWords } from '../words/words.tsx'

const calls = {
  properties: 'properties',
  prices: 'pricing-periods',
  calendars: 'icals',
  staff: 'employees',
} as const

export function FirstSteps() {
  const { firstSteps: words } = useWords()
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{words.title}</h2>
      <p className="quiet">{words.text}</p>
      <ol>
        {Object.entries(calls).map(([step, path]) => (
          <li key={step}>
            {words[step as keyof typeof calls]}
            <code>
              POST {apiPath}/{path}
            </code>
          </li>
        ))}
      </ol>
      <a href="/docs">{words.read}</a>
    </section>
  )
}
