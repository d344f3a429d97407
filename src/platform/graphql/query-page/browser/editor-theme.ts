/** Colours of the editors. They are those of the page (`page.css`), in its light or dark theme. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const background = '.cm-selectionBackground'
const focused = `&.cm-focused > .cm-scroller > .cm-selectionLayer ${background}`
const selected = `${focused}, ${background}`

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '14px', color: 'var(--text)', background: 'var(--page)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { background: 'var(--page)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'transparent' },
  [selected]: { background: 'var(--selection)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { background: 'var(--selection)' },
  '.cm-tooltip, .cm-panels': {
    background: 'var(--bar)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-foldPlaceholder': { background: 'var(--bar)', color: 'var(--faint)', border: 'none' },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-field)' },
  { tag: [tags.string], color: 'var(--code-string)' },
  {
    tag: [tags.number, tags.integer, tags.float, tags.bool, tags.null],
    color: 'var(--code-number)',
  },
  { tag: [tags.variableName, tags.attributeName], color: 'var(--code-argument)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--faint)' },
])

export const editorTheme = [theme, syntaxHighlighting(colours)]
