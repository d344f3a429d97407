/** Properties of an owner; dialogs assign further ones and end an ownership. */
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { call } from '../api/call.ts'
import { may, useSession } from '../api/session.tsx'
import { useOwnerPropertyTranslations } from '../i18n/owners/translations.ts'
import { lazyComponent } from '../routing/lazy.ts'
import { Problem } from '../shared/problem.tsx'
import { Icon } from '../ui/icons.tsx'
import type { OwnedProperty, Owner } from './owner.ts'

const AssignProperty = lazyComponent(
  async () => (await import('./ownership-dialogs.tsx')).AssignProperty,
)
const EndOwnership = lazyComponent(
  async () => (await import('./ownership-dialogs.tsx')).EndOwnership,
)

/** Most properties of one owner; the list has no further pages. */
const propertiesMax = 500

export function OwnerProperties({ owner }: { owner: Owner }) {
  const texts = useOwnerPropertyTranslations()
  const session = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['properties', 'of-owner', owner.uid],
    queryFn: async ({ signal }) => {
      const scope = { agencyUid: session.agency.uid, ownerUid: owner.uid }
      const query = { ...scope, sort: 'name', _limit: propertiesMax } as const
      return (await call('GET /properties', { query, signal })).properties
    },
  })
  const [open, setOpen] = useState<'assignment' | OwnedProperty | null>(null)
  const mayChange = may(session, 'owners:write')
  const close = () => setOpen(null)
  return (
    <section className="card section-form" aria-label={texts.title}>
      <div className="title-row">
        <h2>{texts.title}</h2>
        {mayChange ? (
          <Button className="button plain" onPress={() => setOpen('assignment')}>
            <Icon name="plus" />
            {texts.assign}
          </Button>
        ) : null}
      </div>
      {error ? <Problem error={error} retry={refetch} /> : null}
      {data?.length === 0 ? <p className="quiet">{texts.empty}</p> : null}
      <ul className="owned-properties">
        {data?.map(property => (
          <li key={property.uid}>
            <Link href={`/properties/${property.uid}/owner`}>
              <bdi>{property.name}</bdi>
            </Link>
            <bdi className="quiet">{property.address.city}</bdi>
            {mayChange ? (
              <Button
                className="button plain small"
                aria-label={texts.endOne(property.name)}
                onPress={() => setOpen(property)}
              >
                {texts.end}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <Suspense>
        {open === 'assignment' ? <AssignProperty {...{ owner, close }} /> : null}
        {open && open !== 'assignment' ? (
          <EndOwnership {...{ owner, close }} property={open} />
        ) : null}
      </Suspense>
    </section>
  )
}
