/**
 * Checklist of what the agency and its properties lack, from the publish checks. Users who can
 * change properties see it until a property can be sold, and then until they hide it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { changePreferences, readPreferences } from '../api/preferences.query.ts'
import { may, useSession } from '../api/session.tsx'
import { useSetupTranslations } from '../i18n/setup/translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { useHasPage } from '../routing/address.ts'
import { useProperties } from './properties.query.ts'
import { type PublishCheck, usePublishChecks } from './publish-checks.query.ts'
import { stepOfCheck } from './setup-steps.ts'

/** Agencies with more properties are past their set-up. */
const propertiesMax = 5

const preferenceName = 'isSetupHidden'

/** Returns the checks to show: null while they load, none for an agency past its set-up. */
export function useChecklist() {
  const session = useSession()
  const { properties, isPending } = useProperties()
  const isEnabled = may(session, 'houses:write') && !isPending && properties.length <= propertiesMax
  const checks = usePublishChecks(undefined, isEnabled)
  const hidden = useHidden(isEnabled)
  const isLoading = isPending || (isEnabled && (checks.isPending || hidden.isPending))
  const list = isEnabled ? (checks.data ?? []) : []
  const canSell = properties.some(({ propertyUid }) => !lacks(list, propertyUid))
  const isShown = list.length > 0 && !(canSell && hidden.isHidden)
  return { isLoading, isShown, checks: list, canSell, hide: hidden.hide }
}

/** Returns whether a property cannot be sold. */
function lacks(checks: readonly PublishCheck[], uid: string): boolean {
  return checks.some(({ propertyUid, severity }) => propertyUid === uid && severity === 'SALE')
}

function useHidden(isEnabled: boolean) {
  const client = useQueryClient()
  const queryKey = ['preferences', preferenceName]
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await readPreferences(signal)).preferences[preferenceName] === true,
    enabled: isEnabled,
  })
  const hide = async () => {
    client.setQueryData(queryKey, true)
    await changePreferences(preferences => ({ ...preferences, [preferenceName]: true }))
  }
  return { isHidden: data === true, isPending, hide }
}

const shownAtFirst = 6

const severities = ['SALE', 'LAW', 'QUALITY']

function bySeverity(a: PublishCheck, b: PublishCheck): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity)
}

export function SetupCard({ checks, canSell, hide }: ReturnType<typeof useChecklist>) {
  const texts = useSetupTranslations()
  const { byUid } = useProperties()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? checks : checks.toSorted(bySeverity).slice(0, shownAtFirst)
  const isEmpty = checks.some(({ code }) => code === 'PROPERTY_NONE')
  return (
    <section className="card setup-card" aria-labelledby="setup-card">
      <div>
        <h2 id="setup-card">{canSell ? texts.card.ready : texts.card.title}</h2>
        <p className="quiet">{canSell ? texts.card.more : texts.card.text}</p>
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
          {isEmpty ? texts.card.start : texts.card.resume}
        </Link>
        {shown.length < checks.length ? (
          <Button className="button plain" onPress={() => setOpen(true)}>
            {texts.card.all}
          </Button>
        ) : null}
        {canSell ? (
          <Button className="button plain" onPress={() => void hide()}>
            {texts.card.hide}
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
  const { code, propertyUid, severity } = check
  const page = pages[code] ?? ''
  const hasPage = useHasPage(page)
  const step = stepOfCheck(code)
  const href = hasPage
    ? page
    : step && `/setup/${step}${propertyUid ? `?property=${propertyUid}` : ''}`
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
