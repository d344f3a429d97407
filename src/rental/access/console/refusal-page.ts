/** Error pages. */

import { passwordCharactersMax } from '../../../platform/crypto/passwords.ts'
import type { ApiError } from '../../../platform/errors.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import type { PlainMessages } from '../languages/page-messages.ts'
import { passwordCharactersMin } from '../passwords/employee-passwords.ts'
import { singleFormPage } from './console-html.ts'

/** Renders an error page with a link to sign-in. */
export function errorPage(
  { messages }: { messages: PlainMessages },
  title: string,
  text: string,
): Html {
  return singleFormPage(
    html`<h1>${title}</h1>
      <p>${text}</p>`,
    signInLink({ messages }),
  )
}

export function signInLink({ messages }: { messages: PlainMessages }): Html {
  return html`<a href="/console/sign-in">${messages.backToSignIn}</a>`
}

/**
 * Returns the message for an error in the language of the page. The error's own message is for API
 * clients.
 */
export function errorText({ code, headers }: ApiError, { errors }: PlainMessages): string {
  const seconds = headers['retry-after'] ?? '1'
  if (code === 'RATE_LIMITED') return errors.tooMany(seconds)
  if (code === 'SERVICE_UNAVAILABLE') return errors.busy(seconds)
  if (code === 'SESSION_ENDED') return errors.ended
  if (code === 'AGENCY_DISABLED') return errors.agencyDisabled
  if (code === 'ACCESS_DENIED') return errors.noAccess
  return errors.otherError
}

export function wrongLengthText({ welcome }: PlainMessages): string {
  return welcome.wrongLength(passwordCharactersMin, passwordCharactersMax)
}
