/** Owners on the wire: contract/resources.md §2.1. */
import type { Static } from 'typebox'
import { utcText } from '../../../platform/dates/dates.ts'
import { decimalText, fractionText, toPercent } from '../../../platform/money.ts'
import {
  bool,
  emailAddress,
  fraction,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  shape,
  Type,
  text,
  uid,
  url,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { mergeAliases } from '../../../platform/rest/steps/merge-aliases.ts'
import {
  type Owner,
  type OwnerColumns,
  type Permission,
  type PermissionType,
  permissionColumns,
  permissionTypes,
} from './owner.ts'

const permissions = {
  viewBookings: bool(),
  viewGuestDetails: bool(),
  viewFinancials: bool(),
  blockDates: bool(),
  receiveNotifications: bool(),
} satisfies Record<Permission, unknown>

const permissionNames = Object.keys(permissionTypes) as Permission[]
const percent = () => number({ min: 0, max: 100 })
const permissionTypeList = () =>
  listOf(
    named('OwnerPermissionType', oneOf(permissionNames.map(name => permissionTypes[name]))),
    permissionNames.length,
  )

export const owner = shape('Owner', {
  uid: uid(),
  agencyUid: uid(),
  firstName: text(),
  lastName: text(),
  businessName: nullable(text()),
  email: text(),
  phoneNumber: nullable(text({ max: 64 })),
  phoneNumberAreaCode: nullable(text({ max: 10 })),
  commissionRate: nullable(fraction()),
  agencyCommissionRate: nullable(percent()),
  isActive: bool(),
  permissions: shape('OwnerPermissions', permissions),
  permissionTypes: permissionTypeList(),
  externalCalendarUrl: nullable(url()),
  pictureUrl: nullable(url()),
  createdUtcDateTime: utcDateTime(),
  updatedUtcDateTime: utcDateTime(),
})

/** Required fields, the same in v2. */
export const requiredOwnerFields = {
  firstName: text({ min: 1 }),
  lastName: text({ min: 1 }),
  email: emailAddress(),
}

const optionalFields = {
  businessName: Type.Optional(nullable(text())),
  phoneNumber: Type.Optional(nullable(text({ max: 64 }))),
  phoneNumberAreaCode: Type.Optional(nullable(text({ max: 10 }))),
  commissionRate: Type.Optional(nullable(fraction())),
  agencyCommissionRate: Type.Optional(nullable(percent())),
  isActive: Type.Optional(bool()),
  permissions: Type.Optional(
    named('OwnerPermissionsPatch', Type.Partial(Type.Object(permissions))),
  ),
  permissionTypes: Type.Optional(permissionTypeList()),
  externalCalendarUrl: Type.Optional(nullable(url())),
  pictureUrl: Type.Optional(nullable(url())),
}

type OwnerBody = Static<typeof ownerPatch>

export const newOwner = shape('OwnerInput', {
  agencyUid: uid(),
  ...requiredOwnerFields,
  ...optionalFields,
})

export const ownerPatch = shape('OwnerPatch', {
  ...Type.Partial(Type.Object(requiredOwnerFields)).properties,
  ...optionalFields,
})

/**
 * Reads the columns that a body sets.
 *
 * @throws ApiError CONFLICTING_PARAMETERS if two spellings of one value differ
 */
export function ownerColumns(body: OwnerBody): OwnerColumns {
  const columns = {
    first_name: body.firstName?.trim(),
    last_name: body.lastName?.trim(),
    business_name: body.businessName,
    email: body.email,
    phone_number: body.phoneNumber,
    phone_area_code: body.phoneNumberAreaCode?.replace(/^\+/, '') ?? body.phoneNumberAreaCode,
    commission_rate: readRate(body),
    is_active: body.isActive,
    external_calendar_url: body.externalCalendarUrl,
    picture_url: body.pictureUrl,
    ...readPermissions(body),
  }
  const setColumns = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(setColumns)
}

/** Reads the commission from either spelling, as a stored fraction. */
function readRate({ commissionRate: rate, agencyCommissionRate: inPercent }: OwnerBody) {
  return mergeAliases(
    ['commissionRate', 'agencyCommissionRate'],
    rate == null ? rate : decimalText(rate),
    inPercent == null ? inPercent : fractionText(inPercent),
  )
}

/** Reads the columns of the permissions that are sent. A list sets all of them. */
function readPermissions({ permissions = {}, permissionTypes: list }: OwnerBody) {
  const columns = permissionNames.flatMap(name => {
    const isListed = list && (list as PermissionType[]).includes(permissionTypes[name])
    const isAllowed = mergeAliases(['permissions', 'permissionTypes'], permissions[name], isListed)
    return isAllowed === undefined ? [] : [[permissionColumns[name], isAllowed] as const]
  })
  return Object.fromEntries(columns)
}

export function presentOwner(row: Owner): Static<typeof owner> {
  const { commission_rate: rate } = row
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    firstName: row.first_name,
    lastName: row.last_name,
    businessName: row.business_name,
    email: row.email,
    phoneNumber: row.phone_number,
    phoneNumberAreaCode: row.phone_area_code,
    commissionRate: rate === null ? null : Number(rate),
    agencyCommissionRate: rate === null ? null : toPercent(rate),
    isActive: row.is_active,
    permissions: {
      viewBookings: row.view_bookings,
      viewGuestDetails: row.view_guest_details,
      viewFinancials: row.view_financials,
      blockDates: row.block_dates,
      receiveNotifications: row.receive_notifications,
    },
    permissionTypes: permissionNames
      .filter(name => row[permissionColumns[name]])
      .map(name => permissionTypes[name]),
    externalCalendarUrl: row.external_calendar_url,
    pictureUrl: row.picture_url,
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
  }
}
