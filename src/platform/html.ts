/** HTML that is safe by its making: what is put into a template is escaped unless it is HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

/** A piece of HTML; a list is joined, and nothing, null and false are left out. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(textOf)))
}

/** A lodge on its pole; part of the page, so that browsers ask for no `/favicon.ico`. */
const icon = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#1f5f3f">' +
    '<path d="M16 3 2 15h4v9h8v6h4v-6h8v-9h4z"/></svg>',
)

/** The icon of every page, as an element of its head: its policy has to have `img-src data:`. */
export const iconLink = html`<link rel="icon" href="data:image/svg+xml,${icon}">`

function textOf(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

interface DocumentParts {
  title: string
  /** The style element: who sends the page names its hash in the policy. */
  style: Html
  body: Html
  /** Of the body's words; English unless it is said. */
  lang?: string
  /** What stands in the head beside. */
  head?: Html | null
}

/** A whole page without script, for light and dark. */
export function htmlDocument({
  title,
  style,
  body,
  lang = 'en',
  head = null,
}: DocumentParts): string {
  return html`<!doctype html>
<html lang="${lang}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
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
