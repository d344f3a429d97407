/** Sign-in pages of the console. */

import { passwordCharactersMax } from '../../../platform/crypto/passwords.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import type { PlainMessages } from '../languages/page-messages.ts'
import { passwordCharactersMin } from '../passwords/employee-passwords.ts'
import type { OwnAgency } from '../sessions/sessions.ts'
import { singleFormPage, statusMessage } from './console-html.ts'
import { signInLink } from './refusal-page.ts'

/** Command that prints the set-up link. */
export const printLinkCommand = html`<code>lodgepole init --link</code>`

type Localized = { messages: PlainMessages }

/** Renders the sign-in form. `next` is the path to redirect to. */
export function signInPage(
  { messages }: Localized,
  {
    next,
    email = '',
    message,
    isSetUp = true,
  }: {
    next: string
    email?: string
    message?: string | undefined
    /** False: there is no agency yet. */
    isSetUp?: boolean
  },
): Html {
  const { heading, submit, forgotten } = messages.signIn
  return singleFormPage(
    html`<h1>${heading}</h1>
      ${statusMessage(message)}
      ${!isSetUp && html`<p>${messages.newAgency.notSetUp(printLinkCommand)}</p>`}
      <form method="post" action="/console/sign-in">
        <input type="hidden" name="next" value="${next}">
        <label>${messages.email}
          <input name="email" type="email" autocomplete="username" required
            value="${email}"></label>
        <label>${messages.password}
          <input name="password" type="password" autocomplete="current-password" required></label>
        <button class="wide">${submit}</button>
      </form>`,
    html`<a href="/console/password">${forgotten}</a>`,
  )
}

/** Renders the choice of an agency, for a user who works for several. */
export function agencyPage(
  { messages }: Localized,
  consentSecret: string,
  next: string,
  agencies: OwnAgency[],
): Html {
  const button = ({ agency_uid, name }: OwnAgency) =>
    html`<button class="plain" name="agency" value="${agency_uid}">${name}</button>`
  return singleFormPage(
    html`<h1>${messages.agency.title}</h1>
      <p class="quiet">${messages.agency.intro}</p>
      <form method="post" action="/console/sign-in">
        <input type="hidden" name="ticket" value="${consentSecret}">
        <input type="hidden" name="next" value="${next}">
        <div class="choices">${agencies.map(button)}</div>
      </form>`,
  )
}

/**
 * Renders the form that requests a password reset link. Without a mail server, it explains how to
 * get a new password.
 */
export function resetRequestPage(
  { messages }: Localized,
  {
    hasMail,
    message,
    isSent = false,
  }: { hasMail: boolean; message?: string | undefined; isSent?: boolean },
): Html {
  const { title, intro, submit, noMail, sentTitle, sent } = messages.forgotten
  if (!hasMail) {
    return singleFormPage(
      html`<h1>${title}</h1>
      <p>${noMail}</p>`,
      signInLink({ messages }),
    )
  }
  if (isSent) {
    return singleFormPage(
      html`<h1>${sentTitle}</h1>
      <p>${sent}</p>`,
      signInLink({ messages }),
    )
  }
  return singleFormPage(
    html`<h1>${title}</h1>
      <p class="quiet">${intro}</p>
      ${statusMessage(message)}
      <form method="post" action="/console/password">
        <label>${messages.email}
          <input name="email" type="email" autocomplete="username" required></label>
        <button class="wide">${submit}</button>
      </form>`,
    signInLink({ messages }),
  )
}

/** Renders the form that sets a password. */
export function welcomePage(
  { messages }: Localized,
  path: string,
  { firstName, email, agencyName }: { firstName: string; email: string; agencyName: string },
  message?: string,
): Html {
  const { heading, intro, submit } = messages.welcome
  return singleFormPage(
    html`<h1>${heading(firstName)}</h1>
      <p class="quiet">${intro(agencyName)}</p>
      ${statusMessage(message)}
      <form method="post" action="${path}">
        <label>${messages.email}
          <input name="email" type="email" autocomplete="username" readonly
            value="${email}"></label>
        ${newPasswordField({ messages })}
        <button class="wide">${submit}</button>
      </form>`,
  )
}

export function newPasswordField({ messages }: Localized): Html {
  const { newPassword, length } = messages.welcome
  return html`<label>${newPassword} <small>${length}</small>
          <input name="password" type="password" autocomplete="new-password"
            minlength="${passwordCharactersMin}" maxlength="${passwordCharactersMax}"
            required></label>`
}
