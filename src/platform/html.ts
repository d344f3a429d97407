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
