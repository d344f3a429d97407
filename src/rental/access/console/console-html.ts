/** What all plain pages of the console have: HTML without any script. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WorkContext } from '../../../context.ts'
import type { Run } from '../../../platform/db/database.ts'
import { Html, html, htmlDocument } from '../../../platform/html.ts'
import { asPage, type PageNeeds } from '../../../platform/pages.ts'
import type { SignInCounts } from '../employees/sign-in.ts'
import type { Language } from '../languages/language.ts'
import { findChosenLanguage } from '../languages/languages.ts'
import { type PlainWords, wordsOf } from '../languages/page-words.ts'
import {
  type Identity,
  type SessionToken,
  sessionCookie,
  type Visitor,
} from '../sessions/session.ts'
import type { KnownSession } from '../sessions/sessions.ts'
import { style } from './console-style.ts'

const styleElement = new Html(`<style>${style}</style>`)
const styleHash = createHash('sha256').update(style).digest('base64')

const needs: PageNeeds = {
  'style-src': `'sha256-${styleHash}'`,
  'img-src': 'data:',
  'form-action': "'self'",
}

/** A lodge on its pole. */
const mark = new Html(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 3 2 15h4v9h8v6h4v-6h8v-9h4z"/></svg>',
)

export const brand = html`<a class="brand" href="/console">${mark} Lodgepole</a>`

/** On a page that nobody is to leave but by what is decided there. */
export const plainBrand = html`<p class="brand">${mark} Lodgepole</p>`

/**
 * Sends a page. Where a browser tells nothing of the site that a form comes from, it tells the
 * origin, but only under this referrer policy.
 */
export function sendPage(
  { reply, language: lang }: Spoken,
  status: number,
  title: string,
  body: Html,
): FastifyReply {
  asPage(reply.code(status), needs).header('referrer-policy', 'same-origin')
  reply.headers({ 'content-language': lang, vary: 'accept-language' })
  const whole = { title: `${title} – Lodgepole`, style: styleElement, body, lang }
  return reply.send(htmlDocument(whole))
}

/** A page with one thing to do. */
export function narrow(body: Html, below: Html | null = null): Html {
  return html`<main class="narrow">
      ${brand}
      <div class="card">
      ${body}
      </div>
      ${below && html`<p class="below">${below}</p>`}
    </main>`
}

/** What somebody is told above a form: that something was done, or why not. */
export function told(message: string | undefined, kind: 'good' | 'alert' = 'alert'): Html | null {
  if (message === undefined) return null
  return kind === 'alert'
    ? html`<p class="told alert" role="alert">${message}</p>`
    : html`<p class="told" role="status">${message}</p>`
}

export interface ConsoleServices extends Omit<WorkContext, 'log' | 'requestUid'> {
  signIns: SignInCounts
  run: Run
}

/** What is answered, and in which language. */
export interface Spoken {
  reply: FastifyReply
  language: Language
  words: PlainWords
}

/** A request for a page, or a form. */
export interface Visit extends Spoken {
  request: FastifyRequest
  form: URLSearchParams
  /** What the browser has of a session, live or not. */
  cookie: SessionToken | null
  signedIn: (KnownSession & { agencyUid: string }) | null
}

/** The same in the language of those who are known by now, if one of them has chosen one. */
export async function speakTo<S extends Spoken>(
  services: Pick<ConsoleServices, 'db'>,
  spoken: S,
  identities: readonly Identity[],
): Promise<S> {
  const language = await findChosenLanguage(services, identities)
  return language === null ? spoken : { ...spoken, language, words: wordsOf(language) }
}

/** Where a browser is and what it calls itself. */
export function visitorOf({ request }: Visit): Visitor {
  return { address: request.ip, agent: request.headers['user-agent'] ?? null }
}

/** Leads on to a page, which a browser then asks for anew. */
export function goTo({ reply }: Visit, path: string): FastifyReply {
  return reply.redirect(path, 303)
}

/** Gives the browser a session, and leads on. */
export function goSignedIn(
  visit: Visit,
  { settings }: ConsoleServices,
  token: SessionToken,
  path: string,
): FastifyReply {
  visit.reply.header('set-cookie', sessionCookie(token, settings.publicUrl))
  return goTo(visit, path)
}

/** A page of the console where somebody goes on; anything else is its first page. */
export function safeNext(text: string | null): string {
  return text !== null && /^\/console(\/[\w\-./]*)?(\?[\w\-.=&%]*)?$/.test(text) ? text : '/console'
}
