/**
 * Contents of all columns outside the map of guests' personal data (src/rental/privacy/guest-
 * data/personal-data-map.ts). A new column is listed there or here.
 */

/** Personal data of people who are not guests; it is deleted with them. */
export const otherPersonalColumns = columnsIn(`
agencies: name agency_email_address phone_number website address1 city zip_code state
employee_passwords: hash
employee_pictures: image
employee_preferences: preferences
employees: first_name last_name email phone_number phone_area_code picture_url
owner_passwords: hash
partners: contact_email
owners: first_name last_name business_name email phone_number phone_area_code
  external_calendar_url picture_url
property_ownerships: owner_notes
service_providers: name email phone_number
security_events: address
sessions: address agent
sign_in_failures: account network
sign_in_networks: network`)

/**
 * Columns without personal data: texts of agencies about themselves and their properties, money,
 * dates, states, uids, and encrypted values, none of which is about a guest. Test payloads of
 * webhooks (`deliveries.sample`) are invented.
 */
export const impersonalColumns = columnsIn(`
access_tokens: uid partner_uid agency_uid expires_at revoked_at authorization_uid created_at
agencies: agency_uid country_code currency default_check_in_time default_check_out_time
  rental_condition time_zone created_at updated_at disabled_at
agency_storage: agency_uid bytes
agency_settings: agency_uid hold_hours request_hours payment_hours request_needs_confirmation
  inquiry_response_hours quote_validity_hours v2_lead_writes personal_data_retention_days
  message_retention_days
amenities: agency_uid uid property_uid hotel_uid amenity description price created_at
api_keys: key_hash uid agency_uid name hint read_only is_strict rate_limit_per_hour expires_at
  revoked_at created_at tags
authorizations: uid partner_uid agency_uid employee_uid code_hash redirect_uri code_challenge
  code_expires_at code_used_at revoked_at created_at
calendar_feeds: token agency_uid property_uid created_at
consent_sessions: agency_uid employee_uid session_hash partner_uid created_at expires_at
conversations: agency_uid uid guest_uid agency_participant_uid guest_participant_uid created_at
  updated_at
credential_uses: agency_uid kind uid last_used_at
custom_amenities: agency_uid uid property_uid hotel_uid name created_at
custom_data: agency_uid object_uid object_type field_uid created_at updated_at
custom_data_fields: agency_uid uid name type variable position usage created_by_partner_uid
  created_at
deliveries: agency_uid uid webhook_uid seq sample destination ordering_key shows_personal status
  attempt_count due_at is_kept_back claimed_by claimed_until first_failed_at
  last_response_status callback_url userinfo_sealed userinfo_key_id replay_of replay_uid is_test
  created_at completed_at
delivery_attempts: agency_uid delivery_uid number started_at duration_ms outcome response_status
delivery_queues: agency_uid
direct_booking_pages: agency_uid property_uid is_enabled slug updated_at
direct_booking_sites: agency_uid is_enabled website updated_at
employee_passwords: agency_uid employee_uid changed_at
employee_pictures: agency_uid employee_uid picture_uid
employee_preferences: agency_uid employee_uid updated_at
employees: agency_uid uid role is_active service_provider_uid created_at updated_at invited_at
event_logs: agency_uid last_seq gone_seq
feed_events: agency_uid ical_uid event_key lead_uid status check_in check_out uid property_uid
  state may_have_guest is_clash code_digest origin summary_digest first_seen_at missing_since
  reason feed_uid
events: agency_uid seq uid type legacy_type event_version object_type object_uid object_version
  previous_object_version property_uid hotel_uid lead_uid partner_uid audience cause actor_type
  actor_uid request_uid ordering_key created_at
extra_guests: agency_uid lead_uid position
featured_properties: agency_uid property_uid position
fees: agency_uid uid property_uid name amount amount_type taxation_rate scope type optional
  offline attestation airbnb_type booking_dot_com_type hvmi_type vrbo_type hostfully_type
  long_term_stay_exemption maximum_nights persons created_at updated_at
former_keys: key_hash key_uid agency_uid ends_at
grants: agency_uid partner_uid object_uid object_type access personal_data created_at
guests: agency_uid uid created_at updated_at told_by_partner_uid erased_at
hotels: agency_uid uid name property_type address address2 city state zip_code country_code
  latitude longitude time_zone currency external_id picture_link web_link created_at updated_at
  deleted_at
ical_blocks: agency_uid lead_uid event_uid is_exported
ical_events: agency_uid ical_uid event_key lead_uid status check_in check_out
exported_stays: agency_uid address_uid stay_uid check_in check_out property_uid ical_uid exported_at
  ended_at
ical_feeds: token agency_uid property_uid ical_uid created_at
icals: agency_uid uid property_uid name source url userinfo_sealed userinfo_key_id url_digest
  etag last_modified sync_status sync_error synced_at failures next_sync_at claim_uid
  claimed_until created_at updated_at imports default_kind repeats_others uid_trust trusted_since
  trusted_responses renumbered_at body_digest responded_at mass_loss_since clash_count pending_count
  recurs echo_until deleted_at
idempotency_keys: agency_uid principal key fingerprint status content_type created_at
  completed_at extent
jobs: agency_uid uid property_uid unit_uid lead_uid service_uid service_provider_uid status
  start_local end_local done_at cancelled_with_lead_uid created_at updated_at
lead_acts: agency_uid uid lead_uid act credential_kind credential_uid type_before status_before
  type_after status_after events availability created_at
lead_erasures: agency_uid lead_uid as_of
lead_guests: agency_uid lead_uid guest_uid told_by_partner_uid
last_backups: id created_at
leads: agency_uid uid type status source channel property_uid unit_uid hotel_uid group_uid
  group_role check_in_local check_out_local check_in_at check_out_at booked_at booked_by
  quote_sent_at timer_started_at timer_ends_at close_reason cancelled_by cancelled_at
  external_booking_id ical_provider feed_uid owner_uid assignee_uid
  agreement_signed paf_completed_at
  created_by_partner_uid adult_count children_count pet_count infant_count preferred_currency
  arrival_local departure_local created_at updated_at deleted_at
cache_tag_versions: agency_uid tag_uid version
message_attachments: agency_uid uid message_uid position file_type file_size
messages: agency_uid uid thread_uid sender_type sender_kind sender_uid type kind status external_id
  created_at updated_at
migrations: name applied_at
night_changes: agency_uid uid unit_uid lead_uid change occupied turnover_nights act
  credential_kind credential_uid created_at turnover_after
notices: uid agency_uid partner_uid type topic object_uid about property_uid lead_uid message_uid
  reason since notified_at created_at updated_at resolved_at
object_versions: agency_uid object_type object_uid version
occupancies: agency_uid unit_uid lead_uid occupied turnover_nights turnover_after
order_adjustments: agency_uid uid order_uid transaction_type adjustment_type amount currency
  external_id created_at updated_at
order_services: agency_uid uid order_uid service_uid title gross_price currency quantity
  quantity_description created_at
orders: agency_uid uid lead_uid currency terms promo_use_uid rent_net_price rent_base_net_price
  extra_guests_net_price extra_guests_base_net_price rate_multiplier rate_multiplier_amount
  rent_breakdowns list_price discount net_price rent_taxation_rate rent_tax_amount
  rent_gross_price security_deposit fee_lines all_fees_gross_amount total_amount
  total_taxes_amount channel_commission force_full_payment quote_overrides promo_code_uid
  created_at updated_at
former_emails: agency_uid lead_uid created_at
outbox_messages: agency_uid uid message_uid lead_uid kind sender created_at
owner_adjustments: agency_uid uid property_uid owner_uid lead_uid adjustment_type name amount
  tax_rate currency date created_at updated_at
owner_passwords: agency_uid owner_uid changed_at
owners: agency_uid uid commission_rate is_active view_bookings view_guest_details
  view_financials block_dates receive_notifications created_at updated_at deleted_at
partner_secrets: partner_uid secret_hash uid created_at
partners: partner_uid name kind channel client_id key_hash redirect_uris api_version
  rate_limit_per_hour created_at
password_links: agency_uid employee_uid token_hash created_at expires_at
payments: agency_uid uid order_uid type status amount currency manual full_payment transaction_id
  created_at
photos: agency_uid uid property_uid hotel_uid description display_order airbnb_room_id
  original_image_url file_size created_at updated_at
pin_codes: agency_uid uid property_uid unit_uid lead_uid user_uid lock_name sealed key_id
  code_fingerprint start_local end_local starts_with_stay ends_with_stay created_by_partner_uid
  created_at updated_at revoked_at meets_equal
pricing_periods: agency_uid property_uid date price minimum_stay available_for_check_in
  available_for_check_out name
pricing_tasks: agency_uid uid status operations property_uids total processed error created_at
  finished_at
promo_codes: agency_uid uid property_uid code description discount_type discount_amount currency
  redeem_by_date stay_from_date stay_to_date minimum_nights maximum_redemptions is_active
  created_at updated_at deleted_at
properties: agency_uid uid hotel_uid parent_uid master_bookable name is_active accounting_id
  external_id agent_uid address address2 city state zip_code country_code latitude longitude
  time_zone property_type listing_type room_type bedrooms beds bathrooms number_of_floors
  area_size area_unit_type base_guests max_guests minimum_stay maximum_stay minimum_weekend_stay
  day_of_week_minimum_stay allow_booking_requests_above_maximum_stay
  allow_booking_request_when_out_of_lead_time booking_window booking_lead_time turn_over_days
  check_in_time_start check_in_time_end check_in_time_end_flexible check_out_time
  days_of_the_week_to_check_in_on hostfully_booking_strategy airbnb_booking_strategy
  vrbo_booking_strategy booking_dot_com_booking_strategy currency daily_rate
  weekend_adjustment_rate tax_rate ignore_tax_rate_charge_over_x_days
  days_over_which_tax_rate_charge_should_be_ignored security_deposit cleaning_fee
  cleaning_fee_tax_rate extra_guest_fee percentage_upon_reservation full_payment_timing
  airbnb_data booking_dot_com_data vrbo_data hvmi_data integrations_data booking_notes
  extra_notes owner_notes cancellation_policy guide_book_url guide_book_recs_only_url web_link
  picture_link rental_license_number rental_license_expiration_date wifi_network wifi_password
  show_property_exact_location use_minimum_price_rule created_at updated_at deleted_at
property_channel_links: agency_uid uid property_uid channel url external_id is_active
  last_sync_at created_at updated_at
property_descriptions: agency_uid property_uid locale name short_summary summary notes access
  transit interaction neighbourhood space house_manual created_at updated_at
property_ownerships: agency_uid property_uid owner_uid since
  copy_owner_when_booking_confirmed collect_and_remit_taxes
property_pricing_rules: agency_uid property_uid increase_rate increase_rate_lower_bound
  decrease_rate decrease_rate_higher_bound decrease_rate_monthly
  decrease_rate_higher_bound_monthly enabled_for_airbnb pricing_rules
property_rules: agency_uid uid property_uid hotel_uid rule description created_at
rate_multipliers: agency_uid channel value
rate_windows: principal started_at used block_size
refresh_tokens: token_hash authorization_uid expires_at rotated_at created_at
replays: uid webhook_uid mode matched created_at cancelled_at
reviews: agency_uid uid property_uid lead_uid rating date source rating_categories responded_at
  created_at updated_at deleted_at
rooms: agency_uid uid property_uid room_number room_type has_private_bathroom name
  airbnb_room_id bed_counts created_at updated_at
sendings: agency_uid uid message_uid thread_uid number attempt_count due_at claimed_by
  claimed_until created_at completed_at
service_providers: agency_uid uid is_active created_at updated_at
secret_keys: key_id since retired_at is_accepted
security_events: agency_uid uid event actor_kind actor_uid subject_uid partner_uid times day
  first_at last_at
services: agency_uid uid service_provider_uid title description category catered_to gross_price
  tax_rate currency quantity_description is_active created_at updated_at deleted_at
sessions: agency_uid uid employee_uid token_hash method identities signed_in_at created_at
  seen_at expires_at
setup_links: id token_hash issued_at expires_at used_at
sign_in_failures: failures last_at
sign_in_networks: agency_uid employee_uid seen_on
tags: agency_uid object_uid object_type created_at
threads: agency_uid uid lead_uid guest_uid agency_participant_uid guest_participant_uid
  agency_read_at guest_read_at created_at updated_at
units: agency_uid uid property_uid name is_active created_at updated_at deleted_at
webhook_failures: webhook_uid failing_since
webhook_secrets: webhook_uid uid sealed key_id is_known created_at expires_at
webhooks: uid agency_uid partner_uid creator_identifier object_uid event_type webhook_type
  callback_url userinfo_sealed userinfo_key_id fingerprint destination api_version
  payload_format description status disabled_reason disabled_at enabled_at failing_since created_at
  deleted_at drains`)

/**
 * Returns `table.column` for each line `table: column column`; an indented line continues the one
 * before.
 */
function columnsIn(text: string): string[] {
  const lines = text.replace(/\n +/g, ' ').trim().split('\n')
  return lines.flatMap(line => {
    const [table = '', columns = ''] = line.split(': ')
    return columns.split(' ').map(column => `${table}.${column}`)
  })
}
