/** Readiness of a property: its failed publish checks, each with a link to its field. */
import { Link } from 'wouter'
import { usePropertyTranslations } from '../i18n/properties/translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import type { PublishCheck } from '../shared/publish-checks.query.ts'
import { Icon } from '../ui/icons.tsx'
import { findSection } from './sections.ts'

/** Number of checks of a property; newer servers may have more. */
const checksMin = 10

function countDone(checks: readonly PublishCheck[]) {
  const all = Math.max(checksMin, checks.length)
  return { all, done: all - checks.length }
}

const isNeeded = ({ severity }: PublishCheck) => severity !== 'QUALITY'

/** Bar with a text such as "8 of 10". */
export function ReadinessMeter({ checks }: { checks: readonly PublishCheck[] }) {
  const { readiness: texts } = usePropertyTranslations()
  const { all, done } = countDone(checks)
  const blocking = checks.filter(isNeeded).length
  return (
    <span
      className={blocking > 0 ? 'readiness-meter is-blocked' : 'readiness-meter'}
      title={blocking > 0 ? texts.notSold(blocking) : texts.sold}
    >
      <progress value={done} max={all} aria-hidden="true" />
      <span className="number">{texts.share(done, all)}</span>
    </span>
  )
}

interface ReadinessProps {
  propertyUid: string
  checks: readonly PublishCheck[]
}

export function Readiness({ propertyUid, checks }: ReadinessProps) {
  const { readiness: texts } = usePropertyTranslations()
  const { severities } = useTranslations().publishChecks
  const needed = checks.filter(isNeeded)
  const suggested = checks.filter(check => !isNeeded(check))
  return (
    <section className="card readiness" aria-label={texts.title}>
      <div className="title-row">
        <h2>{texts.title}</h2>
        <ReadinessMeter checks={checks} />
      </div>
      {checks.length === 0 ? <p className="quiet">{texts.complete}</p> : null}
      <CheckList title={severities.SALE} checks={needed} propertyUid={propertyUid} />
      <CheckList title={severities.QUALITY} checks={suggested} propertyUid={propertyUid} />
    </section>
  )
}

function CheckList({ title, checks, propertyUid }: ReadinessProps & { title: string }) {
  const { checks: texts } = useTranslations().publishChecks
  if (checks.length === 0) return null
  return (
    <>
      <h3 className="label">{title}</h3>
      <ul className="check-list">
        {checks.map(({ code, field }) => (
          <li key={code}>
            <Link href={`/properties/${propertyUid}/${findSection(field)}?focus=${field}`}>
              {texts[code]}
              <Icon name="right" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
