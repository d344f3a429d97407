/** English translations of the page of owners. */

export const owners = {
  one: 'Owner',
  many: 'Owners',
  add: 'Add owner',
  empty: 'Owners are the people whose properties you manage.',
  removal: 'Their properties stay without an owner, and access to the portal ends.',
  sections: {
    person: 'Contact',
    terms: 'Terms',
    portal: 'Owner portal',
  },
  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    businessName: 'Business name',
    email: 'E-mail',
    phoneNumber: 'Phone',
    isActive: 'Active',
    commissionRate: 'Commission',
    'permissions.viewBookings': 'Sees bookings',
    'permissions.viewGuestDetails': 'Sees guest details',
    'permissions.viewFinancials': 'Sees prices and payouts',
    'permissions.blockDates': 'Can block dates',
    'permissions.receiveNotifications': 'Gets notifications',
  },
  columns: {
    name: 'Name',
    status: 'Status',
  },
  values: {
    true: 'Active',
    false: 'Inactive',
  },
}

export type OwnerTranslations = typeof owners

export const ownerAdjustments = {
  one: 'Adjustment',
  many: 'Adjustments',
  add: 'Add adjustment',
  empty: 'Adjustments are credits and debits of an owner, such as a repair.',
  sections: {
    adjustment: 'Adjustment',
  },
  fields: {
    adjustmentType: 'Type',
    name: 'Name',
    propertyUid: 'Property',
    date: 'Date',
    amount: 'Amount',
    currency: 'Currency',
    taxRate: 'Tax rate',
    description: 'Description',
  },
  columns: {},
  values: {
    CREDIT: 'Credit',
    DEBIT: 'Debit',
  },
}

export type OwnerAdjustmentTranslations = typeof ownerAdjustments

export const ownerProperties = {
  title: 'Properties',
  empty: 'No property is assigned to this owner yet.',
  property: 'Property',
  assign: 'Assign property',
  assignTo: (owner: string) => `Assign a property to ${owner}`,
  isAssigned: 'This property is already assigned to this owner.',
  takeover: (other: string) => `It belongs to ${other} now. Assigning it ends that ownership.`,
  end: 'End ownership',
  endOne: (property: string) => `End ownership of ${property}`,
  since: (owner: string, date: string) => `It has been assigned to ${owner} since ${date}.`,
  removal: 'The notes and settings of this ownership are deleted. Bookings and adjustments stay.',
}

export type OwnerPropertyTranslations = typeof ownerProperties
