/** The second part of a stay goes to another place: guests move in the middle of it. */
import type { BodyOf } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { dateOf, dayOf } from '../../calendar/days.ts'
import { useHouses } from '../../calendar/houses.read.ts'
import { Input, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { useLeadWrite } from '../lead/lead.read.ts'
import type { ActProps } from '../lead/lead-props.ts'
import { useMessageGuest } from '../messages/message-guest.ts'
import { leadText } from '../title.ts'
import { PlaceFields } from './place-fields.tsx'
import { Refusal } from './refusal.tsx'
import { staysWith } from './stays-with.ts'

export function SplitForm({ lead, close }: ActProps) {
  const words = useLeadWords()
  const { words: shared, locale } = useSpoken()
  const { nights } = shared
  const writeTo = useMessageGuest()
  const { houses } = useHouses()
  const [first, last] = [dayOf(lead.checkInLocalDateTime), dayOf(lead.checkOutLocalDateTime)]
  const middle = dateOf(Math.ceil((first + last) / 2))
  const form = useForm({ date: middle, propertyUid: lead.propertyUid ?? '', unitUid: '' })
  const { values, set } = form
  const leave = useUnsaved(form.isDirty, staysWith(lead.uid, 'split'), close)
  const write = useLeadWrite(
    lead.uid,
    (given: BodyOf<'POST /leads/{uid}/split'>, key) =>
      call('POST /leads/{uid}/split', { path: { uid: lead.uid }, body: given, key }),
    leave,
    () => ({
      text: toasts => toasts.acts.split(leadText(lead, shared, locale)),
      actions: lead.type === 'BLOCK' ? [] : [writeTo(lead.uid)],
    }),
  )
  const day = values.date === '' ? first : dayOf(values.date)
  const isInside = first < day && day < last
  const isElsewhere = values.propertyUid !== lead.propertyUid || values.unitUid !== ''
  return (
    <WriteForm
      title={words.act.split}
      write={write}
      given={() => ({
        splitLocalDate: values.date,
        ...(values.propertyUid === lead.propertyUid ? {} : { propertyUid: values.propertyUid }),
        ...(values.unitUid === '' ? {} : { unitUid: values.unitUid }),
      })}
      submit={words.act.split}
      isDisabled={!isInside || !isElsewhere}
      close={leave}
      problem={
        <Refusal
          error={write.error}
          leadUid={lead.uid}
          pickUnit={unitUid => {
            write.forget()
            set('unitUid', unitUid)
          }}
        />
      }
    >
      <p className="quiet">{words.split.text}</p>
      <Input
        type="date"
        isRequired
        label={words.split.date}
        hint={isInside ? words.split.parts(nights(day - first), nights(last - day)) : undefined}
        error={wrong(write, 'splitLocalDate')}
        min={dateOf(first + 1)}
        max={dateOf(last - 1)}
        value={values.date}
        change={text => set('date', text)}
      />
      <PlaceFields form={form} houses={houses} label={words.split.place} />
      {isElsewhere ? null : <p className="quiet">{words.split.elsewhere}</p>}
    </WriteForm>
  )
}
