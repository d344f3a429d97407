/** Error page in place of a broken page. */
import { Component, type ReactNode } from 'react'
import { Problem } from '../shared/problem.tsx'

/** Shows an error in place of a broken page; the rest of the console remains usable. */
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
        <Problem error={error} retry={reload} />
      </section>
    )
  }
}

/** Reloads only if the server responds; otherwise the browser would show its own error page. */
async function reload(): Promise<void> {
  const isReachable = await fetch(location.href, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
  if (isReachable) location.reload()
}
