/** Lists of leads, threads and jobs that need a decision, the most urgent first. */
import { useContext, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { countText, dateText, rangeText, untilText } from '../i18n/format.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { DelayedStatus } from '../shared/writes/delayed-write.tsx'
import { useDelayed } from '../shared/writes/use-delayed.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { AssignJob } from './actions/assign-job.tsx'
import { AssignLead } from './actions/assign-lead.tsx'
import { Pay } from './actions/pay.tsx'
import { JobActions, LeadActions } from './actions/row-actions.tsx'
import { RemovedJob, RemovedLead } from './removed-rows.tsx'
import { Due, LeadButton, PropertyName } from './rows.tsx'
import { HeldContext, initialDecisionRows, useVisibleRows } from './show-more.tsx'
import type { Today, TodayLead } from './today.ts'
import { Unread } from './unread.tsx'

interface DecisionsProps {
  today: Today
  open: (uid: string) => void
  /** Opens the messages of a lead. */
  reply: (uid: string) => void
}

export function Decisions({ today, open, reply }: DecisionsProps) {
  const { texts, locale } = useLocalization()
  const { requests, holds, due, lateJobs, unreadThreads: threads } = today
  const now = useNow()
  const count = [requests, holds, threads, due, lateJobs].reduce(
    (sum, group) => sum + group.count,
    0,
  )
  // The text must not appear or vanish under the pointer.
  const isHeld = useContext(HeldContext)
  const wasCalm = useRef(count === 0)
  if (!isHeld) wasCalm.current = count === 0
  const isCalm = wasCalm.current
  return (
    <section className="card day-list attention" aria-label={texts.today.attention}>
      <h2>
        {texts.today.attention} <span className="count number">{countText(count, locale)}</span>
      </h2>
      <OtherCounts today={today} />
      {isCalm ? <p className="quiet">{texts.today.calm}</p> : null}
      <Group
        title={texts.today.requests}
        {...requests}
        {...{ open, now }}
        href={listUrls.requests}
      />
      <Group title={texts.today.holds} {...holds} {...{ open, now }} href={listUrls.holds} />
      <Unread {...{ threads, now, reply }} />
      <LateJobs {...lateJobs} />
      <Group
        title={texts.today.due}
        {...due}
        {...{ open, now }}
        href={listUrls.due(today.date)}
        isDue
      />
    </section>
  )
}

/** URLs of lead lists with the same leads as a group. */
const listUrls = {
  requests: '/reservations?stage=HOLD&status=PENDING,PENDING_APPROVED',
  holds: '/reservations?stage=HOLD&status=ON_HOLD',
  due: (date: string) => `/reservations?stage=BOOKED&sort=checkIn&due=${date}`,
}

interface GroupProps extends Pick<DecisionsProps, 'open'> {
  title: string
  count: number
  items: TodayLead[]
  now: number
  /** URL of the complete list. */
  href: string
  /** True to show the amount due. */
  isDue?: boolean
}

function Group({ title, count, items, open, now, href, isDue = false }: GroupProps) {
  const { texts, locale } = useLocalization()
  const { visible, moreButton, newsButton } = useVisibleRows(
    { name: title, count, items, href, getKey },
    initialDecisionRows,
  )
  if (visible.length === 0) return null
  return (
    <>
      <h3>
        <Link href={href} title={texts.today.inList}>
          {title}
        </Link>{' '}
        <span className="quiet number">{countText(count, locale)}</span>
        {newsButton}
      </h3>
      <ul>
        {visible.map(({ item: lead, isRemoved }) => (
          <li key={lead.leadUid} className={isRemoved ? 'day-row is-gone' : 'day-row'}>
            <span className="row-text is-two">
              <span className="row-line">
                <LeadButton lead={lead} open={open} />
                <PropertyName {...lead} />
              </span>
              <span className="row-line">
                <span className="quiet number">
                  {rangeText(lead.checkInLocalDateTime, lead.checkOutLocalDateTime, locale)}
                </span>
                {isDue ? <Due lead={lead} /> : null}
                {lead.expiresUtcDateTime ? (
                  <span className="ends number">
                    {texts.today.ends(untilText(lead.expiresUtcDateTime, now, locale))}
                  </span>
                ) : null}
              </span>
            </span>
            {isRemoved ? <RemovedLeadStatus lead={lead} /> : isDue ? <Pay lead={lead} /> : null}
            {isRemoved || isDue ? null : <LeadActions lead={lead} />}
            <AssignLead lead={lead} />
          </li>
        ))}
      </ul>
      {moreButton}
    </>
  )
}

const getKey = ({ leadUid }: TodayLead) => leadUid

/** Result of a removed row: of this page's own action, or of another user's change. */
function RemovedLeadStatus({ lead: { leadUid } }: { lead: TodayLead }) {
  const delayed = useDelayed(leadUid)
  return delayed?.state === 'done' ? (
    <DelayedStatus object={leadUid} />
  ) : (
    <RemovedLead uid={leadUid} />
  )
}

function RemovedJobStatus({ uid }: { uid: string }) {
  const delayed = useDelayed(uid)
  return delayed?.state === 'done' ? <DelayedStatus object={uid} /> : <RemovedJob uid={uid} />
}

function LateJobs({ count, items }: Today['lateJobs']) {
  const { texts, locale } = useLocalization()
  const name = texts.today.lateJobs
  const getKey = ({ jobUid }: (typeof items)[number]) => jobUid
  const { visible, moreButton, newsButton } = useVisibleRows(
    { name, count, items, getKey },
    initialDecisionRows,
  )
  if (visible.length === 0) return null
  return (
    <>
      <h3>
        {name} <span className="quiet number">{countText(count, locale)}</span>
        {newsButton}
      </h3>
      <ul>
        {visible.map(({ item: job, isRemoved }) => (
          <li key={job.jobUid} className={isRemoved ? 'day-row is-gone' : 'day-row'}>
            <span className="row-text is-two">
              <PropertyName {...job} />
              <span className="row-line quiet">
                <span>{texts.today.jobStatus[job.status]}</span>
                <span className="number">
                  {dateText(job.endLocalDateTime, locale, 'weekday')},{' '}
                  {job.endLocalDateTime.slice(11, 16)}
                </span>
              </span>
            </span>
            <AssignJob job={job} />
            {isRemoved ? <RemovedJobStatus uid={job.jobUid} /> : <JobActions job={job} />}
          </li>
        ))}
      </ul>
      {moreButton}
    </>
  )
}

/** Counts without a page of their own; they change only while no list has the pointer or focus. */
function OtherCounts({ today }: { today: Today }) {
  const isHeld = useContext(HeldContext)
  const displayedCount = useRef(today.failing.count)
  if (!isHeld) displayedCount.current = today.failing.count
  const { texts, locale } = useLocalization()
  const notes: [IconName, string, number][] = [
    ['alert', texts.today.failing, displayedCount.current],
  ]
  const visibleNotes = notes.filter(([, , count]) => count > 0)
  if (visibleNotes.length === 0) return null
  return (
    <ul className="notes-row">
      {visibleNotes.map(([icon, text, count]) => (
        <li key={text}>
          <Icon name={icon} />
          {text} <b className="number">{countText(count, locale)}</b>
        </li>
      ))}
    </ul>
  )
}

/** Returns the present time, updated every minute for countdowns. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
