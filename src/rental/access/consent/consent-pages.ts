/** The pages on which a property manager lets a partner in: plain HTML, without any script. */
import { createHash } from 'node:crypto'
import { Html, html, htmlDocument } from '../../../platform/html.ts'
import type { PageNeeds } from '../../../platform/pages.ts'
import { plainBrand } from '../console/console-html.ts'
import type { Language } from '../languages/language.ts'
import {
  type ConsentWords,
  consentWordsOf,
  type PlainWords,
  wordsOf,
} from '../languages/page-words.ts'
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

/** What a page is written in. */
export interface PageWords {
  language: Language
  words: ConsentWords
  plain: PlainWords
}

export function pageWordsOf(language: Language): PageWords {
  return { language, words: consentWordsOf(language), plain: wordsOf(language) }
}

/** A page that ends the matter: a request that cannot be redirected. */
export function refusalPage(spoken: PageWords, partner: Asking): string {
  const { words } = spoken
  return page(
    spoken,
    words.incorrect,
    html`<h1>${words.incorrect}</h1>
    <p>${partner ? words.noAddress(partner.name) : words.noClient}</p>
    <p class="note">INCORRECT_REQUEST</p>`,
  )
}

/** Who asks for access; null: a manager came by himself, to see who has it. */
type Asking = { name: string } | null

/** Who are you? `message` says why it is asked again. */
export function signInPage(
  spoken: PageWords,
  partner: Asking,
  { message, email = '' }: { message?: string; email?: string } = {},
): string {
  const { words, plain } = spoken
  const title = titleOf(words, partner)
  return page(
    spoken,
    title,
    html`<h1>${title}</h1>
    <p>${partner ? words.asks(html`<strong>${partner.name}</strong>`) : words.own}</p>
    ${alert(message)}
    <form method="post">
      <label for="email">${plain.email}</label>
      <input id="email" name="email" type="email" autocomplete="username" required
        value="${email}">
      <label for="password">${plain.password}</label>
      <input id="password" name="password" type="password" autocomplete="current-password"
        required>
      <p class="choices"><button name="step" value="sign-in">${plain.signIn.submit}</button></p>
    </form>
    ${partner && declineForm(words)}`,
  )
}

function titleOf(words: ConsentWords, partner: Asking): string {
  return partner ? words.title(partner.name) : words.ownTitle
}

function declineForm(words: ConsentWords): Html {
  return html`<form method="post">
      <p class="choices"><button class="quiet" name="step"
        value="decline">${words.decline}</button></p>
    </form>`
}

/** For which of the agencies that somebody works for? */
export function agencyPage(
  spoken: PageWords,
  partner: Asking,
  ticket: string,
  agencies: { agency_uid: string; agency_name: string }[],
): string {
  const { words, plain } = spoken
  const title = titleOf(words, partner)
  return page(
    spoken,
    title,
    html`<h1>${title}</h1>
    <form method="post">
      ${ticketField(ticket)}
      <p>${plain.agency.title}</p>
      <p class="choices">${agencies.map(
        ({ agency_uid, agency_name }) =>
          html`<button name="agency" value="${agency_uid}">${agency_name}</button>`,
      )}</p>
    </form>
    ${partner && declineForm(words)}`,
  )
}

/** What a page says of what was sent: that it cannot be, or that it is done. */
export interface Said {
  alert?: string
  note?: string
}

/** What may the partner see and do? Below stands who else has access. */
export function consentPage(
  spoken: PageWords,
  decision: Decision,
  others: PartnerAccess[],
  { alert: text, note }: Said = {},
): string {
  const { words } = spoken
  const { partner, agencyName, ticket } = decision
  return page(
    spoken,
    words.title(partner.name),
    html`<h1>${words.heading(partner.name, agencyName)}</h1>
    ${done(note)}${alert(text)}
    <form method="post">
      ${ticketField(ticket)}
      ${decisionFields(decision)}
      <p class="note">${words.replaces(partner.name)}</p>
      <p class="choices">
        <button name="step" value="approve">${words.approve}</button>
        <button class="quiet" name="step" value="decline">${words.decline}</button>
      </p>
    </form>
    <h2>${words.whoHas(agencyName)}</h2>
    ${accessList(words, others, ticket)}`,
  )
}

interface Accesses {
  agencyName: string
  partners: PartnerAccess[]
  ticket: string
}

/** Renders the partners that have access, for a manager who opens the page without a request. */
export function accessPage(
  spoken: PageWords,
  { agencyName, partners, ticket }: Accesses,
  { note }: Said = {},
): string {
  const { words } = spoken
  return page(
    spoken,
    words.ownTitle,
    html`<h1>${words.ownHeading(agencyName)}</h1>
    ${done(note)}
    ${accessList(words, partners, ticket)}`,
  )
}

/** What one partner has, to be changed or ended. */
export function partnerPage(
  spoken: PageWords,
  decision: Decision,
  { uid, sinceText, usedText }: PartnerAccess,
  { alert: text }: Said = {},
): string {
  const { words } = spoken
  const { partner, agencyName, ticket } = decision
  return page(
    spoken,
    words.partnerTitle(partner.name),
    html`<h1>${words.partnerHeading(partner.name, agencyName)}</h1>
    <p class="note">${sinceText}, ${usedText}.</p>
    ${alert(text)}
    <form method="post">
      ${ticketField(ticket)}
      <input type="hidden" name="of" value="${uid}">
      ${decisionFields(decision)}
      <p class="choices">
        <button name="step" value="change">${words.save}</button>
        <button class="quiet" name="step" value="home">${words.back}</button>
      </p>
      <fieldset>
        <legend>${words.endAll}</legend>
        <p>${words.endText(partner.name, agencyName)}</p>
        <p class="choices">
          <button class="danger" name="step" value="end">${words.endAll}</button>
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

function page({ language: lang }: PageWords, title: string, body: Html): string {
  return htmlDocument({
    title: `${title} – Lodgepole`,
    style: styleElement,
    lang,
    body: html`<main>
    ${plainBrand}
    ${body}
    </main>`,
  })
}
