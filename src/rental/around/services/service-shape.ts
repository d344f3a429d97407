/** A service on the wire: contract/resources.md §1.4. */
import Big from 'big.js'
import type { Static } from 'typebox'
import { decimalText, moneyText } from '../../../platform/money.ts'
import {
  bool,
  fraction,
  money,
  named,
  nullable,
  number,
  oneOf,
  priced,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { type Service, type ServiceFields, serviceAudiences, serviceCategories } from './service.ts'

const descriptionMax = 10_000

export const service = shape('Service', {
  uid: uid(),
  agencyUid: uid(),
  serviceProviderUid: nullable(uid()),
  title: text(),
  description: nullable(text({ max: descriptionMax })),
  category: named('ServiceCategory', oneOf(serviceCategories)),
  cateredTo: named('ServiceAudience', oneOf(serviceAudiences)),
  grossPrice: priced(number()),
  taxRate: priced(number()),
  currency: text(),
  quantityDescription: nullable(text()),
  isActive: bool(),
})

/** What a client writes of one. */
export const serviceMembers = {
  title: text({ min: 1 }),
  description: Type.Optional(nullable(text({ max: descriptionMax }))),
  category: Type.Optional(named('ServiceCategory', oneOf(serviceCategories))),
  cateredTo: named('ServiceAudience', oneOf(serviceAudiences)),
  grossPrice: Type.Optional(money()),
  taxRate: Type.Optional(fraction()),
  serviceProviderUid: Type.Optional(nullable(uid())),
  quantityDescription: Type.Optional(nullable(text())),
  isActive: Type.Optional(bool()),
}

const body = Type.Object(serviceMembers)

/** What a body says of a service, what it leaves out by its default. */
export function fieldsFrom(said: Static<typeof body>): ServiceFields {
  return {
    title: said.title,
    description: said.description ?? null,
    category: said.category ?? 'OTHER',
    cateredTo: said.cateredTo,
    grossPrice: said.grossPrice ?? 0,
    taxRate: said.taxRate ?? 0,
    serviceProviderUid: said.serviceProviderUid ?? null,
    quantityDescription: said.quantityDescription ?? null,
    isActive: said.isActive ?? true,
  }
}

/** The columns of fields but for the provider; the price has all minor digits of the currency. */
export function columnsOf(fields: ServiceFields, currency: string) {
  return {
    title: fields.title,
    description: fields.description,
    category: fields.category,
    catered_to: fields.cateredTo,
    gross_price: moneyText(new Big(fields.grossPrice), currency),
    tax_rate: decimalText(fields.taxRate),
    quantity_description: fields.quantityDescription,
    is_active: fields.isActive,
  }
}

export function presentService(row: Service) {
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    serviceProviderUid: row.service_provider_uid,
    title: row.title,
    description: row.description,
    category: row.category,
    cateredTo: row.catered_to,
    grossPrice: Number(row.gross_price),
    taxRate: Number(row.tax_rate),
    currency: row.currency,
    quantityDescription: row.quantity_description,
    isActive: row.is_active,
  }
}
