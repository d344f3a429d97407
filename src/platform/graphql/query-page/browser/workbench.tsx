import type { EditorView } from '@codemirror/view'
import type { GraphQLSchema } from 'graphql'
import { useEffect, useRef, useState } from 'react'
import { loadSchema, prettify, toRequest } from './document.ts'
import { JsonEditor, QueryEditor } from './editor.tsx'
import type { Post, SchemaOutcome } from './post.ts'
import { SchemaDocs } from './schema-docs.tsx'
import { type Draft, loadWork, newDraft, saveWork, type Work, withRequest } from './storage.ts'
import { Tabs } from './tabs.tsx'

type Panel = 'docs' | 'history' | null

/** Editors of the query and its variables, the result, and the panels. */
export function Workbench(props: {
  defaultQuery: string
  post: Post
  hasKey: boolean
  onSchema: (outcome: SchemaOutcome) => void
}) {
  const { defaultQuery, post } = props
  const [work, setWork] = useState(() => loadWork(defaultQuery))
  const [panel, setPanel] = useState<Panel>(null)
  const [path, setPath] = useState<string[]>([])
  const schema = useSchema(props)
  const { result, run: send } = useResult(post)
  const view = useRef<EditorView>(undefined)
  useEffect(() => saveWork(work), [work])
  const draft = work.tabs.find(({ id }) => id === work.active)!

  function change(part: Partial<Draft>) {
    setWork(old => ({
      ...old,
      tabs: old.tabs.map(tab => (tab.id === draft.id ? { ...tab, ...part } : tab)),
    }))
  }

  function run() {
    send(draft, view.current?.state.selection.main.head ?? 0)
    setWork(old => ({ ...old, history: withRequest(old.history, draft) }))
  }

  function showType(type: string) {
    setPanel('docs')
    setPath(old => (old.at(-1) === type ? old : [...old, type]))
  }

  const toggle = (name: Panel) => setPanel(panel === name ? null : name)
  return (
    <main className={panel ? 'workbench with-panel' : 'workbench'}>
      <div className="toolbar">
        <button type="button" className="run" title="Ctrl-Enter" onClick={run}>
          Execute query
        </button>
        <button type="button" onClick={() => change({ query: prettify(draft.query) })}>
          Prettify
        </button>
        <button type="button" aria-pressed={panel === 'docs'} onClick={() => toggle('docs')}>
          Docs
        </button>
        <button type="button" aria-pressed={panel === 'history'} onClick={() => toggle('history')}>
          History
        </button>
        <Tabs work={work} onChange={setWork} />
      </div>
      {panel && (
        <aside className="panel" aria-label={panel === 'docs' ? 'Documentation' : 'History'}>
          {panel === 'docs' && <SchemaDocs schema={schema} path={path} onOpen={setPath} />}
          {panel === 'history' && <History work={work} onChange={setWork} />}
        </aside>
      )}
      {/* A tab has editors of its own, and so an undo history of its own. */}
      <section key={`query ${draft.id}`} className="query" aria-label="Query">
        <QueryEditor
          label="Query"
          text={draft.query}
          onChange={query => change({ query })}
          onRun={run}
          schema={schema}
          view={view}
          onShowType={showType}
        />
      </section>
      <section key={`variables ${draft.id}`} className="variables" aria-label="Variables">
        <h2>Variables</h2>
        <JsonEditor
          label="Variables"
          text={draft.variables}
          onChange={variables => change({ variables })}
          onRun={run}
        />
      </section>
      <section className="result" aria-label="Result">
        <JsonEditor label="Result" text={result} />
      </section>
    </main>
  )
}

function History({ work, onChange }: { work: Work; onChange: (work: Work) => void }) {
  if (work.history.length === 0) return <p>No query was executed yet.</p>
  function open({ query, variables }: Draft) {
    const draft = newDraft(query, variables)
    onChange({ ...work, tabs: [...work.tabs, draft], active: draft.id })
  }
  return (
    <>
      <h2>History</h2>
      <button type="button" onClick={() => onChange({ ...work, history: [] })}>
        Clear
      </button>
      <ul>
        {work.history.map(request => (
          <li key={request.id}>
            <button type="button" className="link" onClick={() => open(request)}>
              <code>{request.query.replaceAll(/\s+/g, ' ').slice(0, 120)}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Loads the schema for each new `post`, if there is a key, and reports the outcome. */
function useSchema(props: {
  post: Post
  hasKey: boolean
  onSchema: (outcome: SchemaOutcome) => void
}) {
  const { post, hasKey, onSchema } = props
  const [schema, setSchema] = useState<GraphQLSchema>()
  useEffect(() => {
    let isCurrent = true
    setSchema(undefined)
    if (!hasKey) return
    const report = (outcome: SchemaOutcome, loaded?: GraphQLSchema) => {
      if (!isCurrent) return
      setSchema(loaded)
      onSchema(outcome)
    }
    loadSchema(post).then(
      loaded => report({}, loaded),
      (error: Error) => report({ error: error.message }),
    )
    return () => {
      isCurrent = false
    }
  }, [post, hasKey, onSchema])
  return schema
}

/** Returns the text of the latest result, and a function that sends a request. */
function useResult(post: Post) {
  const [result, setResult] = useState('')
  const count = useRef(0)
  async function run(draft: Draft, cursor: number) {
    const own = ++count.current
    const text = await respond(post, draft, cursor)
    if (own === count.current) setResult(text)
  }
  return { result, run }
}

async function respond(post: Post, draft: Draft, cursor: number): Promise<string> {
  try {
    const request = toRequest(draft.query, draft.variables, cursor)
    return JSON.stringify(await post(request), null, 2)
  } catch (error) {
    return `The variables are not JSON: ${(error as Error).message}`
  }
}
