// Generated from the migrations by `npm run generate`.
import type { ColumnType, Generated } from 'kysely'

export interface AccessTokensTable {
  uid: string
  partner_uid: string
  agency_uid: string
  expires_at: Date
  revoked_at: Date | null
  authorization_uid: string | null
  created_at: Date
}

export interface AgenciesTable {
  agency_uid: string
  name: string
  agency_email_address: string | null
  phone_number: string | null
  website: string | null
  address1: string | null
  city: string | null
  zip_code: string | null
  state: string | null
  country_code: string | null
  currency: Generated<string>
  default_check_in_time: Generated<number>
  default_check_out_time: Generated<number>
  rental_condition: string | null
  time_zone: Generated<string>
  created_at: Date
  updated_at: Date
  disabled_at: Date | null
}

export interface AgencySettingsTable {
  agency_uid: string
  hold_hours: Generated<number>
  request_hours: Generated<number>
  payment_hours: Generated<number>
  request_needs_confirmation: Generated<boolean>
  inquiry_response_hours: Generated<number>
  quote_validity_hours: Generated<number>
  v2_lead_writes: boolean | null
  personal_data_retention_days: Generated<number>
  message_retention_days: Generated<number>
}

export interface AgencyStorageTable {
  agency_uid: string
  bytes: number
}

export interface AmenitiesTable {
  agency_uid: string
  uid: string
  property_uid: string | null
  hotel_uid: string | null
  amenity: string
  description: string | null
  price: string | null
  created_at: Date
}

export interface ApiKeysTable {
  key_hash: Uint8Array
  uid: string
  agency_uid: string
  name: string
  hint: string
  read_only: Generated<boolean>
  rate_limit_per_hour: number | null
  expires_at: Date | null
  revoked_at: Date | null
  created_at: Date
  tags: string[] | null
  is_strict: Generated<boolean>
}

export interface AuthorizationsTable {
  uid: string
  partner_uid: string
  agency_uid: string
  employee_uid: string
  code_hash: Uint8Array
  redirect_uri: string
  code_challenge: string | null
  code_expires_at: Date
  code_used_at: Date | null
  revoked_at: Date | null
  created_at: Date
}

export interface CacheTagVersionsTable {
  agency_uid: string
  tag_uid: string
  version: number
}

export interface CalendarFeedsTable {
  token: string
  agency_uid: string
  property_uid: string
  created_at: Date
}

export interface ConsentSessionsTable {
  agency_uid: string
  employee_uid: string
  session_hash: Uint8Array
  partner_uid: string | null
  created_at: Date
  expires_at: Date
}

export interface ConversationsTable {
  agency_uid: string
  uid: string
  guest_uid: string
  agency_participant_uid: string
  guest_participant_uid: string
  created_at: Date
  updated_at: Date
}

export interface CredentialUsesTable {
  agency_uid: string
  kind: string
  uid: string
  last_used_at: Date
}

export interface CustomAmenitiesTable {
  agency_uid: string
  uid: string
  property_uid: string | null
  hotel_uid: string | null
  name: string
  created_at: Date
}

export interface CustomDataTable {
  agency_uid: string
  object_uid: string
  object_type: string
  field_uid: string
  text: string
  created_at: Date
  updated_at: Date
}

export interface CustomDataFieldsTable {
  agency_uid: string
  uid: string
  name: string
  type: string
  variable: string
  position: number
  usage: string
  created_by_partner_uid: string | null
  created_at: Date
}

export interface DeliveriesTable {
  agency_uid: string
  uid: string
  webhook_uid: string
  seq: number | null
  sample: ColumnType<unknown, string | null | undefined, string | null>
  destination: string
  ordering_key: string
  shows_personal: boolean
  status: Generated<string>
  attempt_count: Generated<number>
  due_at: Date
  is_kept_back: Generated<boolean>
  claimed_by: string | null
  claimed_until: Date | null
  first_failed_at: Date | null
  last_response_status: number | null
  callback_url: string | null
  userinfo_sealed: Uint8Array | null
  userinfo_key_id: string | null
  replay_of: string | null
  replay_uid: string | null
  is_test: Generated<boolean>
  created_at: Date
  completed_at: Date | null
}

export interface DeliveryAttemptsTable {
  agency_uid: string
  delivery_uid: string
  number: number
  started_at: Date
  duration_ms: number
  outcome: string
  response_status: number | null
  response_headers: ColumnType<unknown, string | null | undefined, string | null>
  response_snippet: string | null
  error_message: string | null
}

export interface DeliveryQueuesTable {
  agency_uid: string
}

export interface DirectBookingPagesTable {
  agency_uid: string
  property_uid: string
  is_enabled: boolean
  slug: string
  updated_at: Date
}

export interface DirectBookingSitesTable {
  agency_uid: string
  is_enabled: boolean
  website: string | null
  updated_at: Date
}

export interface EmployeePasswordsTable {
  agency_uid: string
  employee_uid: string
  hash: string
  changed_at: Date
}

export interface EmployeePicturesTable {
  agency_uid: string
  employee_uid: string
  picture_uid: string
  image: Uint8Array
}

export interface EmployeePreferencesTable {
  agency_uid: string
  employee_uid: string
  preferences: ColumnType<unknown, string, string>
  updated_at: Date
}

export interface EmployeesTable {
  agency_uid: string
  uid: string
  first_name: string
  last_name: string
  email: string
  phone_number: string | null
  role: string
  is_active: Generated<boolean>
  picture_url: string | null
  created_at: Date
  updated_at: Date
  service_provider_uid: string | null
  phone_area_code: string | null
  invited_at: Date | null
}

export interface EventLogsTable {
  agency_uid: string
  last_seq: number
  gone_seq: Generated<number>
}

export interface EventsTable {
  agency_uid: string
  seq: number
  uid: string
  type: string
  legacy_type: string | null
  event_version: Generated<number>
  object_type: string
  object_uid: string
  object_version: number
  previous_object_version: number
  property_uid: string | null
  hotel_uid: string | null
  lead_uid: string | null
  partner_uid: string | null
  audience: string
  cause: string | null
  payload: ColumnType<unknown, string, string>
  changes: ColumnType<unknown, string | undefined, string>
  actor_type: string
  actor_uid: string | null
  request_uid: string | null
  ordering_key: string
  created_at: Date
}

export interface ExportedStaysTable {
  agency_uid: string
  address_uid: string
  stay_uid: string
  check_in: string
  check_out: string
  property_uid: string
  ical_uid: string | null
  exported_at: Date
  ended_at: Date | null
}

export interface ExtraGuestsTable {
  agency_uid: string
  lead_uid: string
  position: number
  first_name: string | null
  last_name: string | null
  email: string | null
  age: number | null
}

export interface FeaturedPropertiesTable {
  agency_uid: string
  property_uid: string
  position: number
}

export interface FeedEventsTable {
  agency_uid: string
  uid: string
  ical_uid: string
  property_uid: string
  event_key: string
  lead_uid: string | null
  status: string
  check_in: string
  check_out: string
  state: Generated<string>
  may_have_guest: Generated<boolean>
  is_clash: Generated<boolean>
  code_digest: string | null
  origin: string | null
  feed_uid: string | null
  summary_digest: string | null
  first_seen_at: Date
  missing_since: Date | null
  reason: string | null
}

export interface FeesTable {
  agency_uid: string
  uid: string
  property_uid: string
  name: string
  amount: string
  amount_type: string
  taxation_rate: string
  scope: Generated<string>
  type: Generated<string>
  optional: Generated<boolean>
  offline: Generated<boolean>
  attestation: Generated<boolean>
  airbnb_type: string | null
  booking_dot_com_type: string | null
  hvmi_type: string | null
  vrbo_type: string | null
  hostfully_type: Generated<string>
  long_term_stay_exemption: Generated<number>
  created_at: Date
  updated_at: Date
  maximum_nights: Generated<number>
  persons: Generated<string>
}

export interface FormerEmailsTable {
  agency_uid: string
  lead_uid: string
  email_key: string
  created_at: Date
}

export interface FormerKeysTable {
  key_hash: Uint8Array
  key_uid: string
  agency_uid: string
  ends_at: Date
}

export interface GrantsTable {
  agency_uid: string
  partner_uid: string
  object_uid: string
  object_type: string
  access: string
  personal_data: Generated<boolean>
  created_at: Date
}

export interface GuestsTable {
  agency_uid: string
  uid: string
  email_key: string | null
  phone_key: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  phone_number: string | null
  mobile_number: string | null
  address: string | null
  address2: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  created_at: Date
  updated_at: Date
  told_by_partner_uid: string | null
  erased_at: Date | null
}

export interface HotelsTable {
  agency_uid: string
  uid: string
  name: string
  property_type: string | null
  address: string | null
  address2: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  country_code: string | null
  latitude: string | null
  longitude: string | null
  time_zone: string
  currency: Generated<string>
  external_id: string | null
  picture_link: string | null
  web_link: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface IcalBlocksTable {
  agency_uid: string
  lead_uid: string
  event_uid: string
  is_exported: Generated<boolean>
}

export interface IcalEventsTable {
  agency_uid: string
  ical_uid: string
  event_key: string
  lead_uid: string
  status: string
  check_in: string
  check_out: string
}

export interface IcalFeedsTable {
  token: string
  agency_uid: string
  property_uid: string
  ical_uid: string
  created_at: Date
}

export interface IcalsTable {
  agency_uid: string
  uid: string
  property_uid: string
  name: string
  source: string
  url: string
  userinfo_sealed: Uint8Array | null
  userinfo_key_id: string | null
  url_digest: string
  etag: string | null
  last_modified: string | null
  sync_status: Generated<string>
  sync_error: string | null
  synced_at: Date | null
  failures: Generated<number>
  next_sync_at: Date
  claim_uid: string | null
  claimed_until: Date | null
  created_at: Date
  updated_at: Date
  imports: Generated<string>
  default_kind: Generated<string>
  repeats_others: Generated<boolean>
  uid_trust: Generated<string>
  trusted_since: Date | null
  trusted_responses: Generated<number>
  renumbered_at: Date | null
  body_digest: string | null
  responded_at: Date | null
  mass_loss_since: Date | null
  clash_count: Generated<number>
  pending_count: Generated<number>
  recurs: Generated<boolean>
  echo_until: Date | null
  deleted_at: Date | null
}

export interface IdempotencyKeysTable {
  agency_uid: string
  principal: string
  key: string
  fingerprint: Uint8Array
  status: number | null
  body: string | null
  content_type: string | null
  created_at: Date
  completed_at: Date | null
  extent: string | null
}

export interface JobsTable {
  agency_uid: string
  uid: string
  property_uid: string
  unit_uid: string | null
  lead_uid: string | null
  service_uid: string
  service_provider_uid: string | null
  status: string
  start_local: string
  end_local: string
  notes: string | null
  done_at: Date | null
  cancelled_with_lead_uid: string | null
  created_at: Date
  updated_at: Date
}

export interface LastBackupsTable {
  id: number
  created_at: Date
}

export interface LeadActsTable {
  agency_uid: string
  uid: string
  lead_uid: string
  act: string
  credential_kind: string
  credential_uid: string | null
  type_before: string | null
  status_before: string | null
  type_after: string | null
  status_after: string | null
  details: ColumnType<unknown, string | null | undefined, string | null>
  events: string[]
  availability: string | null
  created_at: Date
}

export interface LeadErasuresTable {
  agency_uid: string
  lead_uid: string
  as_of: Date
}

export interface LeadGuestsTable {
  agency_uid: string
  lead_uid: string
  guest_uid: string
  told_by_partner_uid: string | null
}

export interface LeadsTable {
  agency_uid: string
  uid: string
  type: string
  status: string
  source: string
  channel: string
  property_uid: string | null
  unit_uid: string | null
  hotel_uid: string | null
  group_uid: string | null
  group_role: string | null
  check_in_local: string
  check_out_local: string
  check_in_at: Date
  check_out_at: Date
  booked_at: Date | null
  booked_by: string | null
  quote_sent_at: Date | null
  timer_started_at: Date | null
  timer_ends_at: Date | null
  close_reason: string | null
  cancelled_by: string | null
  cancelled_reason: string | null
  cancelled_at: Date | null
  decline_reason: string | null
  external_booking_id: string | null
  ical_provider: string | null
  owner_uid: string | null
  assignee_uid: string | null
  referrer: string | null
  notes: string | null
  extra_notes: string | null
  rental_agreement_url: string | null
  agreement_signed: Generated<boolean>
  paf_completed_at: Date | null
  creation_circumstances: string | null
  created_by_partner_uid: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  secondary_email: string | null
  phone_number: string | null
  cell_phone_number: string | null
  address1: string | null
  address2: string | null
  zip_code: string | null
  city: string | null
  state: string | null
  country_code: string | null
  passport_id: string | null
  passport_country_code: string | null
  adult_count: Generated<number>
  children_count: Generated<number>
  pet_count: Generated<number>
  infant_count: Generated<number>
  risk_score: number | null
  flight_number: string | null
  reason_for_trip: string | null
  will_have_party: boolean | null
  will_have_visit: boolean | null
  preferred_currency: string | null
  preferred_locale: string | null
  arrival_local: string | null
  departure_local: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  passport_sealed: Uint8Array | null
  passport_key_id: string | null
  feed_uid: string | null
}

export interface MessageAttachmentsTable {
  agency_uid: string
  uid: string
  message_uid: string
  position: number
  file_name: string
  file_type: string
  file_size: number
}

export interface MessagesTable {
  agency_uid: string
  uid: string
  thread_uid: string
  sender_type: string
  type: string
  kind: string | null
  status: string
  failure_reason: string | null
  subject: string | null
  text: string
  external_id: string | null
  created_at: Date
  updated_at: Date
  sender_kind: string | null
  sender_uid: string | null
}

export interface MigrationsTable {
  name: string
  applied_at: Date | null
}

export interface NightChangesTable {
  agency_uid: string
  uid: string
  unit_uid: string
  lead_uid: string
  change: string
  occupied: string
  turnover_nights: number
  act: string
  credential_kind: string
  credential_uid: string | null
  created_at: Date
  turnover_after: Generated<number>
}

export interface NoticesTable {
  uid: string
  agency_uid: string | null
  partner_uid: string | null
  type: string
  topic: string
  object_uid: string
  about: string | null
  property_uid: string | null
  lead_uid: string | null
  message_uid: string | null
  reason: string | null
  since: Date
  notified_at: Date | null
  created_at: Date
  updated_at: Date
  resolved_at: Date | null
}

export interface ObjectVersionsTable {
  agency_uid: string
  object_type: string
  object_uid: string
  version: number
}

export interface OccupanciesTable {
  agency_uid: string
  unit_uid: string
  lead_uid: string
  occupied: string
  turnover_nights: Generated<number>
  turnover_after: Generated<number>
}

export interface OrderAdjustmentsTable {
  agency_uid: string
  uid: string
  order_uid: string
  transaction_type: string
  adjustment_type: string
  amount: string
  note: string | null
  external_id: string | null
  created_at: Date
  updated_at: Date
  currency: string | null
}

export interface OrderServicesTable {
  agency_uid: string
  uid: string
  order_uid: string
  service_uid: string
  title: string
  gross_price: string
  quantity: number
  quantity_description: string | null
  created_at: Date
  currency: string | null
}

export interface OrdersTable {
  agency_uid: string
  uid: string
  lead_uid: string
  currency: string
  rent_net_price: string
  rent_base_net_price: string
  extra_guests_net_price: Generated<string>
  extra_guests_base_net_price: Generated<string>
  rate_multiplier: string | null
  rate_multiplier_amount: Generated<string>
  rent_breakdowns: ColumnType<unknown, string | undefined, string>
  list_price: string
  discount: ColumnType<unknown, string | null | undefined, string | null>
  net_price: string
  rent_taxation_rate: Generated<string>
  rent_tax_amount: Generated<string>
  rent_gross_price: string
  security_deposit: Generated<string>
  fee_lines: ColumnType<unknown, string | undefined, string>
  all_fees_gross_amount: Generated<string>
  total_amount: string
  total_taxes_amount: Generated<string>
  channel_commission: string | null
  force_full_payment: Generated<boolean>
  quote_overrides: ColumnType<unknown, string | null | undefined, string | null>
  promo_code_uid: string | null
  created_at: Date
  updated_at: Date
  terms: ColumnType<unknown, string | null | undefined, string | null>
  promo_use_uid: string | null
}

export interface OutboxMessagesTable {
  agency_uid: string
  uid: string
  message_uid: string
  lead_uid: string | null
  kind: string
  sender: string
  recipient: string
  subject: string | null
  text: string
  file_names: string[]
  created_at: Date
}

export interface OwnerAdjustmentsTable {
  agency_uid: string
  uid: string
  property_uid: string
  owner_uid: string | null
  lead_uid: string | null
  adjustment_type: string
  name: string
  description: string | null
  amount: string
  tax_rate: string
  currency: string
  date: string
  created_at: Date
  updated_at: Date
}

export interface OwnerPasswordsTable {
  agency_uid: string
  owner_uid: string
  hash: string
  changed_at: Date
}

export interface OwnersTable {
  agency_uid: string
  uid: string
  first_name: string
  last_name: string
  business_name: string | null
  email: string
  phone_number: string | null
  commission_rate: string | null
  is_active: Generated<boolean>
  view_bookings: Generated<boolean>
  view_guest_details: Generated<boolean>
  view_financials: Generated<boolean>
  block_dates: Generated<boolean>
  receive_notifications: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  phone_area_code: string | null
  external_calendar_url: string | null
  picture_url: string | null
}

export interface PartnerSecretsTable {
  partner_uid: string
  secret_hash: Uint8Array
  uid: Generated<string>
  created_at: Date
}

export interface PartnersTable {
  partner_uid: string
  name: string
  kind: string
  channel: string | null
  client_id: string
  key_hash: Uint8Array | null
  redirect_uris: Generated<string[]>
  api_version: Generated<string>
  rate_limit_per_hour: number | null
  created_at: Date
  contact_email: string | null
}

export interface PasswordLinksTable {
  agency_uid: string
  employee_uid: string
  token_hash: Uint8Array
  created_at: Date
  expires_at: Date
}

export interface PaymentsTable {
  agency_uid: string
  uid: string
  order_uid: string
  type: string
  status: string
  amount: string
  manual: Generated<boolean>
  full_payment: Generated<boolean>
  transaction_id: string | null
  notes: string | null
  created_at: Date
  currency: string | null
}

export interface PhotosTable {
  agency_uid: string
  uid: string
  property_uid: string | null
  hotel_uid: string | null
  description: string | null
  display_order: number
  airbnb_room_id: string | null
  original_image_url: string | null
  created_at: Date
  updated_at: Date
  file_size: number | null
}

export interface PinCodesTable {
  agency_uid: string
  uid: string
  property_uid: string
  unit_uid: string | null
  lead_uid: string | null
  user_uid: string | null
  lock_name: string | null
  sealed: Uint8Array
  key_id: string
  code_fingerprint: Uint8Array | null
  start_local: string | null
  end_local: string | null
  starts_with_stay: Generated<boolean>
  ends_with_stay: Generated<boolean>
  created_by_partner_uid: string | null
  created_at: Date
  updated_at: Date
  revoked_at: Date | null
  meets_equal: Generated<boolean>
}

export interface PricingPeriodsTable {
  agency_uid: string
  property_uid: string
  date: string
  price: string | null
  minimum_stay: number | null
  available_for_check_in: boolean | null
  available_for_check_out: boolean | null
  name: string | null
}

export interface PricingTasksTable {
  agency_uid: string
  uid: string
  status: string
  operations: ColumnType<unknown, string, string>
  property_uids: string[]
  total: number
  processed: Generated<number>
  error: string | null
  created_at: Date
  finished_at: Date | null
}

export interface PromoCodesTable {
  agency_uid: string
  uid: string
  property_uid: string | null
  code: string
  description: string | null
  discount_type: string
  discount_amount: string
  currency: string | null
  redeem_by_date: string | null
  stay_from_date: string | null
  stay_to_date: string | null
  minimum_nights: Generated<number>
  maximum_redemptions: number | null
  is_active: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface PropertiesTable {
  agency_uid: string
  uid: string
  hotel_uid: string | null
  parent_uid: string | null
  master_bookable: Generated<boolean>
  name: string
  is_active: Generated<boolean>
  accounting_id: string | null
  external_id: string | null
  agent_uid: string | null
  address: string | null
  address2: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  country_code: string | null
  latitude: string | null
  longitude: string | null
  time_zone: string
  property_type: string | null
  listing_type: string | null
  room_type: string | null
  bedrooms: Generated<number>
  beds: Generated<number>
  bathrooms: Generated<string>
  number_of_floors: Generated<number>
  area_size: Generated<string>
  area_unit_type: string | null
  base_guests: Generated<number>
  max_guests: Generated<number>
  minimum_stay: Generated<number | null>
  maximum_stay: Generated<number | null>
  minimum_weekend_stay: Generated<number | null>
  day_of_week_minimum_stay: ColumnType<unknown, string | undefined, string>
  allow_booking_requests_above_maximum_stay: Generated<boolean | null>
  allow_booking_request_when_out_of_lead_time: Generated<boolean | null>
  booking_window: Generated<number | null>
  booking_lead_time: Generated<number | null>
  turn_over_days: Generated<number | null>
  check_in_time_start: Generated<number>
  check_in_time_end: number | null
  check_in_time_end_flexible: Generated<boolean>
  check_out_time: Generated<number>
  days_of_the_week_to_check_in_on: Generated<string[]>
  hostfully_booking_strategy: Generated<string>
  airbnb_booking_strategy: Generated<string>
  vrbo_booking_strategy: Generated<string>
  booking_dot_com_booking_strategy: Generated<string>
  currency: Generated<string>
  daily_rate: Generated<string>
  weekend_adjustment_rate: Generated<string>
  tax_rate: Generated<string>
  ignore_tax_rate_charge_over_x_days: Generated<boolean>
  days_over_which_tax_rate_charge_should_be_ignored: Generated<number>
  security_deposit: Generated<string>
  cleaning_fee: Generated<string>
  cleaning_fee_tax_rate: Generated<string>
  extra_guest_fee: Generated<string>
  percentage_upon_reservation: Generated<string>
  full_payment_timing: Generated<number>
  airbnb_data: ColumnType<unknown, string | null | undefined, string | null>
  booking_dot_com_data: ColumnType<unknown, string | null | undefined, string | null>
  vrbo_data: ColumnType<unknown, string | null | undefined, string | null>
  hvmi_data: ColumnType<unknown, string | null | undefined, string | null>
  integrations_data: ColumnType<unknown, string | null | undefined, string | null>
  booking_notes: string | null
  extra_notes: string | null
  owner_notes: string | null
  cancellation_policy: string | null
  guide_book_url: string | null
  guide_book_recs_only_url: string | null
  web_link: string | null
  picture_link: string | null
  rental_license_number: string | null
  rental_license_expiration_date: string | null
  wifi_network: string | null
  wifi_password: string | null
  show_property_exact_location: Generated<boolean>
  use_minimum_price_rule: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface PropertyChannelLinksTable {
  agency_uid: string
  uid: string
  property_uid: string
  channel: string
  url: string | null
  external_id: string | null
  is_active: Generated<boolean>
  last_sync_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface PropertyDescriptionsTable {
  agency_uid: string
  property_uid: string
  locale: string
  name: string | null
  short_summary: string | null
  summary: string | null
  notes: string | null
  access: string | null
  transit: string | null
  interaction: string | null
  neighbourhood: string | null
  space: string | null
  house_manual: string | null
  created_at: Date
  updated_at: Date
}

export interface PropertyOwnershipsTable {
  agency_uid: string
  property_uid: string
  owner_uid: string
  since: Date
  copy_owner_when_booking_confirmed: Generated<boolean>
  collect_and_remit_taxes: Generated<boolean>
  owner_notes: string | null
}

export interface PropertyPricingRulesTable {
  agency_uid: string
  property_uid: string
  increase_rate: Generated<string>
  increase_rate_lower_bound: Generated<number>
  decrease_rate: Generated<string>
  decrease_rate_higher_bound: Generated<number>
  decrease_rate_monthly: string | null
  decrease_rate_higher_bound_monthly: number | null
  enabled_for_airbnb: Generated<boolean>
  pricing_rules: ColumnType<unknown, string | undefined, string>
}

export interface PropertyRulesTable {
  agency_uid: string
  uid: string
  property_uid: string | null
  hotel_uid: string | null
  rule: string
  description: string | null
  created_at: Date
}

export interface RateMultipliersTable {
  agency_uid: string
  channel: string
  value: string
}

export interface RateWindowsTable {
  principal: string
  started_at: Date
  used: number
  block_size: Generated<number>
}

export interface RefreshTokensTable {
  token_hash: Uint8Array
  authorization_uid: string
  expires_at: Date
  rotated_at: Date | null
  created_at: Date
}

export interface ReplaysTable {
  uid: string
  webhook_uid: string
  mode: string
  matched: number
  created_at: Date
  cancelled_at: Date | null
}

export interface ReviewsTable {
  agency_uid: string
  uid: string
  property_uid: string
  lead_uid: string | null
  author: string
  title: string | null
  content: string
  rating: number
  date: string
  source: string
  private_feedback: string | null
  rating_categories: ColumnType<unknown, string | undefined, string>
  response: string | null
  responded_at: Date | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface RoomsTable {
  agency_uid: string
  uid: string
  property_uid: string
  room_number: number
  room_type: string
  has_private_bathroom: boolean
  name: string | null
  airbnb_room_id: string | null
  bed_counts: ColumnType<unknown, string | undefined, string>
  created_at: Date
  updated_at: Date
}

export interface SecretKeysTable {
  key_id: string
  since: Date
  retired_at: Date | null
  is_accepted: Generated<boolean>
}

export interface SecurityEventsTable {
  agency_uid: string
  uid: string
  event: string
  actor_kind: string
  actor_uid: string | null
  subject_uid: string | null
  partner_uid: string | null
  address: string | null
  times: Generated<number>
  day: string | null
  first_at: Date
  last_at: Date
}

export interface SendingsTable {
  agency_uid: string
  uid: string
  message_uid: string
  thread_uid: string
  number: number
  attempt_count: Generated<number>
  due_at: Date
  claimed_by: string | null
  claimed_until: Date | null
  created_at: Date
  completed_at: Date | null
}

export interface ServiceProvidersTable {
  agency_uid: string
  uid: string
  name: string
  email: string | null
  phone_number: string | null
  is_active: Generated<boolean>
  created_at: Date
  updated_at: Date
}

export interface ServicesTable {
  agency_uid: string
  uid: string
  service_provider_uid: string | null
  title: string
  description: string | null
  category: Generated<string>
  catered_to: string
  gross_price: string
  tax_rate: Generated<string>
  currency: string
  quantity_description: string | null
  is_active: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface SessionsTable {
  agency_uid: string
  uid: string
  employee_uid: string
  token_hash: Uint8Array
  method: Generated<string>
  identities: ColumnType<unknown, string, string>
  signed_in_at: Date
  created_at: Date
  seen_at: Date
  expires_at: Date
  address: string | null
  agent: string | null
}

export interface SetupLinksTable {
  id: Generated<number>
  token_hash: Uint8Array | null
  issued_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface SignInFailuresTable {
  account: Uint8Array
  network: Uint8Array
  failures: number
  last_at: Date
}

export interface SignInNetworksTable {
  agency_uid: string
  employee_uid: string
  network: Uint8Array
  seen_on: string
}

export interface TagsTable {
  agency_uid: string
  object_uid: string
  object_type: string
  tag: string
  created_at: Date
}

export interface ThreadsTable {
  agency_uid: string
  uid: string
  lead_uid: string | null
  guest_uid: string
  agency_participant_uid: string
  guest_participant_uid: string
  agency_read_at: Date | null
  guest_read_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface UnitsTable {
  agency_uid: string
  uid: string
  property_uid: string
  name: string
  is_active: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface WebhookFailuresTable {
  webhook_uid: string
  failing_since: Date
}

export interface WebhookSecretsTable {
  webhook_uid: string
  uid: string
  sealed: Uint8Array
  key_id: string
  is_known: boolean
  created_at: Date
  expires_at: Date | null
}

export interface WebhooksTable {
  uid: string
  agency_uid: string | null
  partner_uid: string | null
  creator_identifier: string
  object_uid: string
  event_type: string
  webhook_type: string
  callback_url: string
  userinfo_sealed: Uint8Array | null
  userinfo_key_id: string | null
  fingerprint: Uint8Array
  destination: string
  api_version: string
  payload_format: Generated<string>
  description: string | null
  status: Generated<string>
  disabled_reason: string | null
  disabled_at: Date | null
  failing_since: Date | null
  created_at: Date
  deleted_at: Date | null
  drains: Generated<boolean>
  enabled_at: Date | null
}

export interface Tables {
  access_tokens: AccessTokensTable
  agencies: AgenciesTable
  agency_settings: AgencySettingsTable
  agency_storage: AgencyStorageTable
  amenities: AmenitiesTable
  api_keys: ApiKeysTable
  authorizations: AuthorizationsTable
  cache_tag_versions: CacheTagVersionsTable
  calendar_feeds: CalendarFeedsTable
  consent_sessions: ConsentSessionsTable
  conversations: ConversationsTable
  credential_uses: CredentialUsesTable
  custom_amenities: CustomAmenitiesTable
  custom_data: CustomDataTable
  custom_data_fields: CustomDataFieldsTable
  deliveries: DeliveriesTable
  delivery_attempts: DeliveryAttemptsTable
  delivery_queues: DeliveryQueuesTable
  direct_booking_pages: DirectBookingPagesTable
  direct_booking_sites: DirectBookingSitesTable
  employee_passwords: EmployeePasswordsTable
  employee_pictures: EmployeePicturesTable
  employee_preferences: EmployeePreferencesTable
  employees: EmployeesTable
  event_logs: EventLogsTable
  events: EventsTable
  exported_stays: ExportedStaysTable
  extra_guests: ExtraGuestsTable
  featured_properties: FeaturedPropertiesTable
  feed_events: FeedEventsTable
  fees: FeesTable
  former_emails: FormerEmailsTable
  former_keys: FormerKeysTable
  grants: GrantsTable
  guests: GuestsTable
  hotels: HotelsTable
  ical_blocks: IcalBlocksTable
  ical_events: IcalEventsTable
  ical_feeds: IcalFeedsTable
  icals: IcalsTable
  idempotency_keys: IdempotencyKeysTable
  jobs: JobsTable
  last_backups: LastBackupsTable
  lead_acts: LeadActsTable
  lead_erasures: LeadErasuresTable
  lead_guests: LeadGuestsTable
  leads: LeadsTable
  message_attachments: MessageAttachmentsTable
  messages: MessagesTable
  migrations: MigrationsTable
  night_changes: NightChangesTable
  notices: NoticesTable
  object_versions: ObjectVersionsTable
  occupancies: OccupanciesTable
  order_adjustments: OrderAdjustmentsTable
  order_services: OrderServicesTable
  orders: OrdersTable
  outbox_messages: OutboxMessagesTable
  owner_adjustments: OwnerAdjustmentsTable
  owner_passwords: OwnerPasswordsTable
  owners: OwnersTable
  partner_secrets: PartnerSecretsTable
  partners: PartnersTable
  password_links: PasswordLinksTable
  payments: PaymentsTable
  photos: PhotosTable
  pin_codes: PinCodesTable
  pricing_periods: PricingPeriodsTable
  pricing_tasks: PricingTasksTable
  promo_codes: PromoCodesTable
  properties: PropertiesTable
  property_channel_links: PropertyChannelLinksTable
  property_descriptions: PropertyDescriptionsTable
  property_ownerships: PropertyOwnershipsTable
  property_pricing_rules: PropertyPricingRulesTable
  property_rules: PropertyRulesTable
  rate_multipliers: RateMultipliersTable
  rate_windows: RateWindowsTable
  refresh_tokens: RefreshTokensTable
  replays: ReplaysTable
  reviews: ReviewsTable
  rooms: RoomsTable
  secret_keys: SecretKeysTable
  security_events: SecurityEventsTable
  sendings: SendingsTable
  service_providers: ServiceProvidersTable
  services: ServicesTable
  sessions: SessionsTable
  setup_links: SetupLinksTable
  sign_in_failures: SignInFailuresTable
  sign_in_networks: SignInNetworksTable
  tags: TagsTable
  threads: ThreadsTable
  units: UnitsTable
  webhook_failures: WebhookFailuresTable
  webhook_secrets: WebhookSecretsTable
  webhooks: WebhooksTable
}
