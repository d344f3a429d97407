/** Page and files of the console. */
import { randomBytes } from 'node:crypto'
import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Run } from '../../platform/db/statements.ts'
import { logAs } from '../../platform/logs/log-requests.ts'
import { secure, sendPageFile, setPageHeaders } from '../../platform/web/pages.ts'
import { acceptedLanguage } from '../../rental/access/languages/language.ts'
import { findChosenLanguage } from '../../rental/access/languages/languages.ts'
import { presentOwnSession } from '../../rental/access/sessions/present-own-session.ts'
import { readSessionCookie, sessionCookie } from '../../rental/access/sessions/session.ts'
import { findSession } from '../../rental/access/sessions/sessions.ts'
import { bundleConsole } from './bundle.ts'
import { assetsPath, contentSources, shellHtml, themes } from './shell-html.ts'

interface ConsoleOptions extends Pick<Context, 'db' | 'settings' | 'sending'> {
  run: Run
  clock: Clock
}

/** Serves the console below `/console`, in addition to the plain sign-in pages. */
export function serveConsoleShell(app: FastifyInstance, options: ConsoleOptions): void {
  const hidden = { schema: { hide: true } }
  app.get('/console', hidden, (request, reply) => sendShell(options, request, reply))
  app.get('/console/*', hidden, (request, reply) => sendShell(options, request, reply))
  app.get<{ Params: { file: string } }>(`${assetsPath}/:file`, hidden, async (request, reply) => {
    const { files } = await bundleConsole()
    const file = files.get(request.params.file)
    return file ? sendPageFile(request, secure(reply), file) : reply.callNotFound()
  })
}

/** Redirects to the plain account page if the console is disabled. */
export function redirectToAccount(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } }
  for (const path of ['/console', '/console/setup']) {
    app.get(path, hidden, (_request, reply) => reply.redirect('/console/account', 303))
  }
}

/** Sends the page of the console for every path; redirects to sign-in without a session. */
async function sendShell(
  { run, clock, ...ctx }: ConsoleOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { publicUrl } = ctx.settings
  const cookie = readSessionCookie(request.headers.cookie, publicUrl)
  const session = cookie && (await findSession(run, cookie, clock.now()))
  reply.header('cache-control', 'no-store')
  if (!session) return reply.redirect(signInPath(request.url), 303)
  logAs(request, { credential: `employee:${session.employeeUid}`, agency: cookie.agencyUid })
  if (session.renewsCookie) reply.header('set-cookie', sessionCookie(cookie, publicUrl))
  const nonce = randomBytes(16).toString('base64')
  const bundle = await bundleConsole()
  const path = new URL(request.url, publicUrl).pathname.slice('/console'.length) || '/'
  setPageHeaders(reply, contentSources(nonce)).header('referrer-policy', 'same-origin')
  reply.header('cross-origin-opener-policy', 'same-origin')
  const { cookie: cookies, 'accept-language': accepted } = request.headers
  const { agencyUid } = cookie
  const { uid: sessionUid, employeeUid, role } = session
  const [chosenLanguage, presentedSession] = await Promise.all([
    findChosenLanguage(ctx, [{ agency_uid: agencyUid, uid: employeeUid }]),
    presentOwnSession(ctx, { agencyUid, employeeUid, sessionUid, role }),
  ])
  const language = chosenLanguage ?? acceptedLanguage(accepted)
  const theme = readTheme(cookies)
  return reply.send(shellHtml({ bundle, path, session: presentedSession, nonce, theme, language }))
}

function signInPath(url: string): string {
  const isHome = url === '/console' || url === '/console/'
  return `/console/sign-in${isHome ? '' : `?next=${encodeURIComponent(url)}`}`
}

function readTheme(cookies = '') {
  const chosen = /(?:^|; )lodgepole-theme=(\w+)/.exec(cookies)?.[1]
  return themes.find(theme => theme === chosen) ?? null
}

/** Builds the bundle in the background, before the first request. */
export function buildConsoleInBackground(onFailure: (error: unknown) => void): void {
  setTimeout(() => bundleConsole().catch(onFailure), buildDelayMs).unref()
}

/** Delay of the build, so that it does not slow down the start. */
const buildDelayMs = 1_000
