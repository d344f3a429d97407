/**
 * Where a property manager signs in and lets a partner in: contract/general.md §2.3. The request
 * of the partner stays in the address from form to form, and is read anew each time.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { logAs } from '../../../platform/logs/log-requests.ts'
import { asPage } from '../../../platform/pages.ts'
import { bodyText } from '../../../platform/rest/read-json.ts'
import { employeeCaller } from '../agencies/caller.ts'
import { giveTicket, readTicketUnscoped } from '../consent-tickets/consent-tickets.ts'
import { listManagers, type Manager, type SignInCounts, signIn } from '../employees/sign-in.ts'
import { listGrantables, listGrants } from '../grants/grants.ts'
import type { Partner } from '../partners/partner.ts'
import { findPartner } from '../partners/partners.ts'
import { approvePartner } from './approve-partner.ts'
import { agencyPage, consentPage, pageNeeds, refusalPage, signInPage } from './consent-pages.ts'
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  redirectAddress,
} from './read-authorization-request.ts'
import { readSelection } from './read-selection.ts'

interface Services extends Pick<Context, 'db' | 'clock' | 'pending' | 'metrics'> {
  signIns: SignInCounts
  signing: Context['signing']
}

/** A correct request of a partner, and what the manager's form says. */
interface Step {
  partner: Partner
  asked: AuthorizationRequest
  form: URLSearchParams
  request: FastifyRequest
  reply: FastifyReply
}

const path = '/auth/oauth/authorize'

/** The form with the longest of tickets, and every property ticked. */
const formBytesMax = 65_536

/** Serves the pages below a scope's prefix; they need no credential. */
export function serveConsent(app: FastifyInstance, services: Services): void {
  const options = { schema: { hide: true }, config: { isOpen: () => true } }
  app.get(path, options, (request, reply) =>
    receive(services, request, reply, async ({ partner }) => show(reply, 200, signInPage(partner))),
  )
  app.post(path, { ...options, bodyLimit: formBytesMax }, (request, reply) =>
    receive(services, request, reply, async step => take(services, step)),
  )
}

/** Checks what the partner asks; only an address that it has registered is ever redirected to. */
async function receive(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  go: (step: Step) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const asked = readAuthorizationRequest(request.url)
  const partner = await findPartner(services, asked.clientId)
  if (partner?.client_id !== asked.clientId || !partner.redirect_uris.includes(asked.redirectUri)) {
    const what = partner ? 'the address to return to is not registered' : 'the client is not known'
    return asPage(reply.code(400), pageNeeds(null)).send(refusalPage(what))
  }
  asPage(reply, pageNeeds(asked.redirectUri))
  if (!asked.isCorrect) return reply.redirect(redirectAddress(asked, 'INCORRECT_REQUEST'), 302)
  const form = new URLSearchParams(bodyText(request.body as Buffer | undefined))
  return go({ partner, asked, form, request, reply })
}

async function take(services: Services, step: Step): Promise<FastifyReply> {
  const { form, reply, asked } = step
  // A form that a script or a password manager submits lacks the button's `step`.
  switch (form.get('step') ?? (form.has('password') ? 'sign-in' : null)) {
    case 'decline':
      return reply.redirect(redirectAddress(asked, 'DECLINED'), 302)
    case 'sign-in':
      return takeSignIn(services, step)
  }
  const known = await knownManagers(services, step)
  if (known.length === 0) return askAgain(step)
  const agencyUid = form.get('agency')
  const chosen = known.filter(manager => agencyUid === null || manager.agency_uid === agencyUid)
  const [manager, ...others] = chosen.length > 0 ? chosen : known
  if (others.length > 0) return askAgency(services, step, chosen)
  return form.get('step') === 'approve'
    ? takeApproval(services, step, manager!)
    : askConsent(services, step, manager!)
}

function askAgain({ reply, partner }: Step): FastifyReply {
  return show(reply, 403, signInPage(partner, { message: 'Please sign in again.' }))
}

async function takeSignIn(services: Services, step: Step): Promise<FastifyReply> {
  const { form, partner, request, reply } = step
  const email = form.get('email') ?? ''
  const attempt = { email, password: form.get('password') ?? '', address: request.ip }
  try {
    const managers = await listManagers(
      services,
      await signIn({ ...services, log: request.log }, attempt),
    )
    if (managers.length > 1) return await askAgency(services, step, managers)
    if (managers.length === 1) return await askConsent(services, step, managers[0]!)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    reply.headers(error.headers)
    return show(reply, error.status, signInPage(partner, { email, message: `${error.message}.` }))
  }
  const message = 'This is not the e-mail address and password of somebody who may decide this.'
  return show(reply, 403, signInPage(partner, { email, message }))
}

async function knownManagers(services: Services, { form, partner }: Step): Promise<Manager[]> {
  const ticket = form.get('ticket') ?? ''
  return listManagers(services, await readTicketUnscoped(services, ticket, partner.partner_uid))
}

/** The ticket of the form, where that is of the same managers. */
async function ticketFor(services: Services, step: Step, managers: Manager[]): Promise<string> {
  const { form, partner } = step
  const known = form.has('ticket') ? await knownManagers(services, step) : []
  if (known.length === managers.length) return form.get('ticket')!
  return giveTicket(services, managers, partner.partner_uid)
}

async function askAgency(
  services: Services,
  step: Step,
  managers: Manager[],
): Promise<FastifyReply> {
  const ticket = await ticketFor(services, step, managers)
  return show(step.reply, 200, agencyPage(step.partner, ticket, managers))
}

async function askConsent(
  services: Services,
  step: Step,
  manager: Manager,
  message?: string,
): Promise<FastifyReply> {
  const { agency_uid, agency_name: agencyName } = manager
  const { partner, reply } = step
  logManager(step, manager)
  const ticket = await ticketFor(services, step, [manager])
  const grantables = await listGrantables(services, agency_uid)
  const present = await listGrants(services, agency_uid, partner.partner_uid)
  const consent = { partner, agencyName, ticket, grantables, present }
  const status = message === undefined ? 200 : 422
  return show(reply, status, consentPage(message === undefined ? consent : { ...consent, message }))
}

async function takeApproval(
  services: Services,
  step: Step,
  manager: Manager,
): Promise<FastifyReply> {
  const { partner, asked, form, request, reply } = step
  const { agency_uid: agencyUid, uid: employeeUid } = manager
  logManager(step, manager)
  const wanted = readSelection(form, await listGrantables(services, agencyUid))
  if (wanted.length === 0) {
    return askConsent(services, step, manager, 'Choose at least one property.')
  }
  const caller = employeeCaller(agencyUid, employeeUid)
  const ticket = form.get('ticket')!
  const code = await approvePartner(
    { ...services, caller, requestUid: request.id, log: request.log },
    {
      agencyUid,
      employeeUid,
      partnerUid: partner.partner_uid,
      redirectUri: asked.redirectUri,
      codeChallenge: asked.codeChallenge,
      wanted,
      ticket,
    },
  )
  if (code === null) return askAgain(step)
  return reply.redirect(redirectAddress(asked, 'SUCCESSFUL', code), 302)
}

function logManager({ request, partner }: Step, { agency_uid: agency, uid }: Manager): void {
  logAs(request, { credential: `employee:${uid}`, agency, partner: partner.partner_uid })
}

function show(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).send(page)
}
