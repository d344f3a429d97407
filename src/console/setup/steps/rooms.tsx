/** Step with the beds of each bedroom and the usual amenities. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithEtag } from '../../api/call.ts'
import { isEditConflict } from '../../api/problem.ts'
import type { BodyOf, ResponseOf } from '../../api/response-types.ts'
import {
  useAmenityTranslations,
  usePropertyContentTranslations,
  usePropertyTypeTranslations,
} from '../../i18n/properties/translations.ts'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import type { Property } from '../../properties/property.query.ts'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { Problem } from '../../shared/problem.tsx'
import { useWrite } from '../../shared/writes/use-write.ts'
import { Check, Input, useForm } from '../../ui/form.tsx'
import {
  bedKinds,
  bedroomNumbers,
  type Facilities,
  mergeRooms,
  type Room,
  readFacilities,
  usualAmenities,
} from '../facilities.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

interface RoomsProps extends StepProps {
  property: Property
}

export function Rooms({ property, next }: RoomsProps) {
  const { frame } = useTranslations()
  const { data, error, refetch } = useQuery({
    queryKey: ['facilities', property.uid],
    queryFn: async ({ signal }) => {
      const query = { propertyUid: property.uid }
      const [{ body, etag }, { amenities }] = await Promise.all([
        callWithEtag('GET /rooms', { query, signal }),
        call('GET /amenities', { query, signal }),
      ])
      return { rooms: body.rooms, etag, amenities }
    },
    staleTime: 0,
    gcTime: 0,
  })
  if (error && !data) return <Problem error={error} retry={refetch} />
  if (!data) return <p className="waits">{frame.loading}</p>
  return <RoomsForm {...{ property, next }} {...data} />
}

interface RoomsFormProps extends RoomsProps {
  rooms: readonly Room[]
  /** ETag of the rooms. */
  etag: string | undefined
  amenities: readonly { uid: string; amenity: string }[]
}

function RoomsForm(props: RoomsFormProps) {
  const { property, rooms, amenities, next } = props
  const { rooms: texts } = useSetupTranslations()
  const { bedKinds: bedTexts } = usePropertyTypeTranslations()
  const { amenities: listTexts } = usePropertyContentTranslations()
  const { amenities: amenityTexts } = useAmenityTranslations()
  const numbers = bedroomNumbers(property.bedrooms ?? 0)
  const form = useForm<Facilities>(readFacilities(numbers, rooms, amenities))
  const { write, submit } = useFacilities(props, form)
  const { values, set } = form
  return (
    <StepFrame
      step="rooms"
      {...{ next, submit }}
      isPending={write.isPending}
      isTryingAgain={write.isTryingAgain}
      error={write.error}
    >
      {numbers.map(number => (
        <fieldset key={number} className="plain-fieldset">
          <legend className="label">{texts.bedroom(number)}</legend>
          <div className="bed-counts">
            {bedKinds.map(kind => (
              <Input
                key={kind}
                type="number"
                min={0}
                max={20}
                step={1}
                label={bedTexts[kind]}
                value={values[`${number} ${kind}`] as string}
                change={value => set(`${number} ${kind}`, value)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <fieldset className="plain-fieldset amenity-choice">
        <legend className="label">{listTexts.title}</legend>
        {usualAmenities.map(amenity => (
          <Check
            key={amenity}
            label={amenityTexts[amenity]}
            isOn={values[amenity] === true}
            change={isOn => set(amenity, isOn)}
          />
        ))}
      </fieldset>
    </StepFrame>
  )
}

function useFacilities(
  { property, next, ...saved }: RoomsFormProps,
  { values, isDirty }: { values: Facilities; isDirty: boolean },
) {
  const client = useQueryClient()
  const leave = useUnsaved(isDirty, staysOnPage)
  const write = useWrite(
    (wanted: Facilities, key) => saveFacilities(property.uid, { ...saved, wanted }, key),
    () => {
      void client.invalidateQueries({ queryKey: ['publish-checks'] })
      leave()
      next()
    },
    null,
  )
  return { write, submit: () => (isDirty ? void write.run(values) : next()) }
}

/** Sends only what differs; a repeated write with the same key has no second effect. */
async function saveFacilities(
  propertyUid: string,
  saved: Pick<RoomsFormProps, 'rooms' | 'etag' | 'amenities'> & { wanted: Facilities },
  key: string,
): Promise<void> {
  const { amenities, wanted } = saved
  await saveRooms(propertyUid, saved, `${key}-rooms`)
  for (const amenity of usualAmenities) {
    const present = amenities.find(candidate => candidate.amenity === amenity)
    const isWanted = wanted[amenity] === true
    const amenityKey = `${key}-${amenity}`
    if (isWanted && !present) {
      await call('POST /amenities', { body: { propertyUid, amenity }, key: amenityKey })
    } else if (!isWanted && present) {
      await call('DELETE /amenities/{uid}', { path: { uid: present.uid }, key: amenityKey })
    }
  }
}

/** Sets the beds of the bedrooms; if the rooms have changed since, those of the latest ones. */
async function saveRooms(
  propertyUid: string,
  saved: Pick<RoomsFormProps, 'rooms' | 'etag'> & { wanted: Facilities },
  key: string,
): Promise<void> {
  const { rooms, etag, wanted } = saved
  const merged = mergeRooms(rooms, wanted)
  if (JSON.stringify(merged) === JSON.stringify(rooms)) return
  const body = { propertyUid, rooms: merged } as BodyOf<'PUT /rooms-bulk'>
  try {
    await call('PUT /rooms-bulk', { body, etag, key })
  } catch (error) {
    if (!isEditConflict(error)) throw error
    const current = error.body.current as ResponseOf<'GET /rooms'>
    await saveRooms(propertyUid, { rooms: current.rooms, etag: error.etag, wanted }, `${key}-2`)
  }
}
