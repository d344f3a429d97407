/** Form for splitting a stay: the guests move to another property or unit during the stay. */

import { call } from '../../../api/call.ts'
import type { BodyOf } from '../../../api/response-types.ts'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { useUnsaved } from '../../../routing/unsaved.ts'
import { Input, useForm } from '../../../ui/form.tsx'
import { dateOf, dayOf } from '../../days.ts'
import { useProperties } from '../../properties.query.ts'
import { fieldError, WriteForm } from '../../writes/write-form.tsx'
import { useMessageGuest } from '../guest-messages.ts'
import { useLeadWrite } from '../lead.query.ts'
import type { ActionProps } from '../lead-props.ts'
import { staysOpenWith } from '../lead-props.ts'
import { leadText } from '../title.ts'
import { ActionError } from './action-error.tsx'
import { PropertyFields } from './property-fields.tsx'

export function SplitForm({ lead, close }: ActionProps) {
  const texts = useLeadTranslations()
  const { texts: sharedTexts, locale } = useLocalization()
  const { nights } = sharedTexts
  const messageGuest = useMessageGuest()
  const { properties } = useProperties()
  const [arrival, departure] = [dayOf(lead.checkInLocalDateTime), dayOf(lead.checkOutLocalDateTime)]
  // Proposed date: the middle of the stay.
  const middle = dateOf(Math.ceil((arrival + departure) / 2))
  const form = useForm({ date: middle, propertyUid: lead.propertyUid ?? '', unitUid: '' })
  const { values, set } = form
  const leave = useUnsaved(form.isDirty, staysOpenWith(lead.uid, 'split'), close)
  const write = useLeadWrite(
    lead.uid,
    (body: BodyOf<'POST /leads/{uid}/split'>, key) =>
      call('POST /leads/{uid}/split', { path: { uid: lead.uid }, body, key }),
    leave,
    () => ({
      text: toasts => toasts.leadActions.split(leadText(lead, sharedTexts, locale)),
      actions: lead.type === 'BLOCK' ? [] : [messageGuest(lead.uid)],
    }),
  )
  const day = values.date === '' ? arrival : dayOf(values.date)
  const isInside = arrival < day && day < departure
  const isElsewhere = values.propertyUid !== lead.propertyUid || values.unitUid !== ''
  return (
    <WriteForm
      title={texts.act.split}
      write={write}
      input={() => ({
        splitLocalDate: values.date,
        ...(values.propertyUid === lead.propertyUid ? {} : { propertyUid: values.propertyUid }),
        ...(values.unitUid === '' ? {} : { unitUid: values.unitUid }),
      })}
      submit={texts.act.split}
      isDisabled={!isInside || !isElsewhere}
      close={leave}
      problem={
        <ActionError
          error={write.error}
          leadUid={lead.uid}
          pickUnit={unitUid => {
            write.clearError()
            set('unitUid', unitUid)
          }}
        />
      }
    >
      <p className="quiet">{texts.split.text}</p>
      <Input
        type="date"
        isRequired
        label={texts.split.date}
        hint={
          isInside ? texts.split.parts(nights(day - arrival), nights(departure - day)) : undefined
        }
        error={fieldError(write, 'splitLocalDate')}
        min={dateOf(arrival + 1)}
        max={dateOf(departure - 1)}
        value={values.date}
        change={text => set('date', text)}
      />
      <PropertyFields form={form} properties={properties} label={texts.split.place} />
      {isElsewhere ? null : <p className="quiet">{texts.split.elsewhere}</p>}
    </WriteForm>
  )
}
