/** Forms to sign in and to choose one of several agencies. */
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../../platform/errors.ts'
import { hasAnyAgencyUnscoped } from '../agencies/agencies.ts'
import {
  consumeConsentSessionUnscoped,
  createConsentSession,
  listConsentIdentitiesUnscoped,
} from '../consent-sessions/consent-sessions.ts'
import { signIn } from '../employees/sign-in.ts'
import { createSession, type NewSession } from '../sessions/create-session.ts'
import type { Identity } from '../sessions/session.ts'
import { listOwnAgenciesUnscoped } from '../sessions/sessions.ts'
import {
  type ConsoleServices,
  type PageVisit,
  readDevice,
  redirectSignedIn,
  redirectTo,
  safeNextPath,
  sendPage,
  withChosenLanguage,
} from './console-html.ts'
import { errorText } from './refusal-page.ts'
import { agencyPage, signInPage } from './sign-in-pages.ts'

export async function sendSignIn({ db }: ConsoleServices, visit: PageVisit): Promise<FastifyReply> {
  const { next = null } = visit.request.query as { next?: string }
  if (visit.signedIn) return redirectTo(visit, safeNextPath(next))
  const isSetUp = await hasAnyAgencyUnscoped(db)
  return sendSignInPage(visit, 200, { next: safeNextPath(next), isSetUp })
}

export async function handleSignIn(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  const { form, request } = visit
  const next = safeNextPath(form.get('next'))
  const consentSecret = form.get('ticket')
  if (consentSecret !== null) return handleAgencyChoice(services, visit, consentSecret, next)
  const email = form.get('email') ?? ''
  const signedInAt = services.clock.now()
  const attempt = { email, password: form.get('password') ?? '', address: request.ip }
  let identities: Identity[]
  try {
    identities = await signIn({ ...services, log: request.log }, attempt)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    visit.reply.headers(error.headers)
    const message = errorText(error, visit.messages)
    return sendSignInPage(visit, error.status, { next, email, message })
  }
  const [identity, ...otherIdentities] = identities
  if (!identity) {
    return sendSignInPage(visit, 403, { next, email, message: visit.messages.signIn.wrong })
  }
  if (otherIdentities.length === 0) {
    return createSessionAndRedirect(services, visit, { identity, identities, signedInAt }, next)
  }
  const agencies = await listOwnAgenciesUnscoped(services, identities, services.clock.now())
  // Carries the verified identities to the choice of an agency, for no partner.
  const newConsentSecret = await createConsentSession(services, identities, null)
  const localized = await withChosenLanguage(services, visit, identities)
  const body = agencyPage(localized, newConsentSecret, next, agencies)
  return sendPage(localized, 200, localized.messages.agency.title, body)
}

async function handleAgencyChoice(
  services: ConsoleServices,
  visit: PageVisit,
  consentSecret: string,
  next: string,
): Promise<FastifyReply> {
  // Before the reads, so that a later change of the password invalidates the session.
  const signedInAt = services.clock.now()
  const identities = await listConsentIdentitiesUnscoped(services, consentSecret, null)
  const agencies = await listOwnAgenciesUnscoped(services, identities, services.clock.now())
  const chosen = agencies.find(({ agency_uid }) => agency_uid === visit.form.get('agency'))
  if (!chosen || !(await consumeConsentSessionUnscoped(services, consentSecret))) {
    return sendSignInPage(visit, 403, { next, message: visit.messages.signIn.again })
  }
  return createSessionAndRedirect(
    services,
    visit,
    { identity: chosen, identities, signedInAt },
    next,
  )
}

async function createSessionAndRedirect(
  services: ConsoleServices,
  visit: PageVisit,
  user: Pick<NewSession, 'identity' | 'identities' | 'signedInAt'>,
  next: string,
): Promise<FastifyReply> {
  const { cookie: former } = visit
  const input = { ...user, device: readDevice(visit), former }
  return redirectSignedIn(visit, services, await createSession(services, input), next)
}

function sendSignInPage(
  visit: PageVisit,
  status: number,
  content: Parameters<typeof signInPage>[1],
): FastifyReply {
  return sendPage(visit, status, visit.messages.signIn.title, signInPage(visit, content))
}
