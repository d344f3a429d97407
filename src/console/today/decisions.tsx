/** Lists of what needs a decision, the most urgent first. */
import { useContext, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Doing } from '../kit/delayed/doing.tsx'
import { useDelayed } from '../kit/delayed/use-delayed.ts'
import { Icon, type IconName } from '../kit/icons.tsx'
import { countText, dateText, rangeText, untilText } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'
import { AssignJob } from './acts/assign-job.tsx'
import { AssignLead } from './acts/assign-lead.tsx'
import { Pay } from './acts/pay.tsx'
import { JobActs, LeadActs } from './acts/row-acts.tsx'
import { GoneJob, GoneLead } from './gone.tsx'
import { Due, HouseName, LeadButton } from './rows.tsx'
import { HeldContext, rowsFirst, useShown } from './shown.tsx'
import type { Today, TodayLead } from './today.ts'
import { Unread } from './unread.tsx'

interface DecisionsProps {
  today: Today
  open: (uid: string) => void
  /** Opens the messages of a lead. */
  answer: (uid: string) => void
}

export function Decisions({ today, open, answer }: DecisionsProps) {
  const { words, locale } = useSpoken()
  const { requests, holds, due, lateJobs, unreadThreads: threads } = today
  const now = useNow()
  const count = [requests, holds, threads, due, lateJobs].reduce((sum, one) => sum + one.count, 0)
  const isHeld = useContext(HeldContext)
  const wasCalm = useRef(count === 0)
  if (!isHeld) wasCalm.current = count === 0
  const isCalm = wasCalm.current
  return (
    <section className="card day-list attention" aria-label={words.today.attention}>
      <h2>
        {words.today.attention} <span className="count number">{countText(count, locale)}</span>
      </h2>
      <Notes today={today} />
      {isCalm ? <p className="quiet">{words.today.calm}</p> : null}
      <Group title={words.today.requests} {...requests} {...{ open, now }} href={lists.requests} />
      <Group title={words.today.holds} {...holds} {...{ open, now }} href={lists.holds} />
      <Unread {...{ threads, now, answer }} />
      <LateJobs {...lateJobs} />
      <Group
        title={words.today.due}
        {...due}
        {...{ open, now }}
        href={lists.due(today.date)}
        isDue
      />
    </section>
  )
}

/** The lists of leads that have just those of a group. */
const lists = {
  requests: '/leads?stage=HOLD&status=PENDING,PENDING_APPROVED',
  holds: '/leads?stage=HOLD&status=ON_HOLD',
  due: (date: string) => `/leads?stage=BOOKED&sort=checkIn&due=${date}`,
}

interface GroupProps extends Pick<DecisionsProps, 'open'> {
  title: string
  count: number
  items: TodayLead[]
  now: number
  /** The list of leads that has them all. */
  href: string
  /** Whether what is due is what matters. */
  isDue?: boolean
}

function Group({ title, count, items, open, now, href, isDue = false }: GroupProps) {
  const { words, locale } = useSpoken()
  const { shown, more, news } = useShown({ name: title, count, items, href, keyOf }, rowsFirst)
  if (shown.length === 0) return null
  return (
    <>
      <h3>
        <Link href={href} title={words.today.inList}>
          {title}
        </Link>{' '}
        <span className="quiet number">{countText(count, locale)}</span>
        {news}
      </h3>
      <ul>
        {shown.map(({ item: lead, isGone }) => (
          <li key={lead.leadUid} className={isGone ? 'day-row is-gone' : 'day-row'}>
            <span className="row-text is-two">
              <span className="row-line">
                <LeadButton lead={lead} open={open} />
                <HouseName {...lead} />
              </span>
              <span className="row-line">
                <span className="quiet number">
                  {rangeText(lead.checkInLocalDateTime, lead.checkOutLocalDateTime, locale)}
                </span>
                {isDue ? <Due lead={lead} /> : null}
                {lead.expiresUtcDateTime ? (
                  <span className="ends number">
                    {words.today.ends(untilText(lead.expiresUtcDateTime, now, locale))}
                  </span>
                ) : null}
              </span>
            </span>
            {isGone ? <GoneLeadActs lead={lead} /> : isDue ? <Pay lead={lead} /> : null}
            {isGone || isDue ? null : <LeadActs lead={lead} />}
            <AssignLead lead={lead} />
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

const keyOf = ({ leadUid }: TodayLead) => leadUid

/** Change by this page or by other users. */
function GoneLeadActs({ lead: { leadUid } }: { lead: TodayLead }) {
  const delayed = useDelayed(leadUid)
  return delayed?.state === 'done' ? <Doing object={leadUid} /> : <GoneLead uid={leadUid} />
}

function GoneJobActs({ uid }: { uid: string }) {
  const delayed = useDelayed(uid)
  return delayed?.state === 'done' ? <Doing object={uid} /> : <GoneJob uid={uid} />
}

function LateJobs({ count, items }: Today['lateJobs']) {
  const { words, locale } = useSpoken()
  const name = words.today.lateJobs
  const keyOf = ({ jobUid }: (typeof items)[number]) => jobUid
  const { shown, more, news } = useShown({ name, count, items, keyOf }, rowsFirst)
  if (shown.length === 0) return null
  return (
    <>
      <h3>
        {name} <span className="quiet number">{countText(count, locale)}</span>
        {news}
      </h3>
      <ul>
        {shown.map(({ item: job, isGone }) => (
          <li key={job.jobUid} className={isGone ? 'day-row is-gone' : 'day-row'}>
            <span className="row-text is-two">
              <HouseName {...job} />
              <span className="row-line quiet">
                <span>{words.today.jobStatus[job.status]}</span>
                <span className="number">
                  {dateText(job.endLocalDateTime, locale, 'weekday')},{' '}
                  {job.endLocalDateTime.slice(11, 16)}
                </span>
              </span>
            </span>
            <AssignJob job={job} />
            {isGone ? <GoneJobActs uid={job.jobUid} /> : <JobActs job={job} />}
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

/** Counts of what has no page yet; they come and go while nobody is in the lists. */
function Notes({ today }: { today: Today }) {
  const isHeld = useContext(HeldContext)
  const kept = useRef(today.failing.count)
  if (!isHeld) kept.current = today.failing.count
  const { words, locale } = useSpoken()
  const notes: [IconName, string, number][] = [['alert', words.today.failing, kept.current]]
  const open = notes.filter(([, , count]) => count > 0)
  if (open.length === 0) return null
  return (
    <ul className="notes-row">
      {open.map(([icon, text, count]) => (
        <li key={text}>
          <Icon name={icon} />
          {text} <b className="number">{countText(count, locale)}</b>
        </li>
      ))}
    </ul>
  )
}

/** The time, a minute at a time: countdowns go on. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
