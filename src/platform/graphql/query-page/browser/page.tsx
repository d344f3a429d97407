import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { removeKey, storedKey, storeKey, takeKeyFromUrl } from './key.ts'
import { KeyForm } from './key-form.tsx'
import { createPost, type SchemaOutcome } from './post.ts'

type Settings = { title: string; defaultQuery: string; apiKeyHeader: string }

// Objects differ by identity, so entering the same key again loads the schema again.
type Credential = { key: string }

// The editors are most of the code; the form for the key is shown without them.
const Workbench = lazy(async () => ({ default: (await import('./workbench.tsx')).Workbench }))

const root = document.getElementById('query-page')!
createRoot(root).render(<QueryPage settings={root.dataset as Settings} />)

function QueryPage({ settings }: { settings: Settings }) {
  const [credential, setCredential] = useState(initialCredential)
  const [outcome, setOutcome] = useState<{ of: Credential; schema: SchemaOutcome }>()
  const { apiKeyHeader, defaultQuery, title } = settings
  const post = useMemo(() => createPost(apiKeyHeader, credential.key), [apiKeyHeader, credential])
  const onSchema = useCallback(
    (schema: SchemaOutcome) => setOutcome({ of: credential, schema }),
    [credential],
  )

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
      <header>
        <h1>{title}</h1>
        <KeyForm
          apiKeyHeader={apiKeyHeader}
          currentKey={credential.key}
          outcome={outcome?.of === credential ? outcome.schema : undefined}
          onUse={use}
          onRemove={remove}
        />
      </header>
      <Suspense fallback={<pre className="loading">{defaultQuery}</pre>}>
        <Workbench
          defaultQuery={defaultQuery}
          post={post}
          hasKey={credential.key !== ''}
          onSchema={onSchema}
        />
      </Suspense>
    </>
  )
}

function initialCredential(): Credential {
  const key = takeKeyFromUrl()
  if (key) storeKey(key)
  return { key: key || storedKey() }
}
