/** Card with the checklist of what the agency and its properties lack. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { useTranslations } from '../i18n/translations.tsx'
import { useHasPage } from '../routing/address.ts'
import type { useChecklist } from './checklist.query.ts'
import { useProperties } from './properties.query.ts'
import type { PublishCheck } from './publish-checks.query.ts'
import { pathOfCheck } from './setup-steps.ts'

const shownAtFirst = 6

const severities = ['SALE', 'LAW', 'QUALITY']

function bySeverity(a: PublishCheck, b: PublishCheck): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity)
}

export function SetupCard({ checks, canSell, hide }: ReturnType<typeof useChecklist>) {
  const { card: texts } = useTranslations().publishChecks
  const { byUid } = useProperties()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? checks : checks.toSorted(bySeverity).slice(0, shownAtFirst)
  const isEmpty = checks.some(({ code }) => code === 'PROPERTY_NONE')
  return (
    <section className="card setup-card" aria-labelledby="setup-card">
      <div>
        <h2 id="setup-card">{canSell ? texts.ready : texts.title}</h2>
        <p className="quiet">{canSell ? texts.more : texts.text}</p>
      </div>
      <ul className="check-list">
        {shown.map(check => (
          <li key={`${check.propertyUid} ${check.code}`}>
            <CheckItem check={check} name={byUid.get(check.propertyUid ?? '')?.name ?? null} />
          </li>
        ))}
      </ul>
      <div className="form-end">
        <Link className="button link" href="/setup">
          {isEmpty ? texts.start : texts.resume}
        </Link>
        {shown.length < checks.length ? (
          <Button className="button plain" onPress={() => setOpen(true)}>
            {texts.all}
          </Button>
        ) : null}
        {canSell ? (
          <Button className="button plain" onPress={() => void hide()}>
            {texts.hide}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

const pages: Record<string, string> = {
  CONTACT: '/settings/agency',
  MAIL_MISSING: '/settings/email',
  TEAM_ALONE: '/settings/team/new',
  BACKUP_NONE: '/settings/system',
}

function CheckItem({ check, name }: { check: PublishCheck; name: string | null }) {
  const { checks, severities } = useTranslations().publishChecks
  const { code, severity } = check
  const page = pages[code] ?? ''
  const hasPage = useHasPage(page)
  const href = hasPage ? page : pathOfCheck(check)
  const text = checks[code]
  return (
    <>
      {href && code !== 'BACKUP_NONE' ? <Link href={href}>{text}</Link> : text}
      {name === null ? null : <span className="quiet">{name}</span>}
      <span className={severity === 'SALE' ? 'is-needed small' : 'quiet small'}>
        {severities[severity]}
      </span>
    </>
  )
}
