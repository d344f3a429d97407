/** Common parts of the plain pages of the console: HTML without scripts. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WorkContext } from '../../../context.ts'
import type { Run } from '../../../platform/db/statements.ts'
import { Html, html, htmlDocument } from '../../../platform/web/html.ts'
import { type ContentSources, robotsSource, setPageHeaders } from '../../../platform/web/pages.ts'
import type { SignInCounts } from '../employees/sign-in.ts'
import type { Language } from '../languages/language.ts'
import { findChosenLanguage } from '../languages/languages.ts'
import { type PlainMessages, plainMessages } from '../languages/page-messages.ts'
import {
  type Device,
  type Identity,
  type SessionToken,
  sessionCookie,
} from '../sessions/session.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { style } from './console-style.ts'

const styleElement = new Html(`<style>${style}</style>`)
const styleHash = createHash('sha256').update(style).digest('base64')

const contentSources: ContentSources = {
  'style-src': `'sha256-${styleHash}'`,
  'img-src': 'data:',
  'connect-src': robotsSource,
  'form-action': "'self'",
}

/** Logo: a lodge on its pole. */
const logo = new Html(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 3 2 15h4v9h8v6h4v-6h8v-9h4z"/></svg>',
)

export const brand = html`<a class="brand" href="/console">${logo} Lodgepole</a>`

/** Logo without a link, for pages with a decision to make. */
export const plainBrand = html`<p class="brand">${logo} Lodgepole</p>`

/**
 * Sends a page. Browsers without `Sec-Fetch-Site` send the origin of a form only with this referrer
 * policy.
 */
export function sendPage(
  localized: LocalizedReply,
  status: number,
  title: string,
  body: Html,
): FastifyReply {
  setPageHeaders(localized.reply, contentSources).header('referrer-policy', 'same-origin')
  return sendDocument(localized, status, title, body)
}

/** Sends a page without forms, which reveals its address to no other page. */
export function sendPageWithoutForms(
  localized: LocalizedReply,
  status: number,
  title: string,
  body: Html,
): FastifyReply {
  setPageHeaders(localized.reply, contentSources)
  return sendDocument(localized, status, title, body)
}

function sendDocument(
  { reply, language: lang, messages: { description } }: LocalizedReply,
  status: number,
  title: string,
  body: Html,
): FastifyReply {
  reply.code(status).headers({ 'content-language': lang, vary: 'accept-language' })
  const document = { title: `${title} – Lodgepole`, style: styleElement, body, lang, description }
  return reply.send(htmlDocument(document))
}

/** Renders a page with a single form or message. */
export function singleFormPage(body: Html, below: Html | null = null): Html {
  return html`<main class="narrow">
      ${brand}
      <div class="card">
      ${body}
      </div>
      ${below && html`<p class="below">${below}</p>`}
    </main>`
}

/** Renders a status message above a form: a confirmation or an error. */
export function statusMessage(
  message: string | undefined,
  kind: 'good' | 'alert' = 'alert',
): Html | null {
  if (message === undefined) return null
  return kind === 'alert'
    ? html`<p class="told alert" role="alert">${message}</p>`
    : html`<p class="told" role="status">${message}</p>`
}

export interface ConsoleServices extends Omit<WorkContext, 'log' | 'requestUid'> {
  signIns: SignInCounts
  run: Run
}

export interface LocalizedReply {
  reply: FastifyReply
  language: Language
  messages: PlainMessages
}

/** Request for a page, or a form sent from one. */
export interface PageVisit extends LocalizedReply {
  request: FastifyRequest
  form: URLSearchParams
  /** Session cookie of the browser, valid or not. */
  cookie: SessionToken | null
  signedIn: (ActiveSession & { agencyUid: string }) | null
}

/** Returns the reply with messages in the language that one of the users has chosen. */
export async function withChosenLanguage<S extends LocalizedReply>(
  services: Pick<ConsoleServices, 'db'>,
  localized: S,
  identities: readonly Identity[],
): Promise<S> {
  const language = await findChosenLanguage(services, identities)
  return language === null
    ? localized
    : { ...localized, language, messages: plainMessages(language) }
}

export function readDevice({ request }: PageVisit): Device {
  return { address: request.ip, agent: request.headers['user-agent'] ?? null }
}

/** Redirects to a page, which the browser then requests with GET. */
export function redirectTo({ reply }: PageVisit, path: string): FastifyReply {
  return reply.redirect(path, 303)
}

export function redirectSignedIn(
  visit: PageVisit,
  { settings }: ConsoleServices,
  token: SessionToken,
  path: string,
): FastifyReply {
  visit.reply.header('set-cookie', sessionCookie(token, settings.publicUrl))
  return redirectTo(visit, path)
}

/**
 * Returns a path of the console to redirect to after sign-in. Any other text is replaced by
 * `/console`, which prevents open redirects.
 */
export function safeNextPath(text: string | null): string {
  return text !== null && /^\/console(\/[\w\-./]*)?(\?[\w\-.=&%]*)?$/.test(text) ? text : '/console'
}
