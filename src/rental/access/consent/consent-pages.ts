/** The pages on which a property manager lets a partner in: plain HTML, without any script. */
import { createHash } from 'node:crypto'
import { Html, html, htmlDocument } from '../../../platform/html.ts'
import type { PageNeeds } from '../../../platform/pages.ts'
import { accessList, type Decision, decisionFields, ticketField } from './access-html.ts'
import { style } from './consent-style.ts'
import type { PartnerAccess } from './present-access.ts'

const styleElement = new Html(`<style>${style}</style>`)
const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * What every page needs. After the form the browser goes to the partner, which browsers hold
 * against `form-action`, too.
 */
export function pageNeeds(redirectUri: string | null): PageNeeds {
  const { protocol, origin } = redirectUri === null ? new URL('https:x') : new URL(redirectUri)
  const target = protocol === 'http:' ? origin : protocol
  return {
    'style-src': `'sha256-${styleHash}'`,
    'img-src': 'data:',
    'form-action': `'self' https:${target === 'https:' ? '' : ` ${target}`}`,
  }
}

/** A page that ends the matter: a request that cannot be redirected. */
export function refusalPage(text: string): string {
  return page(
    'INCORRECT_REQUEST',
    html`<h1>This request is not correct</h1>
    <p>INCORRECT_REQUEST: ${text}</p>`,
  )
}

/** Who asks for access; null: a manager came by himself, to see who has it. */
type Asking = { name: string } | null

/** Who are you? `message` says why it is asked again. */
export function signInPage(
  partner: Asking,
  { message, email = '' }: { message?: string; email?: string } = {},
): string {
  return page(
    titleOf(partner),
    html`<h1>${titleOf(partner)}</h1>
    ${
      partner
        ? html`<p><strong>${partner.name}</strong> asks for access to your properties. Sign in to
      decide what it may see and do.</p>`
        : html`<p>Sign in to see which partners have access to your properties, to change what they
      may do, or to end it.</p>`
    }
    ${alert(message)}
    <form method="post">
      <label for="email">E-mail address</label>
      <input id="email" name="email" type="email" autocomplete="username" required
        value="${email}">
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password"
        required>
      <p class="choices"><button name="step" value="sign-in">Sign in</button></p>
    </form>
    ${partner && declineForm}`,
  )
}

function titleOf(partner: Asking): string {
  return partner ? `Connect ${partner.name}` : 'Partners with access'
}

const declineForm = html`<form method="post">
      <p class="choices"><button class="quiet" name="step" value="decline">Decline</button></p>
    </form>`

/** For which of the agencies that somebody works for? */
export function agencyPage(
  partner: Asking,
  ticket: string,
  agencies: { agency_uid: string; agency_name: string }[],
): string {
  return page(
    titleOf(partner),
    html`<h1>${titleOf(partner)}</h1>
    <form method="post">
      ${ticketField(ticket)}
      <p>For which agency?</p>
      <p class="choices">${agencies.map(
        ({ agency_uid, agency_name }) =>
          html`<button name="agency" value="${agency_uid}">${agency_name}</button>`,
      )}</p>
    </form>
    ${partner && declineForm}`,
  )
}

/** What a page says of what was sent: that it cannot be, or that it is done. */
export interface Said {
  alert?: string
  note?: string
}

/** What may the partner see and do? Below stands who else has access. */
export function consentPage(
  decision: Decision,
  others: PartnerAccess[],
  { alert: text, note }: Said = {},
): string {
  const { partner, agencyName, ticket } = decision
  return page(
    `Connect ${partner.name}`,
    html`<h1>Connect ${partner.name} to ${agencyName}</h1>
    ${done(note)}${alert(text)}
    <form method="post">
      ${ticketField(ticket)}
      ${decisionFields(decision)}
      <p class="note">What you choose replaces what ${partner.name} was allowed before.</p>
      <p class="choices">
        <button name="step" value="approve">Approve</button>
        <button class="quiet" name="step" value="decline">Decline</button>
      </p>
    </form>
    <h2>Who has access to ${agencyName}</h2>
    ${accessList(others, ticket)}`,
  )
}

/** Who has access, for a manager whom no partner has sent. */
export function accessPage(
  agencyName: string,
  partners: PartnerAccess[],
  ticket: string,
  { note }: Said = {},
): string {
  return page(
    'Partners with access',
    html`<h1>Partners with access to ${agencyName}</h1>
    ${done(note)}
    ${accessList(partners, ticket)}`,
  )
}

/** What one partner has, to be changed or ended. */
export function partnerPage(
  decision: Decision,
  { uid, sinceText, usedText }: PartnerAccess,
  { alert: text }: Said = {},
): string {
  const { partner, agencyName, ticket } = decision
  return page(
    `Access of ${partner.name}`,
    html`<h1>What ${partner.name} may do at ${agencyName}</h1>
    <p class="note">${sinceText}, ${usedText}.</p>
    ${alert(text)}
    <form method="post">
      ${ticketField(ticket)}
      <input type="hidden" name="of" value="${uid}">
      ${decisionFields(decision)}
      <p class="choices">
        <button name="step" value="change">Save</button>
        <button class="quiet" name="step" value="home">Back</button>
      </p>
      <fieldset>
        <legend>End all access</legend>
        <p>${partner.name} will see nothing of ${agencyName} any more, and has to be approved anew
          to come back.</p>
        <p class="choices">
          <button class="danger" name="step" value="end">End all access</button>
        </p>
      </fieldset>
    </form>`,
  )
}

function done(text: string | undefined): Html | null {
  return text === undefined ? null : html`<p class="done" role="status">${text}</p>`
}

function alert(message: string | undefined): Html | null {
  return message === undefined ? null : html`<p class="alert" role="alert">${message}</p>`
}

function page(title: string, body: Html): string {
  return htmlDocument({
    title: `${title} – Lodgepole`,
    style: styleElement,
    body: html`<main>
    ${body}
    </main>`,
  })
}
