/** A service for guests or hosts at a price: contract/resources.md §1.4. */
import type { Selectable } from 'kysely'
import type { ServicesTable } from '../../tables.ts'

export const serviceCategories = ['CLEANING', 'GREETING', 'MAINTENANCE', 'OTHER'] as const
export const serviceAudiences = ['GUEST', 'HOST', 'BOTH'] as const

export type ServiceAudience = (typeof serviceAudiences)[number]

export type Service = Selectable<ServicesTable>

export type ServiceKey = Pick<Service, 'agency_uid' | 'uid'>

/** Fields of a service in a request. */
export interface ServiceFields {
  title: string
  description: string | null
  category: (typeof serviceCategories)[number]
  cateredTo: ServiceAudience
  /** In major units. */
  grossPrice: number
  taxRate: number
  serviceProviderUid: string | null
  quantityDescription: string | null
  isActive: boolean
}
