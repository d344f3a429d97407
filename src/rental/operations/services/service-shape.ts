/** A service on the wire: contract/resources.md §1.4. */
import Big from 'big.js'
import type { Static } from 'typebox'
import { decimalText, moneyText } from '../../../platform/money.ts'
import {
  bool,
  financial,
  fraction,
  money,
  named,
  nullable,
  number,
  oneOf,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { type Service, type ServiceFields, serviceAudiences, serviceCategories } from './service.ts'

const descriptionMax = 10_000

export const serviceSchema = shape('Service', {
  uid: uid(),
  agencyUid: uid(),
  serviceProviderUid: nullable(uid()),
  title: text(),
  description: nullable(text({ max: descriptionMax })),
  category: named('ServiceCategory', oneOf(serviceCategories)),
  cateredTo: named('ServiceAudience', oneOf(serviceAudiences)),
  grossPrice: financial(number()),
  taxRate: financial(number()),
  currency: text(),
  quantityDescription: nullable(text()),
  isActive: bool(),
})

/** Schemas of the fields of a service in a request. */
export const serviceInputFields = {
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

const serviceInput = Type.Object(serviceInputFields)

/** Converts the body of a service; missing fields get their defaults. */
export function readServiceFields(body: Static<typeof serviceInput>): ServiceFields {
  return {
    title: body.title,
    description: body.description ?? null,
    category: body.category ?? 'OTHER',
    cateredTo: body.cateredTo,
    grossPrice: body.grossPrice ?? 0,
    taxRate: body.taxRate ?? 0,
    serviceProviderUid: body.serviceProviderUid ?? null,
    quantityDescription: body.quantityDescription ?? null,
    isActive: body.isActive ?? true,
  }
}

/**
 * Returns the columns that fields set, except the provider, which callers look up and lock first.
 * The price is stored with all minor digits of the currency, so that an unchanged one compares
 * equal.
 */
export function toServiceColumns(fields: ServiceFields, currency: string) {
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
