/** List of names and values. */
import type { ReactNode } from 'react'

export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

/** Renders nothing if there is no value. */
export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
