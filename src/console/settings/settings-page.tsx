/** Frame of a page of settings. */
import type { ReactNode } from 'react'

export function SettingsPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="resource-form-page" aria-labelledby="settings-title">
      <div className="title-row">
        <h1 id="settings-title">{title}</h1>
      </div>
      {children}
    </section>
  )
}
