/**
 * Plain pages of the console for sign-in and sign-out: contract/general.md §2.4. Forms without
 * scripts, accepted only from pages of this server.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../platform/errors.ts'
import { logAs } from '../../../platform/logs/log-requests.ts'
import { bodyText } from '../../../platform/rest/read-json.ts'
import { acceptedLanguage } from '../languages/language.ts'
import { plainMessages } from '../languages/page-messages.ts'
import { isFromOwnPage } from '../sessions/check-same-site.ts'
import { readSessionCookie, sessionCookie } from '../sessions/session.ts'
import { findSession } from '../sessions/sessions.ts'
import {
  handleEndSession,
  handlePasswordChange,
  handleSignOut,
  handleSwitchAgency,
  sendAccount,
} from './account-forms.ts'
import {
  type ConsoleServices,
  type LocalizedReply,
  type PageVisit,
  sendPage,
  withChosenLanguage,
} from './console-html.ts'
import { handlePasswordChoice, requestLink, sendResetForm, sendWelcome } from './link-forms.ts'
import { handleNewAgency, sendNewAgency } from './new-agency-forms.ts'
import { errorPage, errorText } from './refusal-page.ts'
import { handleSignIn, sendSignIn } from './sign-in-forms.ts'

export type { ConsoleServices }

const formBytesMax = 16_384

type PageHandler = (
  services: ConsoleServices,
  visit: PageVisit,
) => Promise<FastifyReply> | FastifyReply

const pageHandlers: Record<string, PageHandler> = {
  '/console/account': sendAccount,
  '/console/sign-in': sendSignIn,
  '/console/password': sendResetForm,
  '/console/welcome/:token': sendWelcome,
  '/console/new-agency/:token': sendNewAgency,
}

const formHandlers: Record<string, PageHandler> = {
  '/console/sign-in': handleSignIn,
  '/console/sign-out': handleSignOut,
  '/console/agency': handleSwitchAgency,
  '/console/sessions': handleEndSession,
  '/console/own-password': handlePasswordChange,
  '/console/password': requestLink,
  '/console/welcome/:token': handlePasswordChoice,
  '/console/new-agency/:token': handleNewAgency,
}

/** Serves the pages without authentication other than the session cookie. */
export function serveConsole(app: FastifyInstance, services: ConsoleServices): void {
  const hidden = { schema: { hide: true } }
  for (const [path, handler] of Object.entries(pageHandlers)) {
    app.get(path, hidden, (request, reply) => handleVisit(services, { request, reply }, handler))
  }
  for (const [path, handler] of Object.entries(formHandlers)) {
    app.post(path, { ...hidden, bodyLimit: formBytesMax }, (request, reply) =>
      handleVisit(services, { request, reply }, handler, { isForm: true }),
    )
  }
}

async function handleVisit(
  services: ConsoleServices,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  handler: PageHandler,
  { isForm = false } = {},
): Promise<FastifyReply> {
  const { publicUrl } = services.settings
  const language = acceptedLanguage(request.headers['accept-language'])
  const initialReply = { reply, language, messages: plainMessages(language) }
  if (isForm && !isFromOwnPage(request, publicUrl))
    return sendCrossSiteError(initialReply, publicUrl)
  const cookie = readSessionCookie(request.headers.cookie, publicUrl)
  const session = cookie && (await findSession(services.run, cookie, services.clock.now()))
  if (session) {
    const { employeeUid } = session
    logAs(request, { credential: `employee:${employeeUid}`, agency: cookie.agencyUid })
    if (session.renewsCookie) reply.header('set-cookie', sessionCookie(cookie, publicUrl))
  }
  const form = new URLSearchParams(isForm ? bodyText(request.body as Buffer | undefined) : '')
  const signedIn = session ? { ...session, agencyUid: cookie!.agencyUid } : null
  const identities = signedIn ? [{ agency_uid: signedIn.agencyUid, uid: signedIn.employeeUid }] : []
  const localized = await withChosenLanguage(services, initialReply, identities)
  try {
    return await handler(services, { ...localized, request, form, cookie, signedIn })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    reply.headers(error.headers)
    const { errors } = localized.messages
    const isTemporary = error.status === 429 || error.status === 503
    const heading = isTemporary ? errors.laterHeading : errors.heading
    const body = errorPage(localized, heading, errorText(error, localized.messages))
    return sendPage(localized, error.status, errors.title, body)
  }
}

function sendCrossSiteError(localized: LocalizedReply, publicUrl: string): FastifyReply {
  const { title, wrongAddressHeading, wrongAddress } = localized.messages.errors
  return sendPage(
    localized,
    403,
    title,
    errorPage(localized, wrongAddressHeading, wrongAddress(publicUrl)),
  )
}
