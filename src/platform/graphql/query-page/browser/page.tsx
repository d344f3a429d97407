import './editor-workers.ts'
import { GraphiQL } from 'graphiql'
import { useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { removeKey, storedKey, storeKey, takeKeyFromUrl } from './key.ts'
import { KeyForm } from './key-form.tsx'
import { createFetcher, type SchemaOutcome } from './post.ts'
import { pageStorage } from './storage.ts'

type Settings = { title: string; defaultQuery: string; apiKeyHeader: string }

// Objects differ by identity, so entering the same key again loads the schema again.
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
  const storage = useMemo(pageStorage, [])

  function use(key: string) {
    storeKey(key)
    setCredential({ key })
  }

  function remove() {
    removeKey()
    setCredential({ key: '' })
  }

  useEffect(() => {
    function onHashChange() {
      const key = takeKeyFromUrl()
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
        onRemove={remove}
      />
      <GraphiQL
        fetcher={fetcher}
        // null: no introspection; undefined: introspection with the fetcher.
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
  const key = takeKeyFromUrl()
  if (key) storeKey(key)
  return { key: key || storedKey() }
}
