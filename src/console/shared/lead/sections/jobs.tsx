/** Jobs of a stay and their actions. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../../api/call.ts'
import { delayMs } from '../../../api/delayed.ts'
import { may, useSession } from '../../../api/session.tsx'
import { dateText } from '../../../i18n/format.ts'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { useUnsaved } from '../../../routing/unsaved.ts'
import { Input, Select, TextArea, useForm } from '../../../ui/form.tsx'
import { usePressGuard } from '../../../ui/lists/live-list.ts'
import { Problem } from '../../problem.tsx'
import { DelayedStatus } from '../../writes/delayed-write.tsx'
import { hasEnded, useDelay, useDelayed } from '../../writes/use-delayed.ts'
import { fieldError, WriteForm } from '../../writes/write-form.tsx'
import { type Job, useJobs, useLeadWrite, useServices } from '../lead.query.ts'
import type { LeadProps } from '../lead-props.ts'
import { staysOpenWith } from '../lead-props.ts'

/** Actions by status (contract/resources.md §1.2). */
const actionsByStatus: Record<Job['status'], readonly ('accept' | 'decline' | 'mark-as-done')[]> = {
  NEW: ['accept', 'decline', 'mark-as-done'],
  ACCEPTED: ['mark-as-done', 'decline'],
  DECLINED: ['accept'],
  DONE: [],
  CANCELLED: [],
}

export function Jobs({ lead }: LeadProps) {
  const texts = useLeadTranslations()
  const session = useSession()
  const { data: jobs, error, refetch } = useJobs(lead.uid)
  const [isAdding, setAdding] = useState(false)
  const guard = usePressGuard()
  if (error && !jobs) return <Problem error={error} retry={refetch} />
  const mayAdd = may(session, 'jobs:write') && lead.propertyUid !== null
  return (
    <>
      {jobs?.length === 0 ? <p className="quiet">{texts.jobs.none}</p> : null}
      <ul className="rows" {...guard}>
        {jobs?.map(job => (
          <JobItem key={job.uid} job={job} leadUid={lead.uid} />
        ))}
      </ul>
      {isAdding ? (
        <JobForm lead={lead} close={() => setAdding(false)} />
      ) : mayAdd ? (
        <Button className="button plain" onPress={() => setAdding(true)}>
          {texts.jobs.add}
        </Button>
      ) : null}
    </>
  )
}

function JobItem({ job, leadUid }: { job: Job; leadUid: string }) {
  const { texts, locale } = useLocalization()
  const { jobs } = useLeadTranslations()
  const session = useSession()
  const { data: services = [] } = useServices()
  const delay = useDelay()
  const delayed = useDelayed(job.uid)
  const isInProgress = delayed && !hasEnded(delayed.state)
  const decline = useLeadWrite(
    leadUid,
    (uid: string, key) => call('POST /jobs/{uid}/decline', { path: { uid }, body: {}, key }),
    () => {},
    () => ({ text: toasts => toasts.jobDeclined }),
  )
  const title = services.find(({ uid }) => uid === job.serviceUid)?.title ?? '…'
  const begin = (action: 'accept' | 'decline' | 'mark-as-done') => {
    if (action === 'decline') return void decline.run(job.uid)
    delay({
      ...{ object: job.uid, noun: 'jobs', name: title, ms: delayMs.action },
      action: action === 'accept' ? 'acceptJob' : 'completeJob',
      send: sendOptions => {
        const options = { path: { uid: job.uid }, body: {}, ...sendOptions, isDelayed: true }
        return call(`POST /jobs/{uid}/${action}`, options)
      },
      reads: ['lead', 'leads', 'today', 'calendar'],
    })
  }
  const actionTexts = { accept: jobs.accept, decline: jobs.decline, 'mark-as-done': jobs.done }
  const { startLocalDateTime: start, endLocalDateTime: end } = job
  return (
    <li className="row">
      <div className="row-text">
        <b>{title}</b>{' '}
        <span className={`status ${job.status === 'DONE' ? 'is-booked' : 'is-block'}`}>
          {texts.today.jobStatus[job.status]}
        </span>
        <p className="quiet small">
          {dateText(start, locale, 'weekday')}, {start.slice(11, 16)}–{end.slice(11, 16)}
        </p>
        {job.notes ? <p className="notes">{job.notes}</p> : null}
      </div>
      {isInProgress ? (
        <DelayedStatus object={job.uid} />
      ) : may(session, 'ownJobs:write') ? (
        <div className="row-acts">
          {actionsByStatus[job.status].map(action => (
            <Button
              key={action}
              className="button plain small"
              isDisabled={decline.isPending}
              onPress={() => begin(action)}
            >
              {actionTexts[action]}
            </Button>
          ))}
        </div>
      ) : null}
      {decline.error ? <Problem error={decline.error} /> : null}
    </li>
  )
}

/** Proposed end of a job on the day of departure. */
const defaultEndTime = '14:00'

function JobForm({ lead, close }: Pick<LeadProps, 'lead'> & { close: () => void }) {
  const { jobs: texts } = useLeadTranslations()
  const { data: services = [] } = useServices()
  const activeServices = services.filter(({ isActive }) => isActive)
  const checkOut = lead.checkOutLocalDateTime
  const form = useForm({
    serviceUid: '',
    start: checkOut.slice(0, 16),
    end: `${checkOut.slice(0, 10)}T${defaultEndTime}`,
    notes: '',
  })
  const { values, set } = form
  const serviceUid = values.serviceUid || activeServices[0]?.uid
  const leave = useUnsaved(form.isDirty, staysOpenWith(lead.uid, null), close)
  const write = useLeadWrite(
    lead.uid,
    ({ start, end, notes }: typeof values, key) => {
      const body = {
        propertyUid: lead.propertyUid!,
        leadUid: lead.uid,
        serviceUid: serviceUid!,
        startLocalDateTime: `${start}:00`,
        endLocalDateTime: `${end}:00`,
        notes: notes.trim() || null,
        ...(lead.unitUid && lead.hotelUid ? { unitUid: lead.unitUid } : {}),
      }
      return call('POST /jobs', { body, key })
    },
    leave,
    () => ({ text: toasts => toasts.jobAdded }),
  )
  const timeField = (name: 'start' | 'end') => (
    <Input
      type="datetime-local"
      isRequired
      label={texts[name]}
      error={fieldError(write, `${name}LocalDateTime`)}
      value={values[name]}
      change={text => set(name, text)}
    />
  )
  return (
    <WriteForm
      title={texts.add}
      write={write}
      input={() => (serviceUid ? values : null)}
      submit={texts.add}
      isDisabled={!serviceUid}
      close={leave}
    >
      <Select
        label={texts.service}
        value={serviceUid ?? ''}
        options={activeServices.map(({ uid, title }) => [uid, title])}
        change={uid => set('serviceUid', uid)}
      />
      <div className="field-row">
        {timeField('start')}
        {timeField('end')}
      </div>
      <TextArea
        label={texts.notes}
        rows={2}
        value={values.notes}
        change={text => set('notes', text)}
      />
    </WriteForm>
  )
}
