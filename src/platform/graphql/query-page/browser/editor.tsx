import { acceptCompletion } from '@codemirror/autocomplete'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { linter } from '@codemirror/lint'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { graphql, updateSchema } from 'cm6-graphql'
import { basicSetup } from 'codemirror'
import type { GraphQLSchema } from 'graphql'
import { type RefObject, useEffect, useRef } from 'react'
import { editorTheme } from './editor-theme.ts'

interface EditorProps {
  label: string
  text: string
  onChange?: (text: string) => void
  onRun?: () => void
}

/** Editor of a GraphQL document that completes and checks it by the schema. */
export function QueryEditor(
  props: EditorProps & {
    schema: GraphQLSchema | undefined
    view: RefObject<EditorView | undefined>
    /** Called with the type whose field is requested by a click with Ctrl. */
    onShowType: (type: string) => void
  },
) {
  const { schema, view, onShowType } = props
  const folder = useEditor(props, view, () =>
    graphql(schema, {
      onShowInDocs: (_field, type, parentType) => {
        const shown = parentType ?? type
        if (shown) onShowType(shown.replaceAll(/[[\]!]/g, ''))
      },
    }),
  )
  useEffect(() => {
    if (view.current) updateSchema(view.current, schema)
  }, [schema, view])
  return <div className="editor" ref={folder} />
}

/** Editor of JSON; without `onChange` it only shows it. */
export function JsonEditor(props: EditorProps) {
  const view = useRef<EditorView>(undefined)
  const isEmpty = (state: EditorState) => state.doc.toString().trim() === ''
  const check = jsonParseLinter()
  const folder = useEditor(props, view, () => [
    json(),
    props.onChange ? linter(editor => (isEmpty(editor.state) ? [] : check(editor))) : [],
  ])
  return <div className="editor" ref={folder} />
}

/** Creates an editor in the element of the returned reference, once; `text` may change later. */
function useEditor(
  props: EditorProps,
  view: RefObject<EditorView | undefined>,
  createExtensions: () => Extension,
): RefObject<HTMLDivElement | null> {
  const parent = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: later values are read from `latest`
  useEffect(() => {
    const { text, label } = props
    const extensions = [keys(latest), basicSetup, createExtensions(), editorTheme, listen(latest)]
    const attributes = EditorView.contentAttributes.of({ 'aria-label': label })
    const readOnly = props.onChange ? [] : [EditorState.readOnly.of(true), EditorView.lineWrapping]
    const created = new EditorView({
      doc: text,
      extensions: [extensions, attributes, readOnly],
      parent: parent.current!,
    })
    view.current = created
    return () => created.destroy()
  }, [])
  useEffect(() => replaceText(view.current, props.text), [view, props.text])
  return parent
}

function keys(latest: RefObject<EditorProps>): Extension {
  const run = () => {
    latest.current.onRun?.()
    return latest.current.onRun !== undefined
  }
  return Prec.highest(
    keymap.of([
      { key: 'Mod-Enter', run },
      { key: 'Tab', run: acceptCompletion },
    ]),
  )
}

function listen(latest: RefObject<EditorProps>): Extension {
  return EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) latest.current.onChange?.(state.doc.toString())
  })
}

function replaceText(view: EditorView | undefined, text: string): void {
  if (!view || view.state.doc.toString() === text) return
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}
