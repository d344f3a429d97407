/** Text of a review with its answer, or a form for one. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../api/call.ts'
import { newKey } from '../api/new-key.ts'
import type { ResponseOf } from '../api/response-types.ts'
import { may, useSession } from '../api/session.tsx'
import { useReviewTranslations } from '../i18n/reviews/translations.ts'
import { staysOnPage, useUnsaved } from '../routing/unsaved.ts'
import { useWrite } from '../shared/writes/use-write.ts'
import { fieldError, WriteForm } from '../shared/writes/write-form.tsx'
import { TextArea } from '../ui/form.tsx'
import { undoAction } from '../ui/toasts.ts'

type Review = ResponseOf<'GET /reviews'>['reviews'][number]

const answerLengthMax = 10_000

export function ReviewText({ item: review }: { item: Review }) {
  const { title, content, privateFeedback, reviewResponse } = review
  const texts = useReviewTranslations()
  const mayAnswer = may(useSession(), 'inbox:write')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="review-text" dir="auto">
      {title ? <b>{title}</b> : null}
      <p>{content}</p>
      {privateFeedback ? (
        <p className="quiet">
          {texts.fields.privateFeedback}: {privateFeedback}
        </p>
      ) : null}
      {isOpen ? (
        <AnswerForm review={review} close={() => setOpen(false)} />
      ) : (
        <>
          {reviewResponse ? (
            <blockquote>
              <b>{texts.yourAnswer}</b>
              <p>{reviewResponse}</p>
            </blockquote>
          ) : null}
          {mayAnswer ? (
            <Button className="button plain small" onPress={() => setOpen(true)}>
              {reviewResponse ? texts.edit : texts.answer}
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}

function AnswerForm({ review, close }: { review: Review; close: () => void }) {
  const { uid, author, reviewResponse: previous } = review
  const texts = useReviewTranslations()
  const client = useQueryClient()
  const [text, setText] = useState(previous ?? '')
  const leave = useUnsaved(text !== (previous ?? ''), staysOnPage, close)
  const send = async (answer: string | null, key: string) => {
    await call('PUT /reviews/{uid}/response', { path: { uid }, body: { text: answer }, key })
    await client.invalidateQueries({ queryKey: ['reviews'] })
  }
  const write = useWrite(send, leave, () => ({
    text: () => texts.answered(author),
    actions: [undoAction(() => send(previous, newKey()))],
  }))
  return (
    <WriteForm
      write={write}
      input={() => (text.trim() === '' ? null : text)}
      submit={texts.send}
      isDisabled={text.trim() === ''}
      close={leave}
      {...(fieldError(write, 'text') ? { problem: null } : {})}
    >
      <TextArea
        label={texts.yourAnswer}
        error={fieldError(write, 'text')}
        value={text}
        change={setText}
        maxLength={answerLengthMax}
        autoFocus
      />
    </WriteForm>
  )
}
