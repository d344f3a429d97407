import './editor-workers.ts'
import { GraphiQL } from 'graphiql'
import { useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { forgetKey, rememberedKey, rememberKey, takeKeyFromAddress } from './key.ts'
import { KeyForm } from './key-form.tsx'
import { createFetcher, type SchemaOutcome } from './post.ts'
import { addressStorage } from './storage.ts'

type Settings = { title: string; defaultQuery: string; apiKeyHeader: string }

// An object, not a string: entering the same key again is a new try.
type Credential = { key: string }

const root = document.getElementById('query-page')!
createRoot(root).render(<QueryPage settings={root.dataset as Settings} />)

function QueryPage({ settings }: { settings: Settings }) {
  const [credential, setCredential] = useState(initialCredential)
  const [outcome, setOutcome] = useState<{ of: Credential; schema: SchemaOutcome }>()
  const fetcher = useMemo(
    () =>
      createFetcher(settings.apiKeyHeader, credential.key, schema =>
        setOutcome({ of: credential, schema }),
      ),
    [settings, credential],
  )
  const storage = useMemo(addressStorage, [])

  function use(key: string) {
    rememberKey(key)
    setCredential({ key })
  }

  function forget() {
    forgetKey()
    setCredential({ key: '' })
  }

  useEffect(() => {
    function onHashChange() {
      const key = takeKeyFromAddress()
      if (key) use(key)
    }
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  })

  return (
    <>
      <KeyForm
        apiKeyHeader={settings.apiKeyHeader}
        currentKey={credential.key}
        outcome={outcome?.of === credential ? outcome.schema : undefined}
        onUse={use}
        onForget={forget}
      />
      <GraphiQL
        fetcher={fetcher}
        // null: do not ask for the schema; undefined: ask for it with the fetcher.
        schema={credential.key ? undefined : null}
        defaultQuery={settings.defaultQuery}
        storage={storage}
        isHeadersEditorEnabled={false}
        shouldPersistHeaders={false}
      >
        <GraphiQL.Logo>{settings.title}</GraphiQL.Logo>
      </GraphiQL>
    </>
  )
}

function initialCredential(): Credential {
  const key = takeKeyFromAddress()
  if (key) rememberKey(key)
  return { key: key || rememberedKey() }
}
