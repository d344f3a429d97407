/** Extension of a hold by a day or two, or until a chosen time. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { dayTimeText } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { lazyComponent } from '../../routing/lazy.ts'
import {
  addHours,
  type Extension,
  extendHold,
  holdMax,
} from '../../shared/lead/actions/hold/hold-end.ts'
import { Problem } from '../../shared/problem.tsx'
import { useWrite } from '../../shared/writes/use-write.ts'
import { Icon } from '../../ui/icons.tsx'
import { ActionMenu } from '../../ui/menu/menu-button.tsx'
import { undoAction } from '../../ui/toasts.ts'
import { changedQueries, type TodayLead } from '../today.ts'

const HoldEndDialog = lazyComponent(
  async () => (await import('./hold-end-dialog.tsx')).HoldEndDialog,
)

const extensionHours = [24, 48] as const

interface ExtendHoldProps {
  lead: TodayLead & { expiresUtcDateTime?: string | null }
}

export function ExtendHold({ lead }: ExtendHoldProps) {
  const { texts, locale, timeZone } = useLocalization()
  const { today } = texts
  const trigger = useRef<HTMLButtonElement>(null)
  const [openPart, setOpenPart] = useState<'menu' | 'until' | null>(null)
  const extend = useExtension(lead)
  const holdEnd = lead.expiresUtcDateTime
  if (!holdEnd) return null
  const close = () => setOpenPart(null)
  const choices = extensionHours
    .map(hours => ({ hours, until: addHours(holdEnd, hours) }))
    .filter(({ until }) => until <= holdMax())
    .map(({ hours, until }) => {
      return { id: String(hours), text: today.longer(hours, dayTimeText(until, locale, timeZone)) }
    })
  return (
    <>
      <Button
        ref={trigger}
        className="button plain small"
        isDisabled={extend.isPending}
        aria-haspopup="menu"
        aria-expanded={openPart === 'menu'}
        onPress={() => setOpenPart('menu')}
      >
        {today.acts.extend}
        <Icon name="down" />
      </Button>
      <Suspense>
        {openPart === 'menu' ? (
          <ActionMenu
            {...{ trigger }}
            close={() => setOpenPart(part => (part === 'menu' ? null : part))}
            autoFocus="first"
            label={today.acts.extend}
            actions={[...choices, { id: 'until', text: today.until }]}
            run={id => {
              if (id === 'until') setOpenPart('until')
              else void extend.run({ hours: Number(id) })
            }}
          />
        ) : null}
        {openPart === 'until' ? (
          <HoldEndDialog {...{ trigger, holdEnd, close }} write={extend} />
        ) : null}
      </Suspense>
      {extend.error && openPart === null ? <Problem error={extend.error} /> : null}
    </>
  )
}

/** Extends a hold from its present end on the server; the toast can undo it. */
function useExtension({ leadUid: uid, guestName }: TodayLead) {
  const { texts, locale, timeZone } = useLocalization()
  const client = useQueryClient()
  const invalidate = () => {
    for (const queryName of changedQueries) {
      void client.invalidateQueries({ queryKey: [queryName] })
    }
  }
  return useWrite(
    (input: Extension, key) => extendHold(uid, input, key),
    invalidate,
    ({ former, until }) => {
      const name = guestName ?? texts.lead.noName
      const undo = () => {
        const body = { untilUtcDateTime: former }
        const input = { path: { uid }, body, key: newKey() }
        return call('POST /leads/{uid}/extend-hold', input).finally(invalidate)
      }
      return {
        text: toasts => toasts.holdEnds(name, dayTimeText(until, locale, timeZone)),
        actions: [undoAction(undo)],
      }
    },
  )
}
