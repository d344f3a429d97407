/** Requests of the consent pages: form, partner and language. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { logAs } from '../../../platform/logs/log-requests.ts'
import { bodyText } from '../../../platform/rest/read-json.ts'
import { employeeCaller } from '../agencies/caller.ts'
import type { SignInCounts } from '../employees/sign-in.ts'
import { acceptedLanguage } from '../languages/language.ts'
import { findChosenLanguage } from '../languages/languages.ts'
import type { Partner } from '../partners/partner.ts'
import { type PageLocale, pageLocale } from './consent-pages.ts'
import type { Manager } from './managers.sql.ts'
import type { AuthorizationRequest } from './read-authorization-request.ts'

export interface ConsentServices
  extends Pick<
    Context,
    'db' | 'clock' | 'pending' | 'metrics' | 'signing' | 'subscribers' | 'tasks' | 'settings'
  > {
  signIns: SignInCounts
}

/** Request for a consent page, or a form sent from one. */
export interface ConsentStep {
  /** Valid authorization request of a partner. Null if a manager opened the page directly. */
  authorization: { partner: Partner; request: AuthorizationRequest } | null
  form: URLSearchParams
  request: FastifyRequest
  reply: FastifyReply
  /** Messages in the language of the manager, or of the browser before sign-in. */
  locale: PageLocale
}

export function requestLocale({ headers }: FastifyRequest): PageLocale {
  return pageLocale(acceptedLanguage(headers['accept-language']))
}

/** Returns the request with messages in the language that one of the managers has chosen. */
export async function withChosenLanguage(
  services: ConsentServices,
  step: ConsentStep,
  managers: Manager[],
): Promise<ConsentStep> {
  const language = await findChosenLanguage(services, managers)
  return language === null ? step : { ...step, locale: pageLocale(language) }
}

export function readForm({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(bodyText(body as Buffer | undefined))
}

export const requestingPartner = ({ authorization }: ConsentStep) => authorization?.partner ?? null

export const issuerUrl = ({ settings }: ConsentServices) => settings.publicUrl

/**
 * Returns whether a form was sent by a page of this server or by a program that is not a browser.
 * This prevents login CSRF, where another site signs a manager in to a foreign account.
 */
export function isFromOwnPageOrProgram(
  { headers, host }: FastifyRequest,
  publicUrl: string,
): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // Without TLS, browsers omit `Sec-Fetch-Site`, and pages without a referrer omit the origin.
  const opaqueOrigin = 'null'
  const { origin = opaqueOrigin } = headers
  return (
    origin === opaqueOrigin || origin === publicUrl || origin.replace(/^https?:\/\//, '') === host
  )
}

export function sendPage(
  { reply, locale }: Pick<ConsentStep, 'reply' | 'locale'>,
  status: number,
  page: string,
): FastifyReply {
  reply.headers({ 'content-language': locale.language, vary: 'accept-language' })
  return reply.code(status).send(page)
}

/** Returns the context of commands that the manager runs. */
export function managerContext(
  services: ConsentServices,
  { request }: ConsentStep,
  { agency_uid, uid }: Manager,
) {
  const caller = employeeCaller(agency_uid, uid)
  return { ...services, caller, requestUid: request.id, log: request.log }
}

/** Adds the manager to the log entries of the request. */
export function logManager(step: ConsentStep, { agency_uid: agency, uid }: Manager): void {
  const partner = requestingPartner(step)?.partner_uid
  logAs(step.request, { credential: `employee:${uid}`, agency, ...(partner ? { partner } : {}) })
}
