/** A lead with all that belongs to it: the same in a panel and on its own page. */
import { Fragment, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useAddress } from '../../address.ts'
import { comesLater } from '../../comes-later.ts'
import { Problem } from '../../kit/problem.tsx'
import { useLeadWords } from '../../words/lead-words.ts'
import { useWords } from '../../words/words.tsx'
import { ActBar } from '../acts/act-bar.tsx'
import { type Act, acts } from '../acts/acts.ts'
import { useLead, useOrder } from '../leads.read.ts'
import { Timeline } from '../parts/timeline.tsx'
import type { LeadProps } from './lead-props.ts'
import { LeadSummary, MoreFacts } from './lead-summary.tsx'

const ActForm = comesLater(async () => (await import('../acts/act-form.tsx')).ActForm)
const Money = comesLater(async () => (await import('../parts/money.tsx')).Money)
const Messages = comesLater(async () => (await import('../parts/messages.tsx')).Messages)
const Guests = comesLater(async () => (await import('../parts/guests.tsx')).Guests)
const Jobs = comesLater(async () => (await import('../parts/jobs.tsx')).Jobs)
const Access = comesLater(async () => (await import('../parts/access.tsx')).Access)
const CustomData = comesLater(async () => (await import('../parts/custom-data.tsx')).CustomData)

const tabs = ['timeline', 'money', 'messages', 'guests', 'jobs', 'access', 'data'] as const
type Tab = (typeof tabs)[number]

/** A block has neither guest nor price. */
const tabsOfBlock: readonly Tab[] = ['timeline', 'jobs', 'data']

interface Looked {
  tab: Tab
  act: Act | null
}

function read(search: URLSearchParams): Looked {
  const act = search.get('act')
  return {
    tab: tabs.find(one => one === search.get('tab')) ?? 'timeline',
    act: acts.find(one => one === act) ?? null,
  }
}

interface LeadViewProps {
  uid: string
  /** Gone: whatever shows the lead goes, too. */
  close: () => void
}

export function LeadView({ uid, close }: LeadViewProps) {
  const { frame } = useWords()
  const words = useLeadWords()
  const { data: lead, error, refetch } = useLead(uid)
  const { data: order, isPending } = useOrder(uid)
  const [{ tab, act }, change] = useAddress(read)
  const top = useFocusAfter(act)
  const [comesAtOnce] = useState(act !== null)
  if (error && !lead) return <Problem error={error} again={refetch} />
  const waits = comesAtOnce && act !== null && isPending
  if (!lead || waits) return <p className="quiet">{frame.loading}</p>
  const given: LeadProps = { lead, order: order ?? null }
  const begin = (next: Act | null) => change({ act: next })
  // The form that an address names comes together with the page, which it would move.
  const Boundary = comesAtOnce ? Fragment : Suspense
  return (
    <div className="lead-view">
      <div className="lead-top" ref={top}>
        <LeadSummary {...given} isPending={isPending} />
        <h2 className="for-readers">{words.acts}</h2>
        {act && !isPending ? (
          <Boundary>
            <ActForm key={act} {...given} act={act} close={() => begin(null)} gone={close} />
          </Boundary>
        ) : (
          <ActBar lead={lead} begin={begin} />
        )}
        <MoreFacts lead={lead} />
      </div>
      <div className="lead-parts">
        <Tabs lead={given.lead} tab={tab} go={next => change({ tab: next }, { replace: true })} />
        <LeadPart {...given} tab={tab} />
      </div>
    </div>
  )
}

/** The form of an act is gone: the acts have the focus again. */
function useFocusAfter(act: Act | null) {
  const top = useRef<HTMLDivElement>(null)
  const before = useRef(act)
  useEffect(() => {
    const first = top.current?.querySelector<HTMLElement>('.lead-acts button')
    if (before.current && !act) first?.focus()
    before.current = act
  }, [act])
  return top
}

function Tabs(props: Pick<LeadProps, 'lead'> & { tab: Tab; go: (tab: Tab) => void }) {
  const words = useLeadWords()
  const shown = props.lead.type === 'BLOCK' ? tabsOfBlock : tabs
  const chosen = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another tab
  useEffect(() => {
    const { offsetLeft, parentElement: bar } = chosen.current!
    bar!.scrollLeft = offsetLeft - bar!.clientWidth / 2
  }, [props.tab])
  return (
    <nav className="stages lead-tabs" aria-label={words.tabs}>
      {shown.map(tab => (
        <button
          key={tab}
          ref={tab === props.tab ? chosen : null}
          type="button"
          className="stage"
          aria-current={tab === props.tab ? 'true' : undefined}
          onClick={() => props.go(tab)}
        >
          {words.tab[tab]}
        </button>
      ))}
    </nav>
  )
}

function LeadPart({ tab, ...given }: LeadProps & { tab: Tab }): ReactNode {
  const words = useLeadWords()
  const { frame } = useWords()
  const parts: Record<Tab, () => ReactNode> = {
    timeline: () => <Timeline {...given} />,
    money: () => <Money {...given} />,
    messages: () => <Messages {...given} />,
    guests: () => <Guests {...given} />,
    jobs: () => <Jobs {...given} />,
    access: () => <Access {...given} />,
    data: () => <CustomData {...given} />,
  }
  return (
    <section className="lead-part" aria-label={words.tab[tab]}>
      <h2 className="for-readers">{words.tab[tab]}</h2>
      <Suspense fallback={<p className="quiet">{frame.loading}</p>}>{parts[tab]()}</Suspense>
    </section>
  )
}
