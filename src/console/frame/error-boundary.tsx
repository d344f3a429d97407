import { Component, type ReactNode } from 'react'
import { Problem } from '../kit/problem.tsx'

/** Shows what is broken in place of the page, and leaves the rest of the console usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <section className="alone">
        <Problem error={error} again={reload} />
      </section>
    )
  }
}

/** Where no server answers, the browser would show a page of its own instead. */
async function reload(): Promise<void> {
  const isThere = await fetch(location.href, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
  if (isThere) location.reload()
}
