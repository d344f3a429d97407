/** Jobs of a stay, and what their state allows. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { delayMs } from '../../api/delayed.ts'
import { may, useSession } from '../../api/session.tsx'
import { Doing } from '../../kit/delayed/doing.tsx'
import { isSettled, useDelay, useDelayed } from '../../kit/delayed/use-delayed.ts'
import { Input, Select, TextArea, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { usePressGuard } from '../../kit/lists/live-list.ts'
import { Problem } from '../../kit/problem.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { dateText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { staysWith } from '../acts/stays-with.ts'
import { type Job, useJobs, useLeadWrite, useServices } from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'

/** The acts of a state: contract/resources.md §1.2. */
const actsOf: Record<Job['status'], readonly ('accept' | 'decline' | 'mark-as-done')[]> = {
  NEW: ['accept', 'decline', 'mark-as-done'],
  ACCEPTED: ['mark-as-done', 'decline'],
  DECLINED: ['accept'],
  DONE: [],
  CANCELLED: [],
}

export function Jobs({ lead }: LeadProps) {
  const words = useLeadWords()
  const session = useSession()
  const { data: jobs, error, refetch } = useJobs(lead.uid)
  const [isAdding, setAdding] = useState(false)
  const guard = usePressGuard()
  if (error) return <Problem error={error} again={refetch} />
  const mayAdd = may(session, 'jobs:write') && lead.propertyUid !== null
  return (
    <>
      {jobs?.length === 0 ? <p className="quiet">{words.jobs.none}</p> : null}
      <ul className="rows" {...guard}>
        {jobs?.map(job => (
          <JobItem key={job.uid} job={job} leadUid={lead.uid} />
        ))}
      </ul>
      {isAdding ? (
        <JobForm lead={lead} close={() => setAdding(false)} />
      ) : mayAdd ? (
        <Button className="button plain" onPress={() => setAdding(true)}>
          {words.jobs.add}
        </Button>
      ) : null}
    </>
  )
}

function JobItem({ job, leadUid }: { job: Job; leadUid: string }) {
  const { words, locale } = useSpoken()
  const { jobs } = useLeadWords()
  const session = useSession()
  const { data: services = [] } = useServices()
  const delay = useDelay()
  const delayed = useDelayed(job.uid)
  const isUnderWay = delayed && !isSettled(delayed.state)
  const decline = useLeadWrite(
    leadUid,
    (uid: string, key) => call('POST /jobs/{uid}/decline', { path: { uid }, body: {}, key }),
    () => {},
    () => ({ text: toasts => toasts.jobDeclined }),
  )
  const title = services.find(({ uid }) => uid === job.serviceUid)?.title ?? '…'
  const begin = (act: 'accept' | 'decline' | 'mark-as-done') => {
    if (act === 'decline') return void decline.run(job.uid)
    delay({
      ...{ object: job.uid, noun: 'jobs', what: title, ms: delayMs.action },
      action: act === 'accept' ? 'acceptJob' : 'done',
      send: sending => {
        const given = { path: { uid: job.uid }, body: {}, ...sending, isDelayed: true }
        return call(`POST /jobs/{uid}/${act}`, given)
      },
      reads: ['lead', 'leads', 'today', 'calendar'],
    })
  }
  const texts = { accept: jobs.accept, decline: jobs.decline, 'mark-as-done': jobs.done }
  const { startLocalDateTime: start, endLocalDateTime: end } = job
  return (
    <li className="row">
      <div className="row-text">
        <b>{title}</b>{' '}
        <span className={`status ${job.status === 'DONE' ? 'is-booked' : 'is-block'}`}>
          {words.today.jobStatus[job.status]}
        </span>
        <p className="quiet small">
          {dateText(start, locale, 'weekday')}, {start.slice(11, 16)}–{end.slice(11, 16)}
        </p>
        {job.notes ? <p className="notes">{job.notes}</p> : null}
      </div>
      {isUnderWay ? (
        <Doing object={job.uid} />
      ) : may(session, 'ownJobs:write') ? (
        <div className="row-acts">
          {actsOf[job.status].map(act => (
            <Button
              key={act}
              className="button plain small"
              isDisabled={decline.isPending}
              onPress={() => begin(act)}
            >
              {texts[act]}
            </Button>
          ))}
        </div>
      ) : null}
      {decline.error ? <Problem error={decline.error} /> : null}
    </li>
  )
}

function JobForm({ lead, close }: Pick<LeadProps, 'lead'> & { close: () => void }) {
  const { jobs: words } = useLeadWords()
  const { data: services = [] } = useServices()
  const active = services.filter(({ isActive }) => isActive)
  const day = lead.checkOutLocalDateTime
  const form = useForm({
    serviceUid: '',
    start: day.slice(0, 16),
    end: `${day.slice(0, 11)}14:00`,
    notes: '',
  })
  const { values, set } = form
  const serviceUid = values.serviceUid || active[0]?.uid
  const leave = useUnsaved(form.isDirty, staysWith(lead.uid, null), close)
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
    () => ({ text: toasts => toasts.job }),
  )
  const time = (name: 'start' | 'end') => (
    <Input
      type="datetime-local"
      isRequired
      label={words[name]}
      error={wrong(write, `${name}LocalDateTime`)}
      value={values[name]}
      change={text => set(name, text)}
    />
  )
  return (
    <WriteForm
      title={words.add}
      write={write}
      given={() => (serviceUid ? values : null)}
      submit={words.add}
      isDisabled={!serviceUid}
      close={leave}
    >
      <Select
        label={words.service}
        value={serviceUid ?? ''}
        options={active.map(({ uid, title }) => [uid, title])}
        change={uid => set('serviceUid', uid)}
      />
      <div className="field-row">
        {time('start')}
        {time('end')}
      </div>
      <TextArea
        label={words.notes}
        rows={2}
        value={values.notes}
        change={text => set('notes', text)}
      />
    </WriteForm>
  )
}
