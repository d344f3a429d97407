/** The pages on which a property manager lets a partner in: plain HTML, without any script. */
import { createHash } from 'node:crypto'
import { Html, html, iconLink } from '../../../platform/html.ts'
import type { PageNeeds } from '../../../platform/pages.ts'
import type { Grant } from '../grants/grant.ts'
import type { Grantable } from '../grants/grants.ts'
import { style } from './consent-style.ts'

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

export interface PartnerName {
  name: string
}

/** Who are you? `message` says why it is asked again. */
export function signInPage(
  partner: PartnerName,
  { message, email = '' }: { message?: string; email?: string } = {},
): string {
  return page(
    `Connect ${partner.name}`,
    html`<h1>Connect ${partner.name}</h1>
    <p><strong>${partner.name}</strong> asks for access to your properties. Sign in to decide what
      it may see and do.</p>
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
    ${declineForm}`,
  )
}

const declineForm = html`<form method="post">
      <p class="choices"><button class="quiet" name="step" value="decline">Decline</button></p>
    </form>`

/** For which of the agencies that somebody works for? */
export function agencyPage(
  partner: PartnerName,
  ticket: string,
  agencies: { agency_uid: string; agency_name: string }[],
): string {
  return page(
    `Connect ${partner.name}`,
    html`<h1>Connect ${partner.name}</h1>
    <form method="post">
      <input type="hidden" name="ticket" value="${ticket}">
      <p>For which agency?</p>
      <p class="choices">${agencies.map(
        ({ agency_uid, agency_name }) =>
          html`<button name="agency" value="${agency_uid}">${agency_name}</button>`,
      )}</p>
    </form>
    ${declineForm}`,
  )
}

export interface Consent {
  partner: PartnerName
  agencyName: string
  ticket: string
  grantables: Grantable[]
  /** What the partner has already. */
  present: Grant[]
  message?: string
}

/** What may the partner see and do? */
export function consentPage(consent: Consent): string {
  const { partner, agencyName, ticket, present, message } = consent
  const readsOnly = present.length > 0 && present.every(grant => grant.access === 'READ')
  const seesPersonal = present.some(grant => grant.personal_data)
  const checked = (is: boolean) => (is ? html` checked` : null)
  return page(
    `Connect ${partner.name}`,
    html`<h1>Connect ${partner.name} to ${agencyName}</h1>
    ${alert(message)}
    <form method="post">
      <input type="hidden" name="ticket" value="${ticket}">
      ${objectList(consent)}
      <fieldset>
        <legend>What may ${partner.name} do there?</legend>
        <label><input type="radio" name="access" value="READ_WRITE"${checked(!readsOnly)}>
          Read and change: bookings, calendars, prices, content</label>
        <label><input type="radio" name="access" value="READ"${checked(readsOnly)}>
          Read only</label>
      </fieldset>
      <fieldset>
        <legend>Personal data of guests</legend>
        <label><input type="checkbox" name="personalData" value="yes"${checked(seesPersonal)}>
          ${partner.name} may see names, e-mail addresses, phone numbers and notes</label>
      </fieldset>
      <p class="note">What you choose replaces what ${partner.name} was allowed before.</p>
      <p class="choices">
        <button name="step" value="approve">Approve</button>
        <button class="quiet" name="step" value="decline">Decline</button>
      </p>
    </form>`,
  )
}

function objectList({ grantables, present }: Consent): Html {
  const granted = new Set(present.map(grant => grant.object_uid))
  const unitTypes = Map.groupBy(grantables, one => one.hotel_uid)
  const box = ({ uid, name }: Grantable, remark: Html | null = null) =>
    html`<label><input type="checkbox" name="object" value="${uid}"${
      granted.has(uid) ? html` checked` : null
    }> ${name}${remark}</label>`
  const remark = html`<small>all its unit types, later ones too</small>`
  const item = (one: Grantable): Html => {
    const inner = one.type === 'HOTEL' ? (unitTypes.get(one.uid) ?? []) : []
    const list = inner.length === 0 ? null : html`<ul>${inner.map(item)}</ul>`
    return html`<li>${box(one, one.type === 'HOTEL' ? remark : null)}${list}</li>`
  }
  const top = unitTypes.get(null) ?? []
  return html`<fieldset>
        <legend>Which properties?</legend>
        ${top.length === 0 && html`<p>There are no properties yet.</p>`}
        ${
          top.length > 1 &&
          html`<label><input type="checkbox" name="all" value="yes">
          All properties of this list</label>`
        }
        <ul class="objects">${top.map(item)}</ul>
      </fieldset>`
}

function alert(message: string | undefined): Html | null {
  return message === undefined ? null : html`<p class="alert" role="alert">${message}</p>`
}

function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – Lodgepole</title>
    ${iconLink}
    ${styleElement}
  </head>
  <body>
    <main>
    ${body}
    </main>
  </body>
</html>
`.text
}
