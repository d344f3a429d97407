/** Set-up in steps. Its progress is what the publish checks of the property say. */
import { Suspense } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { useSetupTranslations } from '../i18n/setup/translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { useProperty } from '../properties/property.query.ts'
import { useAddress } from '../routing/address.ts'
import { lazyComponent } from '../routing/lazy.ts'
import { Problem } from '../shared/problem.tsx'
import { usePublishChecks } from '../shared/publish-checks.query.ts'
import { isStepDone, type SetupStep, setupSteps } from '../shared/setup-steps.ts'
import { Icon } from '../ui/icons.tsx'
import { type BusinessKind, readKind } from './business-kinds.ts'
import { useNewestProperties } from './setup.query.ts'
import { Business } from './steps/business.tsx'
import { Calendars } from './steps/calendars.tsx'
import { Open } from './steps/open.tsx'
import { Photos } from './steps/photos.tsx'
import { Team } from './steps/team.tsx'
import { Texts } from './steps/texts.tsx'

// Steps with the texts of the editor of properties, which are loaded with them.
const NewProperty = lazyComponent(
  async () => (await import('./steps/new-property.tsx')).NewProperty,
)
const PropertyStep = lazyComponent(
  async () => (await import('./steps/property-steps.tsx')).PropertyStep,
)
const Rooms = lazyComponent(async () => (await import('./steps/rooms.tsx')).Rooms)

/** Value of `property` in the address for a further property. */
const another = 'new'

function readAddress(search: URLSearchParams) {
  return { property: search.get('property'), kind: readKind(search.get('kind')) }
}

function useSetup() {
  const { step: stepText } = useParams<{ step?: string }>()
  const [{ property, kind }, change] = useAddress(readAddress)
  const [, navigate] = useLocation()
  const newest = useNewestProperties()
  const isNew = property === another || newest.data?.length === 0
  const propertyUid = isNew ? null : (property ?? newest.data?.[0]?.uid ?? null)
  const step = setupSteps.find(name => name === stepText) ?? (isNew ? 'business' : 'open')
  const hrefOf = (name: SetupStep, uid = propertyUid) => {
    const search = uid ? `?property=${uid}` : `?property=${another}&kind=${kind}`
    return `/setup/${name}${search}`
  }
  const next = () => navigate(hrefOf(setupSteps[setupSteps.indexOf(step) + 1] ?? 'team'))
  return { step, kind, propertyUid, newest, hrefOf, next, change, navigate }
}

export function SetupPage() {
  const texts = useSetupTranslations()
  const { frame } = useTranslations()
  const setup = useSetup()
  const { step, propertyUid, newest, hrefOf } = setup
  if (newest.error && !newest.data) {
    return <Problem error={newest.error} retry={newest.refetch} />
  }
  if (!newest.data) return <p className="waits">{frame.loading}</p>
  const name = newest.data.find(({ uid }) => uid === propertyUid)?.name
  return (
    <section className="setup" aria-labelledby="setup-title">
      <div className="page-head title-row">
        <h1 id="setup-title">
          <bdi>{name ?? texts.title}</bdi>
        </h1>
        {newest.data.length > 0 && propertyUid ? (
          <Link className="button plain link" href={`/setup/property?property=${another}`}>
            <Icon name="plus" />
            {texts.another}
          </Link>
        ) : null}
      </div>
      <div className="setup-columns">
        <StepList current={step} {...{ propertyUid, hrefOf }} />
        <Suspense fallback={<p className="waits">{frame.loading}</p>}>
          <Step {...setup} />
        </Suspense>
      </div>
    </section>
  )
}

interface StepListProps {
  current: SetupStep
  propertyUid: string | null
  hrefOf: (step: SetupStep) => string
}

function StepList({ current, propertyUid, hrefOf }: StepListProps) {
  const texts = useSetupTranslations()
  const agency = usePublishChecks()
  const property = usePublishChecks(propertyUid ?? undefined, propertyUid !== null)
  const isLoaded = agency.data !== undefined && (property.data !== undefined || !propertyUid)
  const ofAgency = (agency.data ?? []).filter(({ level }) => level === 'AGENCY')
  const failed = new Set([...ofAgency, ...(property.data ?? [])].map(({ code }) => code))
  const isDone = (step: SetupStep) =>
    isLoaded && step !== 'business' && (propertyUid !== null || step === 'team')
      ? isStepDone(step, failed)
      : step === 'business' && propertyUid !== null
  return (
    <nav aria-label={texts.title}>
      <ol className="setup-steps">
        {setupSteps.map(step => {
          const done = isDone(step)
          const needsProperty = !['business', 'property', 'team'].includes(step)
          const content = (
            <>
              <span className={done ? 'step-mark is-done' : 'step-mark'}>
                {done ? <Icon name="check" /> : null}
              </span>
              {texts.steps[step].title}
              {done ? <span className="for-readers"> – {texts.isDone}</span> : null}
            </>
          )
          return (
            <li key={step}>
              {needsProperty && propertyUid === null ? (
                <span className="setup-step-link quiet">{content}</span>
              ) : (
                <Link
                  className="setup-step-link"
                  ref={step === current ? scrollIntoView : null}
                  href={hrefOf(step)}
                  aria-current={step === current ? 'step' : undefined}
                >
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function Step(setup: ReturnType<typeof useSetup>) {
  const { step, kind, propertyUid, next, change, navigate, hrefOf } = setup
  if (step === 'team') return <Team />
  if (step === 'business') {
    const choose = (chosen: BusinessKind) => change({ kind: chosen }, { replace: true })
    return <Business {...{ kind, choose, next }} />
  }
  if (propertyUid !== null) return <StepOfProperty key={step} {...{ step, propertyUid, next }} />
  const onCreate = (uid: string) => {
    // Going back then opens the new property instead of creating another one.
    navigate(hrefOf('property', uid), { replace: true })
    navigate(hrefOf('photos', uid))
  }
  const skip = () => navigate('/')
  return <NewProperty key={kind} {...{ kind, onCreate }} next={skip} />
}

/** Shows the current step in the row of steps on phones. */
function scrollIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

interface StepOfPropertyProps {
  step: Exclude<SetupStep, 'business' | 'team'>
  propertyUid: string
  next: () => void
}

function StepOfProperty({ step, propertyUid, next }: StepOfPropertyProps) {
  const { frame } = useTranslations()
  const { latest, property, error, refetch, receive } = useProperty(propertyUid)
  if (!latest || !property) {
    return error ? (
      <Problem error={error} retry={refetch} />
    ) : (
      <p className="waits">{frame.loading}</p>
    )
  }
  if (step === 'photos') return <Photos {...{ property, next }} />
  if (step === 'rooms') return <Rooms {...{ property, next }} />
  if (step === 'texts') return <Texts {...{ propertyUid, next }} />
  if (step === 'calendars') return <Calendars {...{ propertyUid, next }} />
  if (step === 'open') return <Open {...{ property, receive, refetch, next }} />
  return <PropertyStep {...{ step, latest, property, receive, next }} />
}
