/** Error message with advice and a retry button. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ApiProblem, isImportError, Unreachable } from '../api/problem.ts'
import { type Translations, useTranslations } from '../i18n/translations.tsx'
import { copyText } from '../ui/copy-text.ts'

interface ProblemProps {
  error: unknown
  retry?: () => void
  /** Replaces the general title. */
  title?: string
  text?: string
  retryText?: string
}

export function Problem({ error, retry, title, text, retryText }: ProblemProps) {
  const texts = useTranslations()
  const { problem } = texts
  const hasSessionEnded = error instanceof ApiProblem && error.status === 401
  // Retrying does not help if the object does not exist.
  const isMissing = error instanceof ApiProblem && error.status === 404
  const uid = error instanceof ApiProblem && error.status >= 500 ? error.body.uid : undefined
  return (
    <div className="problem" role="alert">
      <h2>{title ?? (hasSessionEnded ? problem.ended : problem.title)}</h2>
      <p>{text ?? errorText(error, texts)}</p>
      {text === undefined && isSpecific(error) ? (
        <p className="quiet small" lang="en">
          {error.message}
        </p>
      ) : null}
      {hasSessionEnded ? (
        <a href="/console/sign-in" target="_blank" rel="noreferrer">
          {problem.signIn}
        </a>
      ) : null}
      {error instanceof ApiProblem && error.body.requires ? (
        <p className="quiet">{error.body.requires}</p>
      ) : null}
      {uid ? <ReportNumber uid={uid} /> : null}
      {retry && !isMissing ? (
        <Button className="button" onPress={retry}>
          {retryText ?? problem.again}
        </Button>
      ) : null}
    </div>
  )
}

function ReportNumber({ uid }: { uid: string }) {
  const { problem } = useTranslations()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(uid)
    setCopied(true)
  }
  return (
    <p className="report-number">
      <span>
        {problem.number}: <code>{uid}</code>
      </span>
      <Button className="button plain small" onPress={copy}>
        {isCopied ? problem.copied : problem.copy}
      </Button>
    </p>
  )
}

/** Returns the translated message of an error. */
export function errorText(error: unknown, { problem, lead }: Translations): string {
  if (error instanceof Unreachable || isImportError(error)) return problem.unreachable
  if (!(error instanceof ApiProblem)) return problem.broken
  const { code, leadStatus } = error.body
  if (error.status === 401) return problem.endedText
  if (code === 'OPERATION_NOT_PERMITTED') return problem.forbidden
  if (isLastAdmin(error)) return problem.lastAdmin
  const statusText = lead.statuses[leadStatus as keyof Translations['lead']['statuses']]
  if (code === 'ILLEGAL_TRANSITION' && statusText) return problem.isNow(statusText)
  const codes: Record<string, string> = problem.codes
  return codes[code] ?? problem.kinds[errorKind(error.status)]
}

/** Returns true if a change would leave the agency without an administrator. */
function isLastAdmin({ body: { code, state } }: ApiProblem): boolean {
  return code === 'STATE_CONFLICT' && state === 'ADMIN'
}

function errorKind(status: number): keyof Translations['problem']['kinds'] {
  if (status >= 500) return 'server'
  const kindsByStatus = { 403: 'denied', 404: 'missing', 409: 'conflict', 410: 'missing' } as const
  return kindsByStatus[status as keyof typeof kindsByStatus] ?? 'input'
}

const specificCodes = ['OPERATION_NOT_PERMITTED', 'ILLEGAL_TRANSITION']

/** Returns true if the server's message is more specific than the translated one. */
function isSpecific(error: unknown): error is ApiProblem {
  if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 401) return false
  if (isLastAdmin(error)) return false
  return !specificCodes.includes(error.body.code) && error.message !== ''
}
