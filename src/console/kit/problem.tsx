/** What went wrong, in words that help, and what to do about it. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ApiProblem, isUnloaded, Unreachable } from '../api/problem.ts'
import { copyText } from '../plain-http.ts'
import { useWords, type Words } from '../words/words.tsx'

interface ProblemProps {
  error: unknown
  again?: () => void
  /** In place of the words that there are for every problem. */
  title?: string
  text?: string
  againText?: string
}

export function Problem({ error, again, title, text, againText }: ProblemProps) {
  const words = useWords()
  const { problem } = words
  const isEnded = error instanceof ApiProblem && error.status === 401
  // What is not there is not there the next time.
  const isMissing = error instanceof ApiProblem && error.status === 404
  const uid = error instanceof ApiProblem && error.status >= 500 ? error.body.uid : undefined
  return (
    <div className="problem" role="alert">
      <h2>{title ?? (isEnded ? problem.ended : problem.title)}</h2>
      <p>{text ?? textOf(error, words)}</p>
      {text === undefined && isTold(error) ? (
        <p className="quiet small" lang="en">
          {error.message}
        </p>
      ) : null}
      {isEnded ? (
        <a href="/console/sign-in" target="_blank" rel="noreferrer">
          {problem.signIn}
        </a>
      ) : null}
      {error instanceof ApiProblem && error.body.requires ? (
        <p className="quiet">{error.body.requires}</p>
      ) : null}
      {uid ? <ReportNumber uid={uid} /> : null}
      {again && !isMissing ? (
        <Button className="button" onPress={again}>
          {againText ?? problem.again}
        </Button>
      ) : null}
    </div>
  )
}

function ReportNumber({ uid }: { uid: string }) {
  const { problem } = useWords()
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

/** What went wrong, in words of the page. */
export function textOf(error: unknown, { problem, lead }: Words): string {
  if (error instanceof Unreachable || isUnloaded(error)) return problem.unreachable
  if (!(error instanceof ApiProblem)) return problem.broken
  const { code, leadStatus } = error.body
  if (error.status === 401) return problem.endedText
  if (code === 'OPERATION_NOT_PERMITTED') return problem.forbidden
  const now = lead.statuses[leadStatus as keyof Words['lead']['statuses']]
  if (code === 'ILLEGAL_TRANSITION' && now) return problem.isNow(now)
  const codes: Record<string, string> = problem.codes
  return codes[code] ?? problem.kinds[kindOf(error.status)]
}

function kindOf(status: number): keyof Words['problem']['kinds'] {
  if (status >= 500) return 'server'
  const kinds = { 403: 'denied', 404: 'missing', 409: 'conflict', 410: 'missing' } as const
  return kinds[status as keyof typeof kinds] ?? 'input'
}

const saysAll = ['OPERATION_NOT_PERMITTED', 'ILLEGAL_TRANSITION']

/** Whether the server says more to the point than the page can: which value, which limit. */
function isTold(error: unknown): error is ApiProblem {
  if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 401) return false
  return !saysAll.includes(error.body.code) && error.message !== ''
}
