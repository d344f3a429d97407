/** The pages by which people come into the console. */
import { type Html, html } from '../../../platform/html.ts'
import type { OwnAgency } from '../sessions/sessions.ts'
import { narrow, told } from './console-html.ts'

const forgotten = html`<a href="/console/password">Forgotten your password?</a>`

/** Who are you? `next` is where somebody goes on. */
export function signInPage({
  next,
  email = '',
  message,
}: {
  next: string
  email?: string
  message?: string | undefined
}): Html {
  return narrow(
    html`<h1>Sign in</h1>
      <p class="quiet">To look after your properties and guests.</p>
      ${told(message)}
      <form method="post" action="/console/sign-in">
        <input type="hidden" name="next" value="${next}">
        <label>E-mail address
          <input name="email" type="email" autocomplete="username" required
            value="${email}"></label>
        <label>Password
          <input name="password" type="password" autocomplete="current-password" required></label>
        <button class="wide">Sign in</button>
      </form>`,
    forgotten,
  )
}

/** For which of the agencies that somebody works for? */
export function agencyPage(ticket: string, next: string, agencies: OwnAgency[]): Html {
  const button = ({ agency_uid, name }: OwnAgency) =>
    html`<button class="plain" name="agency" value="${agency_uid}">${name}</button>`
  return narrow(
    html`<h1>For which agency?</h1>
      <p class="quiet">You can change to another one later.</p>
      <form method="post" action="/console/sign-in">
        <input type="hidden" name="ticket" value="${ticket}">
        <input type="hidden" name="next" value="${next}">
        <div class="choices">${agencies.map(button)}</div>
      </form>`,
  )
}

const back = html`<a href="/console/sign-in">Back to sign-in</a>`

/** To whom shall a link go? Without a mail server: who can help. */
export function forgottenPage(
  hasMail: boolean,
  { message, isDone = false }: { message?: string | undefined; isDone?: boolean } = {},
): Html {
  if (!hasMail) {
    return narrow(
      html`<h1>Forgotten your password?</h1>
      <p>This server sends no mail. Ask an administrator of your agency for a new link, or who runs
        the server for a new password.</p>`,
      back,
    )
  }
  if (isDone) {
    return narrow(
      html`<h1>Look into your mail</h1>
      <p>If somebody with this address works here, a link is on its way. It is good once, and for
        an hour.</p>`,
      back,
    )
  }
  return narrow(
    html`<h1>Forgotten your password?</h1>
      <p class="quiet">We send you a link by which to choose another.</p>
      ${told(message)}
      <form method="post" action="/console/password">
        <label>E-mail address
          <input name="email" type="email" autocomplete="username" required></label>
        <button class="wide">Send the link</button>
      </form>`,
    back,
  )
}

/** Which password shall it be? */
export function welcomePage(
  path: string,
  { email, agencyName }: { email: string; agencyName: string },
  message?: string,
): Html {
  return narrow(
    html`<h1>${agencyName}</h1>
      <p class="quiet">Choose a password, by which you sign in from now on.</p>
      ${told(message)}
      <form method="post" action="${path}">
        <label>E-mail address
          <input name="email" type="email" autocomplete="username" readonly
            value="${email}"></label>
        <label>New password <small>(10 characters or more)</small>
          <input name="password" type="password" autocomplete="new-password" minlength="10"
            maxlength="200" required></label>
        <button class="wide">Save and sign in</button>
      </form>`,
  )
}

/** A page that ends the matter. */
export function refusalPage(title: string, text: string): Html {
  return narrow(
    html`<h1>${title}</h1>
      <p>${text}</p>`,
    back,
  )
}
