/** Step that creates a property, or a hotel with its first unit type. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { schemas } from '../../api/schemas/api-schemas.ts'
import type { BodySchema } from '../../api/schemas/body-schema.ts'
import { useSession } from '../../api/session.tsx'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { type Localization, useLocalization } from '../../i18n/translations.tsx'
import { useFieldTexts } from '../../properties/field-texts.ts'
import { isPlaced, translateFieldErrors } from '../../resources/form/field-errors.ts'
import { FormFields } from '../../resources/form/form-fields.tsx'
import { type FormValues, mergeBody, readValues, toBody } from '../../resources/form/form-values.ts'
import { usePickerOptions } from '../../resources/form/picker-options.query.ts'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { useForm } from '../../ui/form.tsx'
import { type BusinessKind, newPropertyDefaults, propertyTypeOf } from '../business-kinds.ts'
import {
  createOwner,
  ownerFields,
  ownerNames,
  ownerOptions,
  splitOwner,
} from '../property-owner.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

/** Usual types; the page of the property has all. */
const propertyTypes = [
  ...['HOUSE', 'APARTMENT', 'VILLA', 'COTTAGE', 'CABIN', 'CHALET', 'STUDIO', 'BUNGALOW'],
  ...['FARMHOUSE', 'BEDANDBREAKFAST', 'GUESTHOUSE', 'HOTEL', 'APARTHOTEL', 'OTHER'],
]

const shared = ['availability.maxGuests', 'bedrooms', 'bathrooms'] as const
const address = ['address.city', 'address.countryCode', 'address.address', 'address.zipCode']
const names = ['name', 'propertyType', ...address, ...shared]

const { required, fields } = schemas['POST /properties']
const schema: BodySchema = {
  required,
  fields: { ...fields, propertyType: { ...fields.propertyType!, enum: propertyTypes } },
}

const unitFields = schemas['POST /multi-units/unit-types'].fields
/** Body of a hotel and its first unit type. */
const hotelSchema: BodySchema = {
  required: [...required, 'unitType', 'numberOfUnits'],
  fields: {
    ...schema.fields,
    unitType: unitFields.name!,
    numberOfUnits: unitFields.numberOfUnits!,
  },
}
const hotelNames = ['name', 'unitType', ...address, 'numberOfUnits', ...shared]

const ownedSchema: BodySchema = { required, fields: { ...schema.fields, ...ownerFields } }

const bodies: Record<BusinessKind, { schema: BodySchema; names: readonly string[] }> = {
  rentals: { schema, names },
  apartments: { schema, names },
  hotel: { schema: hotelSchema, names: hotelNames },
  manager: { schema: ownedSchema, names: [...names, ...ownerNames] },
}

interface NewPropertyProps extends StepProps {
  kind: BusinessKind
  onCreate: (propertyUid: string) => void
}

export function NewProperty({ kind, next, onCreate }: NewPropertyProps) {
  const texts = useSetupTranslations()
  const fieldTexts = useFieldTexts()
  const owners = usePickerOptions(kind === 'manager' ? 'owner' : null)
  const { form, write, errors, submit, body } = useNewProperty(kind, onCreate)
  return (
    <StepFrame
      step="property"
      next={next}
      submit={submit}
      isPending={write.isPending}
      isTryingAgain={write.isTryingAgain}
      error={write.error}
      isPlaced={isPlaced(write.error, errors)}
      submitText={kind === 'hotel' ? texts.createHotel : texts.createProperty}
    >
      <FormFields
        {...body}
        {...{ form, errors }}
        options={ownerOptions(owners.length > 0)}
        texts={{
          ...fieldTexts,
          fields: { ...fieldTexts.fields, ...texts.fields },
          hints: { ...fieldTexts.hints, ...texts.hints },
        }}
        isNew
      />
    </StepFrame>
  )
}

function useNewProperty(kind: BusinessKind, onCreate: (propertyUid: string) => void) {
  const { agency } = useSession()
  const client = useQueryClient()
  const localization = { ...useLocalization(), resources: useResourceTranslations() }
  const body = bodies[kind]
  const countries = usePickerOptions('country')
  const form = useForm<FormValues>(
    readValues(body.schema, body.names, {
      propertyType: propertyTypeOf(kind),
      address: { countryCode: countryOf(countries, localization) },
      availability: { maxGuests: 2 },
      bedrooms: 1,
      bathrooms: 1,
      numberOfUnits: 1,
    }),
  )
  const leave = useUnsaved(form.isDirty, staysOnPage)
  // Uids of objects that are not created again after a later request was refused.
  const created = useRef<Created>({})
  const write = useWrite(
    async (values: Record<string, unknown>, key) => {
      const request = { agencyUid: agency.uid, values, key }
      if (kind === 'manager') return createOwned(created.current, request)
      if (kind !== 'hotel') return createProperty(kind, agency.uid, values, key)
      created.current.hotel ??= await createHotel(agency.uid, values, key)
      return createUnitType(created.current.hotel, values, key)
    },
    uid => {
      void invalidateProperties(client)
      void client.invalidateQueries({ queryKey: ['owners'] })
      leave()
      onCreate(uid)
    },
    null,
  )
  const submit = () => {
    const all = toBody(body.schema, body.names, form.values)
    const given = Object.entries(all).filter(([, value]) => value !== null && value !== '')
    void write.run(Object.fromEntries(given))
  }
  const errors = translateFieldErrors(write.error, body.schema, body.names, localization)
  return { form, write, submit, body, errors }
}

type Created = Partial<Record<'hotel' | 'owner' | 'property', string>>

interface Request {
  agencyUid: string
  values: Record<string, unknown>
  key: string
}

/** Creates a property with its owner, who may be new; without an owner if none was entered. */
async function createOwned(created: Created, { agencyUid, values, key }: Request) {
  const { property, ownerUid, newOwner } = splitOwner(values)
  if (newOwner) created.owner ??= await createOwner(agencyUid, newOwner, `${key}-2`)
  created.property ??= await createProperty('manager', agencyUid, property, key)
  const owner = newOwner ? created.owner : ownerUid
  if (owner) {
    const path = { propertyUid: created.property }
    const request = { path, body: { ownerUid: owner }, key: `${key}-3` }
    await call('PUT /property-ownership/{propertyUid}', request)
  }
  return created.property
}

async function createProperty(
  kind: BusinessKind,
  agencyUid: string,
  values: Record<string, unknown>,
  key: string,
): Promise<string> {
  const body = { ...mergeBody(newPropertyDefaults(kind), values), agencyUid } as never
  return (await call('POST /properties', { body, key })).property.uid
}

async function createHotel(
  agencyUid: string,
  { name, address }: Record<string, unknown>,
  key: string,
): Promise<string> {
  const body = { name, address, propertyType: 'HOTEL', agencyUid } as never
  const response = await call('POST /multi-units/multi-unit-properties', { body, key })
  return response.multiUnitProperty.uid
}

/** Returns the uid of the unit type, which can be booked like a property. */
async function createUnitType(
  hotelUid: string,
  { unitType, ...values }: Record<string, unknown>,
  key: string,
): Promise<string> {
  const body = mergeBody(newPropertyDefaults('hotel'), { ...values, name: unitType, hotelUid })
  const request = { body: body as never, key: `${key}-2` }
  return (await call('POST /multi-units/unit-types', request)).unitType.uid
}

/** Returns the country of the agency's time zone, or else of the locale; empty if it has none. */
function countryOf(countries: readonly { id: string }[], { locale, timeZone }: Localization) {
  const hasZone = ({ id }: { id: string }) => listTimeZones(id).includes(timeZone)
  return countries.find(hasZone)?.id ?? new Intl.Locale(locale).region ?? ''
}

/** Lists the time zones of a country; none in browsers that do not know them. */
function listTimeZones(country: string): readonly string[] {
  const region = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined
  }
  return region.getTimeZones?.() ?? []
}
