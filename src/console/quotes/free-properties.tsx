/** Properties that are free on the requested dates. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components/Button'
import { useSession } from '../api/session.tsx'
import { useLeadTranslations } from '../i18n/lead-translations.ts'
import { Problem } from '../shared/problem.tsx'
import { listProperties } from '../shared/properties.query.ts'
import type { QuoteInput } from './quote-request.ts'

interface FreePropertiesProps {
  /** Debounced input. */
  input: QuoteInput
  select: (propertyUid: string) => void
}

const propertiesMax = 30

export function FreeProperties({ input, select }: FreePropertiesProps) {
  const { quote: texts, stay } = useLeadTranslations()
  const { agency } = useSession()
  const { propertyUid, from: freeFrom, to: freeTo } = input
  const guests = Number(input.adults) + Number(input.children)
  const isEnabled = propertyUid === '' && freeFrom !== '' && freeFrom < freeTo && guests >= 1
  const filters = { freeFrom, freeTo, guests }
  const { data, error, refetch } = useQuery({
    queryKey: ['calendar', 'found', agency.uid, filters],
    enabled: isEnabled,
    queryFn: ({ signal }) => listProperties(agency.uid, signal, filters),
  })
  if (!isEnabled) return null
  if (error) return <Problem error={error} retry={refetch} />
  if (!data) return <p className="quiet">{stay.reckoning}</p>
  return (
    <div className="known-guests is-long" role="group" aria-label={texts.free(data.length)}>
      <p role="status">
        <b>{texts.free(data.length)}</b>
      </p>
      {data.slice(0, propertiesMax).map(({ propertyUid: uid, name, city }) => (
        <Button key={uid} className="known-guest" onPress={() => select(uid)}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <span className="quiet">{city}</span>
        </Button>
      ))}
    </div>
  )
}
