/** Whoever asks for dates alone: the properties that are free then, each to be chosen. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components/Button'
import { useSession } from '../api/session.tsx'
import { readHouses } from '../calendar/houses.read.ts'
import { Problem } from '../kit/problem.tsx'
import { useLeadWords } from '../words/lead-words.ts'
import type { Wanted } from './wanted.ts'

interface FreeHousesProps {
  /** A little later than what is typed. */
  wanted: Wanted
  take: (propertyUid: string) => void
}

const shownMax = 30

export function FreeHouses({ wanted, take }: FreeHousesProps) {
  const { quote: words, stay } = useLeadWords()
  const { agency } = useSession()
  const { propertyUid, from: freeFrom, to: freeTo } = wanted
  const guests = Number(wanted.adults) + Number(wanted.children)
  const isAsked = propertyUid === '' && freeFrom !== '' && freeFrom < freeTo && guests >= 1
  const asked = { freeFrom, freeTo, guests }
  const { data, error, refetch } = useQuery({
    queryKey: ['calendar', 'found', agency.uid, asked],
    enabled: isAsked,
    queryFn: ({ signal }) => readHouses(agency.uid, signal, asked),
  })
  if (!isAsked) return null
  if (error) return <Problem error={error} again={refetch} />
  if (!data) return <p className="quiet">{stay.reckoning}</p>
  return (
    <div className="known-guests is-long" role="group" aria-label={words.free(data.length)}>
      <p role="status">
        <b>{words.free(data.length)}</b>
      </p>
      {data.slice(0, shownMax).map(({ propertyUid: uid, name, city }) => (
        <Button key={uid} className="known-guest" onPress={() => take(uid)}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <span className="quiet">{city}</span>
        </Button>
      ))}
    </div>
  )
}
