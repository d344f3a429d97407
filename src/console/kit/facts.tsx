/** What is so, as names and values. */
import type { ReactNode } from 'react'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

/** Left out where there is nothing to say. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
