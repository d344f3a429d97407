/** What a page says when something is refused. */
import type { ApiError } from '../../../platform/errors.ts'
import { type Html, html } from '../../../platform/html.ts'
import { passwordCharactersMax } from '../../../platform/passwords.ts'
import type { PlainWords } from '../languages/page-words.ts'
import { passwordCharactersMin } from '../passwords/employee-passwords.ts'
import { narrow } from './console-html.ts'

/** A page that ends the matter. */
export function refusalPage({ words }: { words: PlainWords }, title: string, text: string): Html {
  return narrow(
    html`<h1>${title}</h1>
      <p>${text}</p>`,
    back({ words }),
  )
}

export function back({ words }: { words: PlainWords }): Html {
  return html`<a href="/console/sign-in">${words.backToSignIn}</a>`
}

/** What a page says of a refusal, in its language: an error's own text is for programs. */
export function refusalText({ code, headers }: ApiError, { refused }: PlainWords): string {
  const seconds = headers['retry-after'] ?? '1'
  if (code === 'RATE_LIMITED') return refused.tooMany(seconds)
  if (code === 'SERVICE_UNAVAILABLE') return refused.busy(seconds)
  if (code === 'SESSION_ENDED') return refused.ended
  if (code === 'ACCESS_DENIED') return refused.noAccess
  return refused.other
}

export function wrongLengthText({ welcome }: PlainWords): string {
  return welcome.wrongLength(passwordCharactersMin, passwordCharactersMax)
}
