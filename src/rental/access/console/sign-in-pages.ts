/** The pages by which people come into the console. */
import { type Html, html } from '../../../platform/html.ts'
import { passwordCharactersMax } from '../../../platform/passwords.ts'
import type { PlainWords } from '../languages/page-words.ts'
import { passwordCharactersMin } from '../passwords/employee-passwords.ts'
import type { OwnAgency } from '../sessions/sessions.ts'
import { narrow, told } from './console-html.ts'
import { back } from './refusal-page.ts'

/** The language that a page is in. */
type In = { words: PlainWords }

/** Who are you? `next` is where somebody goes on. */
export function signInPage(
  { words }: In,
  {
    next,
    email = '',
    message,
  }: {
    next: string
    email?: string
    message?: string | undefined
  },
): Html {
  const { heading, submit, forgotten } = words.signIn
  return narrow(
    html`<h1>${heading}</h1>
      ${told(message)}
      <form method="post" action="/console/sign-in">
        <input type="hidden" name="next" value="${next}">
        <label>${words.email}
          <input name="email" type="email" autocomplete="username" required
            value="${email}"></label>
        <label>${words.password}
          <input name="password" type="password" autocomplete="current-password" required></label>
        <button class="wide">${submit}</button>
      </form>`,
    html`<a href="/console/password">${forgotten}</a>`,
  )
}

/** For which of the agencies that somebody works for? */
export function agencyPage(
  { words }: In,
  ticket: string,
  next: string,
  agencies: OwnAgency[],
): Html {
  const button = ({ agency_uid, name }: OwnAgency) =>
    html`<button class="plain" name="agency" value="${agency_uid}">${name}</button>`
  return narrow(
    html`<h1>${words.agency.title}</h1>
      <p class="quiet">${words.agency.intro}</p>
      <form method="post" action="/console/sign-in">
        <input type="hidden" name="ticket" value="${ticket}">
        <input type="hidden" name="next" value="${next}">
        <div class="choices">${agencies.map(button)}</div>
      </form>`,
  )
}

/** To whom shall a link go? Without a mail server: who can help. */
export function forgottenPage(
  { words }: In,
  hasMail: boolean,
  { message, isDone = false }: { message?: string | undefined; isDone?: boolean } = {},
): Html {
  const { title, intro, submit, noMail, sentTitle, sent } = words.forgotten
  if (!hasMail) {
    return narrow(
      html`<h1>${title}</h1>
      <p>${noMail}</p>`,
      back({ words }),
    )
  }
  if (isDone) {
    return narrow(
      html`<h1>${sentTitle}</h1>
      <p>${sent}</p>`,
      back({ words }),
    )
  }
  return narrow(
    html`<h1>${title}</h1>
      <p class="quiet">${intro}</p>
      ${told(message)}
      <form method="post" action="/console/password">
        <label>${words.email}
          <input name="email" type="email" autocomplete="username" required></label>
        <button class="wide">${submit}</button>
      </form>`,
    back({ words }),
  )
}

/** Which password shall it be? */
export function welcomePage(
  { words }: In,
  path: string,
  { firstName, email, agencyName }: { firstName: string; email: string; agencyName: string },
  message?: string,
): Html {
  const { heading, intro, submit } = words.welcome
  return narrow(
    html`<h1>${heading(firstName)}</h1>
      <p class="quiet">${intro(agencyName)}</p>
      ${told(message)}
      <form method="post" action="${path}">
        <label>${words.email}
          <input name="email" type="email" autocomplete="username" readonly
            value="${email}"></label>
        ${newPasswordField({ words })}
        <button class="wide">${submit}</button>
      </form>`,
  )
}

export function newPasswordField({ words }: In): Html {
  const { newPassword, length } = words.welcome
  return html`<label>${newPassword} <small>${length}</small>
          <input name="password" type="password" autocomplete="new-password"
            minlength="${passwordCharactersMin}" maxlength="${passwordCharactersMax}"
            required></label>`
}
