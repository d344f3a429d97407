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
  speakTo,
  type Visit,
  visitorOf,
} from './console-html.ts'
import { refusalText } from './refusal-page.ts'
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
    const message = refusalText(error, visit.words)
    return show(visit, error.status, { next, email, message })
  }
  const [identity, ...others] = found
  if (!identity) {
    return show(visit, 403, { next, email, message: visit.words.signIn.wrong })
  }
  if (others.length === 0) {
    return begin(services, visit, { identity, identities: found, signedInAt }, next)
  }
  const agencies = await listOwnAgenciesUnscoped(services, found, services.clock.now())
  const given = await giveTicket(services, found, null)
  const spoken = await speakTo(services, visit, found)
  const body = agencyPage(spoken, given, next, agencies)
  return sendPage(spoken, 200, spoken.words.agency.title, body)
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
    return show(visit, 403, { next, message: visit.words.signIn.again })
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

function show(visit: Visit, status: number, said: Parameters<typeof signInPage>[1]): FastifyReply {
  return sendPage(visit, status, visit.words.signIn.title, signInPage(visit, said))
}
