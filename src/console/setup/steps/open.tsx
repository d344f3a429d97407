/** Step that opens the property for booking, and shows what is missing. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { type BookingPageData, objectQuery } from '../../properties/content/object-query.ts'
import type { Property } from '../../properties/property.query.ts'
import { change, type Versioned } from '../../resources/form/use-section.ts'
import { readVersioned } from '../../resources/resource.query.ts'
import { usePublishChecks } from '../../shared/publish-checks.query.ts'
import { pathOfCheck } from '../../shared/setup-steps.ts'
import { useOrderedWrite } from '../../shared/writes/use-ordered-write.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Check } from '../../ui/form.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

interface OpenProps extends StepProps {
  property: Property
  receive: (latest: Versioned) => void
  refetch: () => Promise<unknown>
}

export function Open({ property, receive, refetch, next }: OpenProps) {
  const texts = useSetupTranslations()
  const open = useWrite(
    async (isActive: boolean, key) => {
      const path = { uid: property.uid }
      return call('PATCH /properties/{uid}', { path, body: { isActive }, key })
    },
    async ({ property: item }) => {
      receive({ item, etag: undefined })
      // The next change needs the new ETag.
      await refetch()
    },
    null,
  )
  const { isActive } = property
  return (
    <StepFrame
      step="open"
      next={next}
      submit={() => (isActive ? next() : void open.run(true))}
      submitText={isActive ? texts.continue : texts.open.action}
      isPending={open.isPending}
      isTryingAgain={open.isTryingAgain}
      error={open.error}
    >
      {isActive ? (
        <p className="setup-example" role="status">
          {texts.open.done(property.name)}
        </p>
      ) : null}
      <Missing propertyUid={property.uid} />
      {isActive ? <BookingPage propertyUid={property.uid} /> : null}
      {isActive ? (
        <p>
          <Link href={`/reservations/new?propertyUid=${property.uid}&as=book`}>
            {texts.open.book}
          </Link>
        </p>
      ) : null}
    </StepFrame>
  )
}

function Missing({ propertyUid }: { propertyUid: string }) {
  const texts = useSetupTranslations()
  const { checks, severities } = useTranslations().publishChecks
  const { data = [] } = usePublishChecks(propertyUid)
  const missing = data.filter(({ code }) => code !== 'INACTIVE')
  if (missing.length === 0) return null
  return (
    <div>
      <p className="label">{texts.open.missing}</p>
      <ul className="check-list">
        {missing.map(check => (
          <li key={check.code}>
            <Link href={pathOfCheck(check) ?? `/properties/${propertyUid}`}>
              {checks[check.code]}
            </Link>
            <span className={check.severity === 'SALE' ? 'is-needed small' : 'quiet small'}>
              {severities[check.severity]}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Public page of the property: a switch that saves at once, and the address. */
function BookingPage({ propertyUid }: { propertyUid: string }) {
  const texts = useSetupTranslations()
  const { agency } = useSession()
  const path = { propertyUid }
  const query = objectQuery('GET /dbs/properties/{propertyUid}', 'dbs', propertyUid)
  const { data } = useQuery(query)
  const write = useOrderedWrite(query.queryKey)
  const [pending, setPending] = useState<boolean | null>(null)
  const toggle = (enabled: boolean) => {
    const send = async (key: string) => {
      if (enabled) await enableBookingPages(agency.uid, key)
      return call('PUT /dbs/properties/{propertyUid}', { path, body: { enabled }, key })
    }
    setPending(enabled)
    void write(texts.open.bookingPage, send).then(isLast => isLast && setPending(null))
  }
  if (!data) return null
  const { url, pageEnabled } = data.item as BookingPageData
  return (
    <>
      <Check label={texts.open.bookingPage} isOn={pending ?? pageEnabled} change={toggle} />
      {url ? (
        <CopyField label={texts.open.address} text={url} copy={texts.copy} copied={texts.copied} />
      ) : null}
    </>
  )
}

/** Enables the booking pages of the agency, which are disabled for a new agency. */
async function enableBookingPages(agencyUid: string, key: string): Promise<void> {
  const [path, envelope] = [{ agencyUid }, 'dbs']
  const latest = await readVersioned('GET /dbs/agencies/{agencyUid}', { path }, envelope)
  if ((latest.item as { dbsEnabled: boolean }).dbsEnabled) return
  const endpoint = { operation: 'PUT /dbs/agencies/{agencyUid}', path, envelope } as const
  await change(endpoint, { dbsEnabled: true }, latest, `${key}-agency`)
}
