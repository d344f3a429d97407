/**
 * Where a property manager signs in and lets a partner in: contract/general.md §2.3. The request
 * of the partner stays in the address from form to form, and is read anew each time.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { ApiError } from '../../../platform/errors.ts'
import { logAs } from '../../../platform/logs/log-requests.ts'
import { asPage } from '../../../platform/pages.ts'
import { employeeCaller } from '../agencies/caller.ts'
import { giveTicket, readTicketUnscoped } from '../consent-tickets/consent-tickets.ts'
import { refusalText } from '../console/refusal-page.ts'
import { listManagers, type Manager, signIn } from '../employees/sign-in.ts'
import { listGrantables, listGrants } from '../grants/grants.ts'
import { findPartner } from '../partners/partners.ts'
import { approvePartner } from './approve-partner.ts'
import { authorizeSchema } from './authorize-shape.ts'
import { changeAccess } from './change-access.ts'
import {
  askingOf,
  formOf,
  isOwnForm,
  issuerOf,
  type Services,
  type Step,
  show,
  speakTo,
  spokenTo,
} from './consent-forms.ts'
import {
  accessPage,
  agencyPage,
  consentPage,
  pageNeeds,
  partnerPage,
  refusalPage,
  type Said,
  signInPage,
} from './consent-pages.ts'
import { presentAccess } from './present-access.ts'
import { readAuthorizationRequest, redirectAddress } from './read-authorization-request.ts'
import { readSelection } from './read-selection.ts'

const paths = { authorize: '/auth/oauth/authorize', access: '/auth/oauth/access' }

/** The form with the longest of tickets, and every property ticked. */
const formBytesMax = 65_536

/** Serves the pages below a scope's prefix; they need no credential. */
export function serveConsent(app: FastifyInstance, services: Services): void {
  const config = { isOpen: () => true }
  const options: RouteShorthandOptions = { schema: { hide: true }, config }
  const described: RouteShorthandOptions = {
    schema: authorizeSchema,
    config,
    validatorCompiler: () => () => true,
  }
  const receivers = { [paths.authorize]: receiveAsked, [paths.access]: receiveManager }
  for (const [path, receive] of Object.entries(receivers)) {
    app.get(path, path === paths.authorize ? described : options, (request, reply) =>
      receive(services, request, reply, async step =>
        show(step, 200, signInPage(step.spoken, askingOf(step))),
      ),
    )
    app.post(path, { ...options, bodyLimit: formBytesMax }, (request, reply) =>
      receive(services, request, reply, async step => take(services, step)),
    )
  }
}

type Go = (step: Step) => Promise<FastifyReply>

/** Checks what the partner asks; only an address that it has registered is ever redirected to. */
async function receiveAsked(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  go: Go,
): Promise<FastifyReply> {
  const asked = readAuthorizationRequest(request.url)
  const partner = await findPartner(services, asked.clientId)
  const spoken = spokenTo(request)
  if (partner?.client_id !== asked.clientId || !partner.redirect_uris.includes(asked.redirectUri)) {
    asPage(reply, pageNeeds(null))
    return show({ reply, spoken }, 400, refusalPage(spoken, partner ?? null))
  }
  asPage(reply, pageNeeds(asked.redirectUri))
  if (!asked.isCorrect)
    return reply.redirect(redirectAddress(asked, 'INCORRECT_REQUEST', issuerOf(services)), 302)
  const correct = { partner, request: asked }
  return go({ asked: correct, form: formOf(request), request, reply, spoken })
}

async function receiveManager(
  _services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  go: Go,
): Promise<FastifyReply> {
  asPage(reply, { ...pageNeeds(null), 'form-action': "'self'" })
  return go({ asked: null, form: formOf(request), request, reply, spoken: spokenTo(request) })
}

async function take(services: Services, unknown: Step): Promise<FastifyReply> {
  const { form, reply, asked } = unknown
  if (!isOwnForm(unknown.request, issuerOf(services))) return askAgain(unknown)
  // A form that a script or a password manager submits lacks the button's `step`.
  const name = form.get('step') ?? (form.has('password') ? 'sign-in' : null)
  if (name === 'decline' && asked) {
    return reply.redirect(redirectAddress(asked.request, 'DECLINED', issuerOf(services)), 302)
  }
  if (name === 'sign-in') return takeSignIn(services, unknown)
  const known = await knownManagers(services, unknown)
  if (known.length === 0) return askAgain(unknown)
  const step = await speakTo(services, unknown, known)
  const agencyUid = form.get('agency')
  const chosen = known.filter(manager => agencyUid === null || manager.agency_uid === agencyUid)
  const [manager, ...others] = chosen.length > 0 ? chosen : known
  if (others.length > 0) return askAgency(services, step, chosen)
  logManager(step, manager!)
  if (name === 'approve' && asked) return takeApproval(services, step, manager!)
  if (name === 'partner') return showPartner(services, step, manager!)
  if (name === 'change' || name === 'end') return takeChange(services, step, manager!)
  return showHome(services, step, manager!)
}

function askAgain(step: Step): FastifyReply {
  const { plain } = step.spoken
  const said = { message: plain.signIn.again }
  return show(step, 403, signInPage(step.spoken, askingOf(step), said))
}

async function takeSignIn(services: Services, step: Step): Promise<FastifyReply> {
  const { form, request, reply, spoken } = step
  const email = form.get('email') ?? ''
  const attempt = { email, password: form.get('password') ?? '', address: request.ip }
  const again = (status: number, message: string) =>
    show(step, status, signInPage(spoken, askingOf(step), { email, message }))
  try {
    const managers = await listManagers(
      services,
      await signIn({ ...services, log: request.log }, attempt),
    )
    const known = await speakTo(services, step, managers)
    if (managers.length > 1) return await askAgency(services, known, managers)
    if (managers.length === 1) return await showHome(services, known, managers[0]!)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    reply.headers(error.headers)
    return again(error.status, refusalText(error, spoken.plain))
  }
  return again(403, spoken.words.notAllowed)
}

async function knownManagers(services: Services, step: Step): Promise<Manager[]> {
  const ticket = step.form.get('ticket') ?? ''
  const partnerUid = askingOf(step)?.partner_uid ?? null
  return listManagers(services, await readTicketUnscoped(services, ticket, partnerUid))
}

/** The ticket of the form, where that is of the same managers and was not used. */
async function ticketFor(services: Services, step: Step, managers: Manager[]): Promise<string> {
  const known = step.form.has('ticket') ? await knownManagers(services, step) : []
  if (known.length === managers.length) return step.form.get('ticket')!
  return giveTicket(services, managers, askingOf(step)?.partner_uid ?? null)
}

async function askAgency(
  services: Services,
  step: Step,
  managers: Manager[],
): Promise<FastifyReply> {
  const ticket = await ticketFor(services, step, managers)
  return show(step, 200, agencyPage(step.spoken, askingOf(step), ticket, managers))
}

/** What is known when something is decided: all that there is to grant, and who has what. */
async function overview(services: Services, step: Step, manager: Manager) {
  const { agency_uid: agencyUid, agency_name: agencyName } = manager
  const ticket = await ticketFor(services, step, [manager])
  const grantables = await listGrantables(services, agencyUid)
  const partners = await presentAccess(services, agencyUid, grantables, step.spoken)
  return { agencyName, ticket, grantables, partners, words: step.spoken.words }
}

async function showHome(
  services: Services,
  step: Step,
  manager: Manager,
  said: Said = {},
): Promise<FastifyReply> {
  const { partners, ...rest } = await overview(services, step, manager)
  const partner = askingOf(step)
  const status = said.alert === undefined ? 200 : 422
  if (!partner) {
    const page = accessPage(step.spoken, { ...rest, partners }, said)
    return show(step, status, page)
  }
  const present = partners.find(({ uid }) => uid === partner.partner_uid)?.grants ?? []
  const decision = { ...rest, partner, present }
  return show(step, status, consentPage(step.spoken, decision, partners, said))
}

async function showPartner(
  services: Services,
  step: Step,
  manager: Manager,
  said: Said = {},
): Promise<FastifyReply> {
  const { partners, ...rest } = await overview(services, step, manager)
  const partner = partners.find(({ uid }) => uid === step.form.get('of'))
  if (!partner) return showHome(services, step, manager, { note: rest.words.noLonger })
  const decision = { ...rest, partner, present: partner.grants }
  return show(step, said.alert ? 422 : 200, partnerPage(step.spoken, decision, partner, said))
}

const nothingChosen = ({ spoken }: Step) => ({ alert: spoken.words.nothingChosen })

async function takeChange(services: Services, step: Step, manager: Manager): Promise<FastifyReply> {
  const { form } = step
  const { agency_uid: agencyUid } = manager
  const { partners, grantables, ticket, words } = await overview(services, step, manager)
  const partner = partners.find(({ uid }) => uid === form.get('of'))
  if (!partner) return showPartner(services, step, manager)
  const isEnd = form.get('step') === 'end'
  const wanted = isEnd ? null : readSelection(form, grantables, partner.grants)
  if (wanted?.length === 0) return showPartner(services, step, manager, nothingChosen(step))
  const ctx = acting(services, step, manager)
  const isDone = await changeAccess(ctx, { agencyUid, partnerUid: partner.uid }, { wanted, ticket })
  if (!isDone) return askAgain(step)
  const note = isEnd ? words.ended(partner.name) : words.saved(partner.name)
  return showHome(services, step, manager, { note })
}

async function takeApproval(
  services: Services,
  step: Step,
  manager: Manager,
): Promise<FastifyReply> {
  const { form, reply } = step
  const { partner, request: asked } = step.asked!
  const { agency_uid: agencyUid, uid: employeeUid } = manager
  const { partner_uid: partnerUid } = partner
  const present = await listGrants(services, agencyUid, partnerUid)
  const wanted = readSelection(form, await listGrantables(services, agencyUid), present)
  if (wanted.length === 0) return showHome(services, step, manager, nothingChosen(step))
  const { redirectUri, codeChallenge } = asked
  const ticket = form.get('ticket')!
  const approval = {
    agencyUid,
    employeeUid,
    partnerUid,
    redirectUri,
    codeChallenge,
    wanted,
    ticket,
  }
  const code = await approvePartner(acting(services, step, manager), approval)
  if (code === null) return askAgain(step)
  return reply.redirect(redirectAddress(asked, 'SUCCESSFUL', issuerOf(services), code), 302)
}

function acting(services: Services, { request }: Step, { agency_uid, uid }: Manager) {
  const caller = employeeCaller(agency_uid, uid)
  return { ...services, caller, requestUid: request.id, log: request.log }
}

function logManager(step: Step, { agency_uid: agency, uid }: Manager): void {
  const partner = askingOf(step)?.partner_uid
  logAs(step.request, { credential: `employee:${uid}`, agency, ...(partner ? { partner } : {}) })
}
