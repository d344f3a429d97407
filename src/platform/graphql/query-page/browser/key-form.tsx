import { type FormEvent, useEffect, useState } from 'react'
import type { SchemaOutcome } from './post.ts'

/** Bar above the editor with the API key and the result of loading the schema. */
export function KeyForm(props: {
  apiKeyHeader: string
  currentKey: string
  outcome: SchemaOutcome | undefined
  onUse: (key: string) => void
  onRemove: () => void
}) {
  const [text, setText] = useState(props.currentKey)
  useEffect(() => setText(props.currentKey), [props.currentKey])

  function submit(event: FormEvent) {
    event.preventDefault()
    const key = text.trim()
    if (key) props.onUse(key)
    else props.onRemove()
  }

  return (
    <form className="key-form" onSubmit={submit}>
      <label htmlFor="api-key">API key</label>
      {/* Not type="password": browsers offer to store what is typed there. */}
      <input
        id="api-key"
        type="text"
        value={text}
        onChange={event => setText(event.target.value)}
        title={`Sent as ${props.apiKeyHeader}; stored until this tab is closed`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <button type="submit">Load schema</button>
      {props.currentKey && (
        <button type="button" onClick={props.onRemove}>
          Forget key
        </button>
      )}
      <Outcome hasKey={props.currentKey !== ''} outcome={props.outcome} />
    </form>
  )
}

function Outcome({ hasKey, outcome }: { hasKey: boolean; outcome: SchemaOutcome | undefined }) {
  if (!hasKey) return <output>Enter an API key to load the schema.</output>
  if (!outcome) return <output>Loading the schema …</output>
  if (outcome.error === undefined) return <output>Schema loaded.</output>
  return <output className="key-form-error">{outcome.error}</output>
}
