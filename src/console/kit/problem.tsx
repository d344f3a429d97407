/** What went wrong, in words that help, and what to do about it. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ApiProblem, Unreachable } from '../api/problem.ts'
import { useWords, type Words } from '../words/words.tsx'

export function Problem({ error, again }: { error: unknown; again?: () => void }) {
  const words = useWords()
  const { problem } = words
  const uid = error instanceof ApiProblem && error.status >= 500 ? error.body.uid : undefined
  return (
    <div className="problem" role="alert">
      <h2>{problem.title}</h2>
      <p>{textOf(error, words)}</p>
      {error instanceof ApiProblem && error.body.requires ? (
        <p className="quiet">{error.body.requires}</p>
      ) : null}
      {uid ? <ReportNumber uid={uid} /> : null}
      {again ? (
        <Button className="button" onPress={again}>
          {problem.again}
        </Button>
      ) : null}
    </div>
  )
}

function ReportNumber({ uid }: { uid: string }) {
  const { problem } = useWords()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(uid)
    setCopied(true)
  }
  return (
    <p>
      {problem.number}: <code>{uid}</code>{' '}
      <Button className="button plain small" onPress={copy}>
        {isCopied ? problem.copied : problem.copy}
      </Button>
    </p>
  )
}

function textOf(error: unknown, { problem }: Words): string {
  if (error instanceof Unreachable) return problem.unreachable
  if (!(error instanceof ApiProblem)) return problem.broken
  if (error.body.code === 'OPERATION_NOT_PERMITTED') return problem.forbidden
  return error.message
}
