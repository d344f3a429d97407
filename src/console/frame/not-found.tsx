import { useWords } from '../words/words.tsx'

export function NotFound() {
  const { frame } = useWords()
  return (
    <section className="alone">
      <h1>{frame.notFound}</h1>
      <p className="quiet">{frame.notFoundText}</p>
    </section>
  )
}
