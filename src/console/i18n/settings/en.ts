/** English translations of the pages of services and providers. */

export const services = {
  one: 'Service',
  many: 'Services',
  add: 'Add service',
  empty: 'Services are extras for guests and work on a property, such as cleaning.',
  sections: {
    service: 'Service',
    price: 'Price and provider',
  },
  fields: {
    title: 'Name',
    quantityDescription: 'Unit',
    category: 'Category',
    cateredTo: 'Offered to',
    description: 'Description',
    isActive: 'Active',
    grossPrice: 'Price with tax',
    currency: 'Currency',
    taxRate: 'Tax rate',
    serviceProviderUid: 'Provider',
  },
  hints: {
    quantityDescription: 'For example: hour, person, bag',
  },
  columns: {
    status: 'Status',
  },
  values: {
    CLEANING: 'Cleaning',
    GREETING: 'Greeting',
    MAINTENANCE: 'Maintenance',
    OTHER: 'Other',
    GUEST: 'Guests',
    HOST: 'Team',
    BOTH: 'Guests and team',
    true: 'Active',
    false: 'Inactive',
  },
  bulk: {
    activate: 'Activate',
    deactivate: 'Deactivate',
  },
}

export type ServiceTranslations = typeof services

export const providers = {
  one: 'Provider',
  many: 'Providers',
  add: 'Add provider',
  empty: 'Providers are companies and people who do your tasks, such as cleaning.',
  sections: {
    provider: 'Provider',
  },
  fields: {
    name: 'Name',
    email: 'E-mail',
    phoneNumber: 'Phone',
    isActive: 'Active',
  },
  columns: {
    status: 'Status',
  },
  values: {
    true: 'Active',
    false: 'Inactive',
  },
  bulk: {
    activate: 'Activate',
    deactivate: 'Deactivate',
  },
}

export type ProviderTranslations = typeof providers
