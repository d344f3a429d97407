/**
 * The console's plain pages, by which people come in and go: contract/general.md §2.4. Forms
 * without script, each of which only a page of this server may send.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../platform/errors.ts'
import { logAs } from '../../../platform/logs/log-requests.ts'
import { bodyText } from '../../../platform/rest/read-json.ts'
import { acceptedLanguage } from '../languages/language.ts'
import { wordsOf } from '../languages/page-words.ts'
import { isOwnPage } from '../sessions/check-same-site.ts'
import { readSessionCookie, sessionCookie } from '../sessions/session.ts'
import { findSession } from '../sessions/sessions.ts'
import { changeOwn, end, goOn, showAccount, signOut } from './account-forms.ts'
import { type ConsoleServices, type Spoken, sendPage, speakTo, type Visit } from './console-html.ts'
import { askForLink, choosePassword, showForgotten, showWelcome } from './link-forms.ts'
import { refusalPage, refusalText } from './refusal-page.ts'
import { showSignIn, takeSignIn } from './sign-in-forms.ts'

export type { ConsoleServices }

const formBytesMax = 16_384

type Step = (services: ConsoleServices, visit: Visit) => Promise<FastifyReply> | FastifyReply

const pages: Record<string, Step> = {
  '/console/account': showAccount,
  '/console/sign-in': showSignIn,
  '/console/password': showForgotten,
  '/console/welcome/:token': showWelcome,
}

const forms: Record<string, Step> = {
  '/console/sign-in': takeSignIn,
  '/console/sign-out': signOut,
  '/console/agency': goOn,
  '/console/sessions': end,
  '/console/own-password': changeOwn,
  '/console/password': askForLink,
  '/console/welcome/:token': choosePassword,
}

/** Serves the pages; they need no credential but the session's. */
export function serveConsole(app: FastifyInstance, services: ConsoleServices): void {
  const hidden = { schema: { hide: true } }
  for (const [path, step] of Object.entries(pages)) {
    app.get(path, hidden, (request, reply) => visit(services, { request, reply }, step))
  }
  for (const [path, step] of Object.entries(forms)) {
    app.post(path, { ...hidden, bodyLimit: formBytesMax }, (request, reply) =>
      visit(services, { request, reply }, step, true),
    )
  }
}

async function visit(
  services: ConsoleServices,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  step: Step,
  isForm = false,
): Promise<FastifyReply> {
  const { publicUrl } = services.settings
  const language = acceptedLanguage(request.headers['accept-language'])
  const unknown = { reply, language, words: wordsOf(language) }
  if (isForm && !isOwnPage(request, publicUrl)) return refuseForeign(unknown, publicUrl)
  const cookie = readSessionCookie(request.headers.cookie, publicUrl)
  const session = cookie && (await findSession(services.run, cookie, services.clock.now()))
  if (session) {
    const { employeeUid } = session
    logAs(request, { credential: `employee:${employeeUid}`, agency: cookie.agencyUid })
    if (session.renews) reply.header('set-cookie', sessionCookie(cookie, publicUrl))
  }
  const form = new URLSearchParams(isForm ? bodyText(request.body as Buffer | undefined) : '')
  const signedIn = session ? { ...session, agencyUid: cookie!.agencyUid } : null
  const identities = signedIn ? [{ agency_uid: signedIn.agencyUid, uid: signedIn.employeeUid }] : []
  const spoken = await speakTo(services, unknown, identities)
  try {
    return await step(services, { ...spoken, request, form, cookie, signedIn })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    reply.headers(error.headers)
    const { refused } = spoken.words
    const isPassing = error.status === 429 || error.status === 503
    const heading = isPassing ? refused.later : refused.heading
    const body = refusalPage(spoken, heading, refusalText(error, spoken.words))
    return sendPage(spoken, error.status, refused.title, body)
  }
}

function refuseForeign(spoken: Spoken, publicUrl: string): FastifyReply {
  const { title, foreignHeading, foreign } = spoken.words.refused
  return sendPage(spoken, 403, title, refusalPage(spoken, foreignHeading, foreign(publicUrl)))
}
