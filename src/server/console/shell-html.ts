/** HTML page of the console. */
import { Html, html, iconLink } from '../../platform/web/html.ts'
import type { ContentSources } from '../../platform/web/pages.ts'
import type { Language } from '../../rental/access/languages/language.ts'
import { plainMessages } from '../../rental/access/languages/page-messages.ts'
import type { ConsoleBundle } from './bundle.ts'
import { listScripts } from './page-scripts.ts'

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

interface ShellInput {
  bundle: ConsoleBundle
  /** Path of the page below `/console`. */
  path: string
  nonce: string
  /** Theme chosen by the user; null: the system default. */
  theme: Theme | null
  language: Language
  /** Session of the user, as in `GET /session`. */
  session: object
}

export const assetsPath = '/console/assets'

/**
 * Returns the security policy. React Aria adds two style elements with the nonce; no script and no
 * style is inline.
 */
export function contentSources(nonce: string): ContentSources {
  return {
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    // Photos may be on other hosts: properties that were imported name them by their URL.
    'img-src': "'self' data: blob: https:",
    'connect-src': "'self'",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
  }
}

/** Returns JSON for a script element: no `<` ends the element. Browsers do not execute it. */
function jsonInHtml(value: object): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'))
}

const account = html`<a href="/console/account">/console/account</a>`

/** Renders the page. The console uses the language of the document. */
export function shellHtml({ bundle, path, session, nonce, theme, language }: ShellInput): string {
  const { script, style, pages } = bundle.info
  const { description, noScript } = plainMessages(language)
  const preloaded = new Set([script, ...listScripts(pages, path, language)])
  const preload = (file: string) => html`<link rel="modulepreload" href="${assetsPath}/${file}">
`
  return html`<!doctype html>
<html lang="${language}"${theme && new Html(` data-theme="${theme}"`)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<meta property="csp-nonce" nonce="${nonce}">
<title>Lodgepole</title>
<meta name="description" content="${description}">
${iconLink}
<link rel="stylesheet" href="${assetsPath}/${style}">
${[...preloaded].map(preload)}<script type="module" src="${assetsPath}/${script}"></script>
</head>
<body>
<noscript>${noScript(account)}</noscript>
<div id="root"></div>
<script id="session" type="application/json">${jsonInHtml(session)}</script>
</body>
</html>
`.text
}
