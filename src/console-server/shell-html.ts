/** The one page of the console, which its program fills. */
import { Html, html, iconLink } from '../platform/html.ts'
import type { PageNeeds } from '../platform/pages.ts'
import type { Language } from '../rental/access/languages/language.ts'
import { wordsOf } from '../rental/access/languages/page-words.ts'
import type { ConsoleBundle } from './bundle.ts'

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

interface Shell {
  bundle: ConsoleBundle
  /** The folder of the page's source, which is loaded with the shell. */
  page: string
  nonce: string
  /** What somebody has chosen; null: as the machine has it. */
  theme: Theme | null
  language: Language
}

export const assetsPath = '/console/assets'

/** React Aria adds two style elements, which bear the nonce; no script and no style is inline. */
export function shellNeeds(nonce: string): PageNeeds {
  return {
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    'connect-src': "'self'",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
  }
}

const account = html`<a href="/console/account">/console/account</a>`

/** The program speaks the language of the document. */
export function shellHtml({ bundle, page, nonce, theme, language }: Shell): string {
  const first = new Set(bundle.preloads.get(''))
  for (const file of bundle.preloads.get(page) ?? []) first.add(file)
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
${iconLink}
<link rel="stylesheet" href="${assetsPath}/${bundle.style}">
${[...first].map(preload)}<script type="module" src="${assetsPath}/${bundle.script}"></script>
</head>
<body>
<noscript>${wordsOf(language).noScript(account)}</noscript>
<div id="root"></div>
</body>
</html>
`.text
}
