/** Age or error of the last import of a calendar, with a button to import now. */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { may, useSession } from '../../api/session.tsx'
import { untilText } from '../../i18n/format.ts'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { useWrite } from '../../shared/writes/use-write.ts'
import { useNow } from '../../ui/timers.ts'
import { addToast } from '../../ui/toasts.ts'

export type Calendar = ResponseOf<'GET /icals'>['icals'][number]

export function ImportState({ item }: { item: Calendar }) {
  const { uid, name, lastSyncStatus, lastSyncUtcDateTime: last, lastSyncError } = item
  const { calendars: texts } = usePropertyContentTranslations()
  const { locale, texts: sharedTexts } = useLocalization()
  const client = useQueryClient()
  const now = useNow()
  const write = useWrite(
    (path: { uid: string }, key) => call('POST /icals/{uid}/sync', { path, body: {}, key }),
    ({ ical }) => {
      void client.invalidateQueries({ queryKey: ['icals'] })
      if (ical.lastSyncStatus === 'ERROR') return
      addToast({ text: () => texts.synced(name) })
    },
    null,
  )
  const isFailed = lastSyncStatus === 'ERROR'
  return (
    <div className="import-state">
      <span className={isFailed ? 'field-error' : undefined}>
        {isFailed ? (
          <span lang="en">{lastSyncError}</span>
        ) : last === null ? (
          texts.never
        ) : (
          untilText(last, now, locale)
        )}
      </span>
      {isFailed && last !== null ? (
        <span className="quiet small">{texts.lastRead(untilText(last, now, locale))}</span>
      ) : null}
      {may(useSession(), 'selling:write') ? (
        <Button
          className="button plain small"
          aria-label={texts.syncOne(name)}
          isDisabled={write.isPending}
          onPress={() => void write.run({ uid })}
        >
          {write.isPending ? sharedTexts.form.sending : texts.sync}
        </Button>
      ) : null}
    </div>
  )
}
