import type { FastifyInstance } from 'fastify'
import { memoizeAsync } from '../../concurrency/memoize-async.ts'
import { Html, html, iconLink } from '../../web/html.ts'
import {
  type ContentSources,
  cacheForever,
  scripted,
  secure,
  sendPageFile,
  setPageHeaders,
} from '../../web/pages.ts'
import type { Document } from '../document-shape.ts'
import { referenceScript, scriptType } from './reference-script.ts'

export interface ReferenceDocument {
  /** Last part of the page's path, `v3.3`. */
  label: string
  title: string
  url: string
}

// The page sends requests to the server URL of the document.
const contentSources: ContentSources = { ...scripted, 'connect-src': "'self' http: https:" }

/**
 * Script that makes `new Function` throw, as the content security policy would. The reference
 * script tries it, and the browser would report each violation of the policy.
 */
const guard = `const refuse = () => { throw new EvalError('No function is made of text here') }
globalThis.Function = new Proxy(Function, { construct: refuse, apply: refuse })
`

/** Script that labels fields and buttons for screen readers, and makes code blocks focusable. */
const labelingScript = `
const nameless = '[aria-autocomplete]:not([aria-label])'
const misnamed = 'button[aria-label^="Show all"]:not([data-named])'
const unfocusable = '[class*="language-"]:not([tabindex])'
const nameAll = () => {
  for (const field of document.querySelectorAll(nameless)) {
    field.setAttribute('role', 'textbox')
    field.removeAttribute('aria-autocomplete')
    field.setAttribute('aria-label', field.dataset.placeholder || 'Value')
  }
  for (const button of document.querySelectorAll(misnamed)) {
    button.dataset.named = ''
    button.setAttribute('aria-label', button.innerText.trim() + ': ' + button.ariaLabel)
  }
  for (const code of document.querySelectorAll(unfocusable)) code.tabIndex = 0
}
let waits = false
new MutationObserver(() => {
  if (waits) return
  waits = true
  setTimeout(() => { waits = false; nameAll() }, 100)
}).observe(document.getElementById('reference'), { childList: true, subtree: true })
`

/**
 * Script that loads the reference when the reader begins to use the page, or at once for a link to
 * an operation: running it takes a phone some seconds, and the list of operations is readable.
 */
const startScript = `const { dataset } = document.currentScript
const uses = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown']
const load = () => {
  for (const use of uses) removeEventListener(use, load)
  for (const name of ['before', 'scalar', 'open']) {
    const script = document.createElement('script')
    script.src = dataset.files + '/' + name + '.js'
    script.async = false
    if (name === 'open') script.dataset.configuration = dataset.configuration
    document.head.append(script)
  }
}
for (const use of uses) addEventListener(use, load, { passive: true })
if (location.hash) load()
`

/** Opens the reference, and removes the list of operations when it is loaded. */
const openScript = `const { configuration } = document.currentScript.dataset
const outline = document.getElementById('outline')
const onLoaded = () => outline.remove()
Scalar.createApiReference('#reference', { ...JSON.parse(configuration), onLoaded })
`

/**
 * Serves a reference page for each document at `<path>/<label>`, the first one also at the path. A
 * page loads only its own document, because parsing is as slow as rendering. Until the reader uses
 * the page and the script is ready, or without scripts, it lists the operations.
 *
 * @param path without a trailing slash
 */
export function serveReference(
  app: FastifyInstance,
  path: string,
  documents: readonly ReferenceDocument[],
): void {
  const hidden = { schema: { hide: true } }
  for (const [i, document] of documents.entries()) {
    const outline = memoizeAsync(async () => renderOutline((await app.inject(document.url)).json()))
    const defaultPaths = i === 0 ? [path, `${path}/`] : []
    for (const address of [...defaultPaths, `${path}/${document.label}`]) {
      app.get(address, hidden, async (_request, reply) => {
        const { build } = await referenceScript()
        const files = { path, build, outline: await outline() }
        return setPageHeaders(reply, contentSources).send(
          renderPage(document, documents, files).text,
        )
      })
    }
  }
  app.get<{ Params: { build: string; file: string } }>(
    `${path}/reference/:build/:file`,
    hidden,
    async (request, reply) => {
      const { build, file } = request.params
      const script = await referenceScript()
      if (build !== script.build) return reply.callNotFound()
      const inlineScripts = {
        'start.js': startScript,
        'before.js': guard,
        'open.js': openScript + labelingScript,
      }[file]
      if (inlineScripts)
        return cacheForever(secure(reply, contentSources), scriptType).send(inlineScripts)
      if (file !== 'scalar.js') return reply.callNotFound()
      return sendPageFile(request, secure(reply, contentSources), script.file)
    },
  )
}

function renderPage(
  { title, url }: ReferenceDocument,
  documents: readonly ReferenceDocument[],
  { path, build, outline }: { path: string; build: string; outline: Html },
): Html {
  const links = documents.map(({ label, url: otherUrl }) =>
    otherUrl === url
      ? html`<b aria-current="page">${label}</b> `
      : html`<a href="${path}/${label}">${label}</a> `,
  )
  const files = `${path}/reference/${build}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="Reference of all operations, with their fields and examples">
${iconLink}
<style>${new Html(style)}</style>
<script defer src="${files}/start.js" data-files="${files}"
  data-configuration="${buildConfiguration(url)}"></script>
</head>
<body>
<nav aria-label="Versions">${links}</nav>
<main id="outline">${outline}</main>
<div id="reference"></div>
</body>
</html>
`
}

/** Renders the operations in the order of the document. */
function renderOutline({ info, paths }: Document): Html {
  const operations = Object.entries(paths).flatMap(([address, item]) =>
    Object.entries(item).map(([method, { summary }]) => {
      const call = `${method.toUpperCase()} ${address}`
      return html`<dt>${call}</dt><dd>${String(summary)}</dd>\n`
    }),
  )
  const { title, description } = info as { title: string; description: string }
  const [firstParagraph] = description.split('\n\n')
  return html`<h1>${title}</h1><p>${firstParagraph!}</p>\n<dl>${operations}</dl>`
}

const style = `
:root { --scalar-custom-header-height: 36px }
body { margin: 0 }
nav { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 36px;
  padding: 9px 24px; font: 14px/18px system-ui, sans-serif; word-spacing: 8px;
  color: var(--scalar-color-1); background: var(--scalar-background-1);
  border-bottom: 1px solid var(--scalar-border-color) }
nav a { color: var(--scalar-color-2) }
#outline { padding: 24px 60px; font: 14px/20px system-ui, sans-serif }
#outline dt { font-family: ui-monospace, monospace }
#outline dd { margin: 0 0 8px }
#outline ~ #reference { display: none }
.light-mode { --scalar-color-2: #5c5c5c; --scalar-color-3: #686868; --scalar-color-blue: #0066a6;
  --scalar-color-green: #04714c; --scalar-color-yellow: #765a00; --scalar-color-orange: #a63a00;
  --scalar-color-red: #c00005 }
.dark-mode { --scalar-color-3: #969696 }`

function buildConfiguration(url: string): string {
  return JSON.stringify({
    url,
    authentication: { preferredSecurityScheme: 'apiKey' },
    // Disables requests to other hosts: fonts, assistants and telemetry.
    withDefaultFonts: false,
    hideClientButton: true,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
  })
}
