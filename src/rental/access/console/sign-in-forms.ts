/** How somebody signs in, for one of several agencies perhaps. */
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../../platform/errors.ts'
import {
  giveTicket,
  readTicketUnscoped,
  useTicketUnscoped as spendTicketUnscoped,
} from '../consent-tickets/consent-tickets.ts'
import { signIn } from '../employees/sign-in.ts'
import { type Beginning, beginSession } from '../sessions/begin-session.ts'
import type { Identity } from '../sessions/session.ts'
import { listOwnAgenciesUnscoped } from '../sessions/sessions.ts'
import {
  type ConsoleServices,
  goSignedIn,
  goTo,
  safeNext,
  sendPage,
  type Visit,
  visitorOf,
} from './console-html.ts'
import { agencyPage, signInPage } from './sign-in-pages.ts'

export function showSignIn(_: ConsoleServices, visit: Visit): FastifyReply {
  const { next = null } = visit.request.query as { next?: string }
  if (visit.signedIn) return goTo(visit, safeNext(next))
  return show(visit, 200, { next: safeNext(next) })
}

export async function takeSignIn(services: ConsoleServices, visit: Visit): Promise<FastifyReply> {
  const { form, request } = visit
  const next = safeNext(form.get('next'))
  const ticket = form.get('ticket')
  if (ticket !== null) return takeAgency(services, visit, ticket, next)
  const email = form.get('email') ?? ''
  const signedInAt = services.clock.now()
  const attempt = { email, password: form.get('password') ?? '', address: request.ip }
  let found: Identity[]
  try {
    found = await signIn({ ...services, log: request.log }, attempt)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    visit.reply.headers(error.headers)
    const seconds = error.headers['retry-after']
    const message = `${error.message}. Try again in ${seconds} s.`
    return show(visit, error.status, { next, email, message })
  }
  const [identity, ...others] = found
  if (!identity) {
    const message = 'E-mail address or password is wrong.'
    return show(visit, 403, { next, email, message })
  }
  if (others.length === 0) {
    return begin(services, visit, { identity, identities: found, signedInAt }, next)
  }
  const agencies = await listOwnAgenciesUnscoped(services, found, services.clock.now())
  const given = await giveTicket(services, found, null)
  return sendPage(visit.reply, 200, 'For which agency?', agencyPage(given, next, agencies))
}

async function takeAgency(
  services: ConsoleServices,
  visit: Visit,
  ticket: string,
  next: string,
): Promise<FastifyReply> {
  const signedInAt = services.clock.now()
  const known = await readTicketUnscoped(services, ticket, null)
  const own = await listOwnAgenciesUnscoped(services, known, services.clock.now())
  const chosen = own.find(({ agency_uid }) => agency_uid === visit.form.get('agency'))
  if (!chosen || !(await spendTicketUnscoped(services, ticket))) {
    return show(visit, 403, { next, message: 'Please sign in again.' })
  }
  return begin(services, visit, { identity: chosen, identities: known, signedInAt }, next)
}

async function begin(
  services: ConsoleServices,
  visit: Visit,
  who: Pick<Beginning, 'identity' | 'identities' | 'signedInAt'>,
  next: string,
): Promise<FastifyReply> {
  const { cookie: former } = visit
  const beginning = { ...who, visitor: visitorOf(visit), former }
  return goSignedIn(visit, services, await beginSession(services, beginning), next)
}

function show(
  { reply }: Visit,
  status: number,
  said: Parameters<typeof signInPage>[0],
): FastifyReply {
  return sendPage(reply, status, 'Sign in', signInPage(said))
}
