/**
 * Consent pages of OAuth: a property manager signs in and approves a partner (contract/general.md
 * §2.3). The authorization request stays in the URL from form to form, and is read again each time.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { ApiError } from '../../../platform/errors.ts'
import { setPageHeaders } from '../../../platform/web/pages.ts'
import {
  createConsentSession,
  listConsentIdentitiesUnscoped,
} from '../consent-sessions/consent-sessions.ts'
import { errorText } from '../console/refusal-page.ts'
import { signIn } from '../employees/sign-in.ts'
import { listGrantables, listGrants } from '../grants/grants.ts'
import { findPartner } from '../partners/partners.ts'
import { approvePartner } from './approve-partner.ts'
import { authorizeSchema } from './authorize-shape.ts'
import { changeAccess } from './change-access.ts'
import {
  type ConsentServices,
  type ConsentStep,
  isFromOwnPageOrProgram,
  issuerUrl,
  logManager,
  managerContext,
  readForm,
  requestingPartner,
  requestLocale,
  sendPage,
  withChosenLanguage,
} from './consent-forms.ts'
import {
  accessPage,
  agencyPage,
  consentPage,
  errorPage,
  type FormResult,
  pageContentSources,
  partnerPage,
  signInPage,
} from './consent-pages.ts'
import { listManagers, type Manager } from './managers.sql.ts'
import { presentAccess } from './present-access.ts'
import { readAuthorizationRequest, redirectUrl } from './read-authorization-request.ts'
import { readSelection } from './read-selection.ts'

const paths = { authorize: '/auth/oauth/authorize', access: '/auth/oauth/access' }

/** Large enough for a form with every property selected. */
const formBytesMax = 65_536

/** Serves the pages below the prefix of `app`, without authentication. */
export function serveConsent(app: FastifyInstance, services: ConsentServices): void {
  const config = { isOpen: () => true }
  const hiddenOptions: RouteShorthandOptions = { schema: { hide: true }, config }
  const documentedOptions: RouteShorthandOptions = {
    schema: authorizeSchema,
    config,
    // Accepts any query: the handler reads it, and answers errors with pages.
    validatorCompiler: () => () => true,
  }
  const receiveByPath = { [paths.authorize]: receiveAuthorization, [paths.access]: receiveManager }
  for (const [path, receive] of Object.entries(receiveByPath)) {
    app.get(path, path === paths.authorize ? documentedOptions : hiddenOptions, (request, reply) =>
      receive(services, request, reply, async step =>
        sendPage(step, 200, signInPage(step.locale, requestingPartner(step))),
      ),
    )
    app.post(path, { ...hiddenOptions, bodyLimit: formBytesMax }, (request, reply) =>
      receive(services, request, reply, async step => handleForm(services, step)),
    )
  }
}

type Handler = (step: ConsentStep) => Promise<FastifyReply>

/** Validates an authorization request. Redirects only to a registered redirect URI. */
async function receiveAuthorization(
  services: ConsentServices,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: Handler,
): Promise<FastifyReply> {
  const authorization = readAuthorizationRequest(request.url)
  const partner = await findPartner(services, authorization.clientId)
  const locale = requestLocale(request)
  const { clientId, redirectUri } = authorization
  if (partner?.client_id !== clientId || !partner.redirect_uris.includes(redirectUri)) {
    setPageHeaders(reply, pageContentSources(null))
    return sendPage({ reply, locale }, 400, errorPage(locale, partner ?? null))
  }
  setPageHeaders(reply, pageContentSources(redirectUri))
  if (!authorization.isCorrect)
    return reply.redirect(redirectUrl(authorization, 'INCORRECT_REQUEST', issuerUrl(services)), 302)
  const authorized = { partner, request: authorization }
  return handle({ authorization: authorized, form: readForm(request), request, reply, locale })
}

/** Handles a request without a partner. Has the parameters of {@link receiveAuthorization}. */
async function receiveManager(
  _services: ConsentServices,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: Handler,
): Promise<FastifyReply> {
  setPageHeaders(reply, { ...pageContentSources(null), 'form-action': "'self'" })
  return handle({
    authorization: null,
    form: readForm(request),
    request,
    reply,
    locale: requestLocale(request),
  })
}

async function handleForm(
  services: ConsentServices,
  unlocalizedStep: ConsentStep,
): Promise<FastifyReply> {
  const { form, reply, authorization } = unlocalizedStep
  if (!isFromOwnPageOrProgram(unlocalizedStep.request, issuerUrl(services)))
    return requireSignIn(unlocalizedStep)
  // A form submitted by a script or a password manager lacks the `step` of the button.
  const action = form.get('step') ?? (form.has('password') ? 'sign-in' : null)
  if (action === 'decline' && authorization) {
    return reply.redirect(redirectUrl(authorization.request, 'DECLINED', issuerUrl(services)), 302)
  }
  if (action === 'sign-in') return handleSignIn(services, unlocalizedStep)
  const managers = await signedInManagers(services, unlocalizedStep)
  if (managers.length === 0) return requireSignIn(unlocalizedStep)
  const step = await withChosenLanguage(services, unlocalizedStep, managers)
  const agencyUid = form.get('agency')
  const ofChosenAgency = managers.filter(manager => manager.agency_uid === agencyUid)
  // Without a known agency, the user chooses among all. `managers` is not empty.
  const candidates = ofChosenAgency.length > 0 ? ofChosenAgency : managers
  const [manager, ...otherManagers] = candidates
  if (otherManagers.length > 0) return sendAgencyChoice(services, step, candidates)
  logManager(step, manager!)
  if (action === 'approve' && authorization) return handleApproval(services, step, manager!)
  if (action === 'partner') return sendPartner(services, step, manager!)
  if (action === 'change' || action === 'end') return handleChange(services, step, manager!)
  return sendHome(services, step, manager!)
}

function requireSignIn(step: ConsentStep): FastifyReply {
  const { plain } = step.locale
  const options = { message: plain.signIn.again }
  return sendPage(step, 403, signInPage(step.locale, requestingPartner(step), options))
}

async function handleSignIn(services: ConsentServices, step: ConsentStep): Promise<FastifyReply> {
  const { form, request, reply, locale } = step
  const email = form.get('email') ?? ''
  const attempt = { email, password: form.get('password') ?? '', address: request.ip }
  const sendSignInPage = (status: number, message: string) =>
    sendPage(step, status, signInPage(locale, requestingPartner(step), { email, message }))
  try {
    const managers = await listManagers(
      services,
      await signIn({ ...services, log: request.log }, attempt),
    )
    const localizedStep = await withChosenLanguage(services, step, managers)
    if (managers.length > 1) return await sendAgencyChoice(services, localizedStep, managers)
    if (managers.length === 1) return await sendHome(services, localizedStep, managers[0]!)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    reply.headers(error.headers)
    return sendSignInPage(error.status, errorText(error, locale.plain))
  }
  return sendSignInPage(403, locale.messages.notAllowed)
}

async function signedInManagers(services: ConsentServices, step: ConsentStep): Promise<Manager[]> {
  const consentSecret = step.form.get('ticket') ?? ''
  const partnerUid = requestingPartner(step)?.partner_uid ?? null
  const identities = await listConsentIdentitiesUnscoped(services, consentSecret, partnerUid)
  return listManagers(services, identities)
}

/**
 * Returns the consent session of the form if it belongs to the same managers, otherwise a new one.
 */
async function reuseConsentSession(
  services: ConsentServices,
  step: ConsentStep,
  managers: Manager[],
): Promise<string> {
  // `managers` are some of those of the session, so equal numbers mean the same managers.
  const sessionManagers = step.form.has('ticket') ? await signedInManagers(services, step) : []
  if (sessionManagers.length === managers.length) return step.form.get('ticket')!
  return createConsentSession(services, managers, requestingPartner(step)?.partner_uid ?? null)
}

async function sendAgencyChoice(
  services: ConsentServices,
  step: ConsentStep,
  managers: Manager[],
): Promise<FastifyReply> {
  const consentSecret = await reuseConsentSession(services, step, managers)
  const page = agencyPage(step.locale, requestingPartner(step), consentSecret, managers)
  return sendPage(step, 200, page)
}

/** Reads the data of the pages: objects that can be granted, and the partners with access. */
async function readOverview(services: ConsentServices, step: ConsentStep, manager: Manager) {
  const { agency_uid: agencyUid, agency_name: agencyName } = manager
  const consentSecret = await reuseConsentSession(services, step, [manager])
  const grantables = await listGrantables(services, agencyUid)
  const partners = await presentAccess(services, agencyUid, grantables, step.locale)
  return { agencyName, consentSecret, grantables, partners, messages: step.locale.messages }
}

async function sendHome(
  services: ConsentServices,
  step: ConsentStep,
  manager: Manager,
  result: FormResult = {},
): Promise<FastifyReply> {
  const { partners, ...overview } = await readOverview(services, step, manager)
  const partner = requestingPartner(step)
  const status = result.alert === undefined ? 200 : 422
  if (!partner) {
    const page = accessPage(step.locale, { ...overview, partners }, result)
    return sendPage(step, status, page)
  }
  const currentGrants = partners.find(({ uid }) => uid === partner.partner_uid)?.grants ?? []
  const decision = { ...overview, partner, currentGrants }
  return sendPage(step, status, consentPage(step.locale, decision, partners, result))
}

async function sendPartner(
  services: ConsentServices,
  step: ConsentStep,
  manager: Manager,
  result: FormResult = {},
): Promise<FastifyReply> {
  const { partners, ...overview } = await readOverview(services, step, manager)
  const partner = partners.find(({ uid }) => uid === step.form.get('of'))
  if (!partner) return sendHome(services, step, manager, { note: overview.messages.alreadyRemoved })
  const decision = { ...overview, partner, currentGrants: partner.grants }
  return sendPage(
    step,
    result.alert ? 422 : 200,
    partnerPage(step.locale, decision, partner, result),
  )
}

const noSelection = ({ locale }: ConsentStep) => ({ alert: locale.messages.nothingChosen })

async function handleChange(
  services: ConsentServices,
  step: ConsentStep,
  manager: Manager,
): Promise<FastifyReply> {
  const { form } = step
  const { agency_uid: agencyUid } = manager
  const overview = await readOverview(services, step, manager)
  const { partners, grantables, consentSecret, messages } = overview
  const partner = partners.find(({ uid }) => uid === form.get('of'))
  if (!partner) return sendPartner(services, step, manager)
  const disconnects = form.get('step') === 'end'
  const grants = disconnects ? null : readSelection(form, grantables, partner.grants)
  if (grants?.length === 0) return sendPartner(services, step, manager, noSelection(step))
  const ctx = managerContext(services, step, manager)
  const party = { agencyUid, partnerUid: partner.uid }
  const isStored = await changeAccess(ctx, party, { grants, consentSecret })
  if (!isStored) return requireSignIn(step)
  const noteText = disconnects ? messages.accessRemoved : messages.accessSaved
  return sendHome(services, step, manager, { note: noteText(partner.name) })
}

async function handleApproval(
  services: ConsentServices,
  step: ConsentStep,
  manager: Manager,
): Promise<FastifyReply> {
  const { form, reply } = step
  const { partner, request: authorization } = step.authorization!
  const { agency_uid: agencyUid, uid: employeeUid } = manager
  const { partner_uid: partnerUid } = partner
  const currentGrants = await listGrants(services, agencyUid, partnerUid)
  const grants = readSelection(form, await listGrantables(services, agencyUid), currentGrants)
  if (grants.length === 0) return sendHome(services, step, manager, noSelection(step))
  const { redirectUri, codeChallenge } = authorization
  const consentSecret = form.get('ticket')!
  const approval = {
    agencyUid,
    employeeUid,
    partnerUid,
    redirectUri,
    codeChallenge,
    grants,
    consentSecret,
  }
  const code = await approvePartner(managerContext(services, step, manager), approval)
  if (code === null) return requireSignIn(step)
  return reply.redirect(redirectUrl(authorization, 'SUCCESSFUL', issuerUrl(services), code), 302)
}
