/** Pages on which a property manager approves a partner: plain HTML without scripts. */
import { createHash } from 'node:crypto'
import { Html, html, htmlDocument } from '../../../platform/web/html.ts'
import type { ContentSources } from '../../../platform/web/pages.ts'
import { plainBrand } from '../console/console-html.ts'
import type { Language } from '../languages/language.ts'
import {
  type ConsentMessages,
  consentMessages,
  type PlainMessages,
  plainMessages,
} from '../languages/page-messages.ts'
import {
  accessList,
  consentSessionField,
  type DecisionForm,
  decisionFields,
} from './access-html.ts'
import { style } from './consent-style.ts'
import type { PartnerAccess } from './present-access.ts'

const styleElement = new Html(`<style>${style}</style>`)
const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * Returns the content security policy of a page. After the form is sent, the browser is redirected
 * to the partner, and browsers check that address against `form-action`, too.
 */
export function pageContentSources(redirectUri: string | null): ContentSources {
  // Without a redirect, any https URL will do: https is allowed in either case.
  const { protocol, origin } = redirectUri === null ? new URL('https:x') : new URL(redirectUri)
  const formTarget = protocol === 'http:' ? origin : protocol
  return {
    'style-src': `'sha256-${styleHash}'`,
    'img-src': 'data:',
    'form-action': `'self' https:${formTarget === 'https:' ? '' : ` ${formTarget}`}`,
  }
}

export interface PageLocale {
  language: Language
  messages: ConsentMessages
  plain: PlainMessages
}

export function pageLocale(language: Language): PageLocale {
  return { language, messages: consentMessages(language), plain: plainMessages(language) }
}

/** Renders the error page for a request that cannot be redirected. */
export function errorPage(locale: PageLocale, partner: RequestingPartner): string {
  const { messages } = locale
  return page(
    locale,
    messages.invalidLink,
    html`<h1>${messages.invalidLink}</h1>
    <p>${partner ? messages.unregisteredRedirect(partner.name) : messages.unknownClient}</p>
    <p class="note">INCORRECT_REQUEST</p>`,
  )
}

/** Partner that requests access. Null if a manager opened the page directly to review access. */
type RequestingPartner = { name: string } | null

/** Renders the sign-in form, with a message if an attempt failed. */
export function signInPage(
  locale: PageLocale,
  partner: RequestingPartner,
  { message, email = '' }: { message?: string; email?: string } = {},
): string {
  const { messages, plain } = locale
  const title = consentTitle(messages, partner)
  const intro = partner
    ? messages.connectIntro(html`<strong>${partner.name}</strong>`)
    : messages.overviewIntro
  return page(
    locale,
    title,
    html`<h1>${title}</h1>
    <p>${intro}</p>
    ${errorMessage(message)}
    <form method="post">
      <label for="email">${plain.email}</label>
      <input id="email" name="email" type="email" autocomplete="username" required
        value="${email}">
      <label for="password">${plain.password}</label>
      <input id="password" name="password" type="password" autocomplete="current-password"
        required>
      <p class="choices"><button name="step" value="sign-in">${plain.signIn.submit}</button></p>
    </form>
    ${partner && declineForm(messages)}`,
  )
}

function consentTitle(messages: ConsentMessages, partner: RequestingPartner): string {
  return partner ? messages.connectTitle(partner.name) : messages.overviewTitle
}

function declineForm(messages: ConsentMessages): Html {
  return html`<form method="post">
      <p class="choices"><button class="quiet" name="step"
        value="decline">${messages.decline}</button></p>
    </form>`
}

/** Renders the choice of an agency, for a user who works for several. */
export function agencyPage(
  locale: PageLocale,
  partner: RequestingPartner,
  consentSecret: string,
  agencies: { agency_uid: string; agency_name: string }[],
): string {
  const { messages, plain } = locale
  const title = consentTitle(messages, partner)
  return page(
    locale,
    title,
    html`<h1>${title}</h1>
    <form method="post">
      ${consentSessionField(consentSecret)}
      <p>${plain.agency.title}</p>
      <p class="choices">${agencies.map(
        ({ agency_uid, agency_name }) =>
          html`<button name="agency" value="${agency_uid}">${agency_name}</button>`,
      )}</p>
    </form>
    ${partner && declineForm(messages)}`,
  )
}

/** Result of the form that was sent: an error or a confirmation. */
export interface FormResult {
  alert?: string
  note?: string
}

/** Renders the consent form, followed by the partners that have access already. */
export function consentPage(
  locale: PageLocale,
  decision: DecisionForm,
  connectedPartners: PartnerAccess[],
  { alert, note }: FormResult = {},
): string {
  const { messages } = locale
  const { partner, agencyName, consentSecret } = decision
  return page(
    locale,
    messages.connectTitle(partner.name),
    html`<h1>${messages.connectHeading(partner.name, agencyName)}</h1>
    ${confirmation(note)}${errorMessage(alert)}
    <form method="post">
      ${consentSessionField(consentSecret)}
      ${decisionFields(decision)}
      <p class="note">${messages.replacesAccess(partner.name)}</p>
      <p class="choices">
        <button name="step" value="approve">${messages.approve}</button>
        <button class="quiet" name="step" value="decline">${messages.decline}</button>
      </p>
    </form>
    <h2>${messages.partnersHeading(agencyName)}</h2>
    ${accessList(messages, connectedPartners, consentSecret)}`,
  )
}

interface AccessOverview {
  agencyName: string
  partners: PartnerAccess[]
  consentSecret: string
}

/** Renders the partners that have access, for a manager who opens the page without a request. */
export function accessPage(
  locale: PageLocale,
  { agencyName, partners, consentSecret }: AccessOverview,
  { note }: FormResult = {},
): string {
  const { messages } = locale
  return page(
    locale,
    messages.overviewTitle,
    html`<h1>${messages.overviewHeading(agencyName)}</h1>
    ${confirmation(note)}
    ${accessList(messages, partners, consentSecret)}`,
  )
}

/** Renders the access of one partner, to change or revoke it. */
export function partnerPage(
  locale: PageLocale,
  decision: DecisionForm,
  { uid, sinceText, lastUsedText }: PartnerAccess,
  { alert }: FormResult = {},
): string {
  const { messages } = locale
  const { partner, agencyName, consentSecret } = decision
  return page(
    locale,
    messages.partnerTitle(partner.name),
    html`<h1>${messages.partnerHeading(partner.name, agencyName)}</h1>
    <p class="note">${sinceText}, ${lastUsedText}.</p>
    ${errorMessage(alert)}
    <form method="post">
      ${consentSessionField(consentSecret)}
      <input type="hidden" name="of" value="${uid}">
      ${decisionFields(decision)}
      <p class="choices">
        <button name="step" value="change">${messages.save}</button>
        <button class="quiet" name="step" value="home">${messages.back}</button>
      </p>
      <fieldset>
        <legend>${messages.removeAccess}</legend>
        <p>${messages.removeAccessNote(partner.name, agencyName)}</p>
        <p class="choices">
          <button class="danger" name="step" value="end">${messages.removeAccess}</button>
        </p>
      </fieldset>
    </form>`,
  )
}

function confirmation(note: string | undefined): Html | null {
  return note === undefined ? null : html`<p class="done" role="status">${note}</p>`
}

function errorMessage(message: string | undefined): Html | null {
  return message === undefined ? null : html`<p class="alert" role="alert">${message}</p>`
}

function page({ language: lang }: PageLocale, title: string, body: Html): string {
  return htmlDocument({
    title: `${title} – Lodgepole`,
    style: styleElement,
    lang,
    description: plainMessages(lang).description,
    body: html`<main>
    ${plainBrand}
    ${body}
    </main>`,
  })
}
