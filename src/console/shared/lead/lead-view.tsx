/** All details of a lead, for the side panel and for its own page. */
import { Fragment, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { useAddress } from '../../routing/address.ts'
import { lazyComponent } from '../../routing/lazy.ts'
import { Problem } from '../problem.tsx'
import { ActionBar } from './actions/action-bar.tsx'
import { type Action, actions } from './actions/actions.ts'
import type { LeadProps } from './lead-props.ts'
import { LeadSummary, MoreDetails } from './lead-summary.tsx'
import { type LeadOverview, useLead, useLeadOverview, useOrder } from './leads.query.ts'
import { Timeline } from './sections/timeline/timeline.tsx'

const LazyActionForm = lazyComponent(
  async () => (await import('./actions/action-form.tsx')).ActionForm,
)
const Money = lazyComponent(async () => (await import('./sections/money.tsx')).Money)
const Messages = lazyComponent(async () => (await import('./sections/messages.tsx')).Messages)
const Guests = lazyComponent(async () => (await import('./sections/guests.tsx')).Guests)
const Jobs = lazyComponent(async () => (await import('./sections/jobs.tsx')).Jobs)
const Access = lazyComponent(async () => (await import('./sections/pin-codes.tsx')).Access)
const CustomData = lazyComponent(
  async () => (await import('./sections/custom-data.tsx')).CustomData,
)

const tabs = ['timeline', 'money', 'messages', 'guests', 'jobs', 'access', 'data'] as const
type Tab = (typeof tabs)[number]

/** Tabs of a block, which has neither guest nor price. */
const blockTabs: readonly Tab[] = ['timeline', 'jobs', 'data']

interface ViewState {
  tab: Tab
  action: Action | null
}

function readViewState(search: URLSearchParams): ViewState {
  const action = search.get('act')
  return {
    tab: tabs.find(name => name === search.get('tab')) ?? 'timeline',
    action: actions.find(name => name === action) ?? null,
  }
}

interface LeadViewProps {
  uid: string
  /** Closes the page or panel that contains the lead. */
  close: () => void
}

export function LeadView({ uid, close }: LeadViewProps) {
  const { frame } = useTranslations()
  const texts = useLeadTranslations()
  const { data: lead, error, refetch } = useLead(uid)
  const { data: overview, error: overviewError, refetch: refetchOverview } = useLeadOverview(uid)
  const [{ tab, action }, change] = useAddress(readViewState)
  const needsOrder = overview?.order && (tab === 'money' || action !== null)
  const { data: order, isLoading } = useOrder(uid, Boolean(needsOrder))
  const topElement = useFocusAfter(action)
  const [isOpenAtStart] = useState(action !== null)
  if (error && !lead) return <Problem error={error} retry={refetch} />
  if (overviewError && !overview) return <Problem error={overviewError} retry={refetchOverview} />
  const isWaiting = isOpenAtStart && action !== null && isLoading
  if (!lead || !overview || isWaiting) return <p className="quiet">{frame.loading}</p>
  const props: LeadProps = { lead, order: order ?? null }
  const openForm = (next: Action | null) => change({ act: next })
  // A form that the URL names is rendered together with the page; otherwise it would shift the
  // layout.
  const Boundary = isOpenAtStart ? Fragment : Suspense
  return (
    <div className="lead-view">
      <div className="lead-top" ref={topElement}>
        <LeadSummary lead={lead} overview={overview} />
        <h2 className="for-readers">{texts.acts}</h2>
        {action && !isLoading ? (
          <Boundary>
            <LazyActionForm
              key={action}
              {...props}
              action={action}
              close={() => openForm(null)}
              onDeleted={close}
            />
          </Boundary>
        ) : (
          <ActionBar lead={lead} begin={openForm} />
        )}
        <MoreDetails lead={lead} overview={overview} />
      </div>
      <div className="lead-parts">
        <Tabs lead={props.lead} tab={tab} go={next => change({ tab: next }, { replace: true })} />
        <LeadSection {...props} tab={tab} overview={overview} isLoading={isLoading} />
      </div>
    </div>
  )
}

/** Focuses the first action after the form of an action is closed. */
function useFocusAfter(action: Action | null) {
  const topElement = useRef<HTMLDivElement>(null)
  const previousAction = useRef(action)
  useEffect(() => {
    const firstButton = topElement.current?.querySelector<HTMLElement>('.lead-acts button')
    if (previousAction.current && !action) firstButton?.focus()
    previousAction.current = action
  }, [action])
  return topElement
}

function Tabs(props: Pick<LeadProps, 'lead'> & { tab: Tab; go: (tab: Tab) => void }) {
  const texts = useLeadTranslations()
  const visible = props.lead.type === 'BLOCK' ? blockTabs : tabs
  const chosen = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another tab is selected
  useEffect(() => {
    const { offsetLeft, parentElement: bar } = chosen.current!
    bar!.scrollLeft = offsetLeft - bar!.clientWidth / 2
  }, [props.tab])
  return (
    <nav className="stages lead-tabs" aria-label={texts.tabs}>
      {visible.map(tab => (
        <button
          key={tab}
          ref={tab === props.tab ? chosen : null}
          type="button"
          className="stage"
          aria-current={tab === props.tab ? 'true' : undefined}
          onClick={() => props.go(tab)}
        >
          {texts.tab[tab]}
        </button>
      ))}
    </nav>
  )
}

interface LeadSectionProps extends LeadProps {
  tab: Tab
  overview: LeadOverview
  /** True while the order is loading. */
  isLoading: boolean
}

function LeadSection({ tab, overview, isLoading, ...props }: LeadSectionProps): ReactNode {
  const texts = useLeadTranslations()
  const { frame } = useTranslations()
  const sections: Record<Tab, () => ReactNode> = {
    timeline: () => <Timeline lead={props.lead} overview={overview} />,
    money: () => (isLoading ? <p className="quiet">{frame.loading}</p> : <Money {...props} />),
    messages: () => <Messages {...props} />,
    guests: () => <Guests {...props} />,
    jobs: () => <Jobs {...props} />,
    access: () => <Access {...props} />,
    data: () => <CustomData {...props} />,
  }
  return (
    <section className="lead-part" aria-label={texts.tab[tab]}>
      <h2 className="for-readers">{texts.tab[tab]}</h2>
      <Suspense fallback={<p className="quiet">{frame.loading}</p>}>{sections[tab]()}</Suspense>
    </section>
  )
}
