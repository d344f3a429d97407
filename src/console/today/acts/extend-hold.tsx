/** Holds nights longer: by a day or two more than they are held, or until an instant. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { comesLater } from '../../comes-later.ts'
import { Icon } from '../../kit/icons.tsx'
import { ActMenu } from '../../kit/menu/act-menu.ts'
import { Problem } from '../../kit/problem.tsx'
import { undoBy } from '../../kit/toasts/toasts.ts'
import { addHours, type Extension, extendBy, holdMax } from '../../leads/acts/hold/hold-end.ts'
import { newKey } from '../../plain-http.ts'
import { dayTimeText } from '../../words/format.ts'
import { useSpoken } from '../../words/words.tsx'
import { changedReads, type TodayLead } from '../today.ts'

const HoldUntil = comesLater(async () => (await import('./hold-until.tsx')).HoldUntil)

const steps = [24, 48] as const

interface ExtendHoldProps {
  lead: TodayLead & { expiresUtcDateTime?: string | null }
}

export function ExtendHold({ lead }: ExtendHoldProps) {
  const { words, locale } = useSpoken()
  const { today } = words
  const trigger = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<'menu' | 'until' | null>(null)
  const extend = useExtension(lead)
  const end = lead.expiresUtcDateTime
  if (!end) return null
  const close = () => setOpened(null)
  const choices = steps
    .map(hours => ({ hours, until: addHours(end, hours) }))
    .filter(({ until }) => until <= holdMax())
    .map(({ hours, until }) => {
      return { id: String(hours), text: today.longer(hours, dayTimeText(until, locale)) }
    })
  return (
    <>
      <Button
        ref={trigger}
        className="button plain small"
        isDisabled={extend.isPending}
        aria-haspopup="menu"
        aria-expanded={opened === 'menu'}
        onPress={() => setOpened('menu')}
      >
        {today.acts.extend}
        <Icon name="down" />
      </Button>
      <Suspense>
        {opened === 'menu' ? (
          <ActMenu
            {...{ trigger }}
            close={() => setOpened(now => (now === 'menu' ? null : now))}
            autoFocus="first"
            label={today.acts.extend}
            acts={[...choices, { id: 'until', text: today.until }]}
            act={id => {
              if (id === 'until') setOpened('until')
              else void extend.run({ hours: Number(id) })
            }}
          />
        ) : null}
        {opened === 'until' ? <HoldUntil {...{ trigger, end, close }} write={extend} /> : null}
      </Suspense>
      {extend.error && opened === null ? <Problem error={extend.error} /> : null}
    </>
  )
}

/** Extends a hold from the end that it has on the server, and takes that back. */
function useExtension({ leadUid: uid, guestName }: TodayLead) {
  const { words, locale } = useSpoken()
  const client = useQueryClient()
  const readAnew = () => {
    for (const read of changedReads) {
      void client.invalidateQueries({ queryKey: [read] })
    }
  }
  return useWrite(
    (given: Extension, key) => extendBy(uid, given, key),
    readAnew,
    ({ former, until }) => {
      const name = guestName ?? words.lead.noName
      const undo = () => {
        const body = { untilUtcDateTime: former }
        const given = { path: { uid }, body, key: newKey() }
        return call('POST /leads/{uid}/extend-hold', given).finally(readAnew)
      }
      return {
        text: toasts => toasts.holdEnds(name, dayTimeText(until, locale)),
        actions: [undoBy(undo)],
      }
    },
  )
}
