import { type Draft, newDraft, type Work } from './storage.ts'

/** Buttons that select, close and open tabs. */
export function Tabs({ work, onChange }: { work: Work; onChange: (work: Work) => void }) {
  const { tabs, active } = work

  function close(closed: Draft) {
    const rest = tabs.filter(tab => tab !== closed)
    const next = rest[Math.max(0, tabs.indexOf(closed) - 1)]!
    onChange({ ...work, tabs: rest, active: closed.id === active ? next.id : active })
  }

  function open() {
    const draft = newDraft('')
    onChange({ ...work, tabs: [...tabs, draft], active: draft.id })
  }

  return (
    <nav className="tabs" aria-label="Tabs">
      {tabs.map((tab, i) => (
        <span key={tab.id} className="tab">
          <button
            type="button"
            aria-current={tab.id === active ? 'page' : undefined}
            onClick={() => onChange({ ...work, active: tab.id })}
          >
            {titleOf(tab, i)}
          </button>
          {tabs.length > 1 && (
            <button
              type="button"
              aria-label={`Close ${titleOf(tab, i)}`}
              onClick={() => close(tab)}
            >
              ×
            </button>
          )}
        </span>
      ))}
      <button type="button" aria-label="New tab" onClick={open}>
        +
      </button>
    </nav>
  )
}

/** Returns the name of the first operation, else a number. */
function titleOf({ query }: Draft, i: number): string {
  return /^\s*(?:query|mutation)\s+(\w+)/m.exec(query)?.[1] ?? `Query ${i + 1}`
}
