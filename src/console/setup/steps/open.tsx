/** Step that opens the property for booking, and shows what is missing. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call, callWithEtag } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { useSession } from '../../api/session.tsx'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import type { Property } from '../../properties/property.query.ts'
import type { Versioned } from '../../resources/form/use-section.ts'
import { usePublishChecks } from '../../shared/publish-checks.query.ts'
import { pathOfCheck } from '../../shared/setup-steps.ts'
import { useWrite, withRetries } from '../../shared/writes/use-write.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Check } from '../../ui/form.tsx'
import { addToast } from '../../ui/toasts.ts'
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
  const client = useQueryClient()
  const path = { propertyUid }
  const queryKey = ['dbs', propertyUid]
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call('GET /dbs/properties/{propertyUid}', { path, signal })).dbs,
  })
  const { mutate, isPending, variables } = useMutation({
    // Quick changes reach the server in their order.
    scope: { id: propertyUid },
    mutationFn: (enabled: boolean) => {
      const key = newKey()
      return withRetries(async () => {
        if (enabled) await enableBookingPages(agency.uid, key)
        return call('PUT /dbs/properties/{propertyUid}', { path, body: { enabled }, key })
      })
    },
    onSuccess: ({ dbs }) => client.setQueryData(queryKey, dbs),
    onError: error => addToast({ text: toasts => toasts.notSaved(texts.open.bookingPage), error }),
  })
  if (!data) return null
  return (
    <>
      <Check
        label={texts.open.bookingPage}
        isOn={isPending ? variables : data.pageEnabled}
        change={mutate}
      />
      {data.url ? (
        <CopyField
          label={texts.open.address}
          text={data.url}
          copy={texts.copy}
          copied={texts.copied}
        />
      ) : null}
    </>
  )
}

/** Enables the booking pages of the agency, which a new agency has not. */
async function enableBookingPages(agencyUid: string, key: string): Promise<void> {
  const path = { agencyUid }
  const { body, etag } = await callWithEtag('GET /dbs/agencies/{agencyUid}', { path })
  if (body.dbs.dbsEnabled) return
  const { website, featuredProperties } = body.dbs
  await call('PUT /dbs/agencies/{agencyUid}', {
    path,
    body: { dbsEnabled: true, website, featuredProperties },
    etag,
    key: `${key}-agency`,
  })
}
