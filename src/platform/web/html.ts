/** Escaped HTML. Template values are escaped unless they are Html. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

/** Renders a template. Joins lists; omits undefined, null and false. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(renderValue)))
}

export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#1f5f3f">' +
  '<path d="M16 3 2 15h4v9h8v6h4v-6h8v-9h4z"/></svg>'

const iconUrl = `data:image/svg+xml,${encodeURIComponent(iconSvg)}`
/**
 * Icon element of every page: a data URL, which saves a request. The content security policy must
 * allow `img-src data:`.
 */
export const iconLink = html`<link rel="icon" href="${iconUrl}">`

function renderValue(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(renderValue).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

interface DocumentContent {
  title: string
  /** Style element; its hash must be in the content security policy. */
  style: Html
  body: Html
  /** Language of the body; default: English. */
  lang?: string
  /** Description for search engines. */
  description?: string | null
  /** Additional elements of the head. */
  head?: Html | null
}

/** Renders a page without scripts, for light and dark color schemes. */
export function htmlDocument({
  title,
  style,
  body,
  lang = 'en',
  description = null,
  head = null,
}: DocumentContent): string {
  return html`<!doctype html>
<html lang="${lang}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    ${description && html`<meta name="description" content="${description}">`}
    ${head}
    ${iconLink}
    ${style}
  </head>
  <body>
    ${body}
  </body>
</html>
`.text
}
