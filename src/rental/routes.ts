/** Routes of the REST API: those of v3.x, and those of legacy v2. */

import { agencyRoutes } from './access/agencies/agencies.rest.ts'
import { legacyAgencyRoutes } from './access/agencies/agencies.v2.rest.ts'
import { apiKeyRoutes } from './access/agencies/api-keys.rest.ts'
import { oauthRoutes } from './access/authorizations/authorizations.rest.ts'
import { employeePictureRoutes } from './access/employee-pictures/employee-pictures.rest.ts'
import { employeeRoutes } from './access/employees/employees.rest.ts'
import { tokenRoutes } from './access/oauth/token.rest.ts'
import { ownEmployeeRoutes } from './access/own-employee/own-employee.rest.ts'
import { partnerAccessRoutes } from './access/partner-access/partner-access.rest.ts'
import { versionRoutes } from './access/partners/version.rest.ts'
import { sessionRoutes } from './access/sessions/sessions.rest.ts'
import { systemRoutes } from './access/system/system.rest.ts'
import { copiedSettingRoutes } from './annotations/copied-settings/copied-settings.rest.ts'
import { customDataRoutes } from './annotations/custom-data/custom-data.rest.ts'
import { legacyCustomDataRoutes } from './annotations/custom-data/custom-data.v2.rest.ts'
import { customDataFieldRoutes } from './annotations/custom-data-fields/custom-data-fields.rest.ts'
import { legacyCustomDataFieldRoutes } from './annotations/custom-data-fields/custom-data-fields.v2.rest.ts'
import { tagRoutes } from './annotations/tags/tags.rest.ts'
import { legacyTagRoutes } from './annotations/tags/tags.v2.rest.ts'
import { multiCalendarRoutes } from './dashboard/multi-calendar/multi-calendar.rest.ts'
import { publishCheckRoutes } from './dashboard/publish-checks/publish-checks.rest.ts'
import { searchRoutes } from './dashboard/search/search.rest.ts'
import { todayRoutes } from './dashboard/today/today.rest.ts'
import { icalEventRoutes } from './distribution/ical-events/ical-events.rest.ts'
import { icalRoutes } from './distribution/icals/icals.rest.ts'
import { legacyIcalRoutes } from './distribution/icals/icals.v2.rest.ts'
import { deliveryRoutes } from './events/deliveries/deliveries.rest.ts'
import { eventRoutes } from './events/event-log/events.rest.ts'
import { eventTypeRoutes } from './events/events/event-types.rest.ts'
import { noticeRoutes } from './events/notices/notices.rest.ts'
import { replayRoutes } from './events/replays/replays.rest.ts'
import { webhookManagementRoutes } from './events/webhooks/webhook-management.rest.ts'
import { webhookRoutes } from './events/webhooks/webhooks.rest.ts'
import { legacyWebhookRoutes } from './events/webhooks/webhooks.v2.rest.ts'
import { attachmentRoutes } from './inbox/attachments/attachments.rest.ts'
import { legacyConversationRoutes } from './inbox/conversations/conversations.v2.rest.ts'
import { inboundRoutes } from './inbox/inbound-messages/inbound-messages.rest.ts'
import { messageDeliveryRoutes } from './inbox/message-deliveries/message-deliveries.rest.ts'
import { messageRoutes } from './inbox/messages/messages.rest.ts'
import { legacyMessageRoutes } from './inbox/messages/messages.v2.rest.ts'
import { outboxMessageRoutes } from './inbox/outbox-messages/outbox-messages.rest.ts'
import { threadRoutes } from './inbox/threads/threads.rest.ts'
import { extraGuestRoutes } from './leads/extra-guests/extra-guests.rest.ts'
import { groupBookingRoutes } from './leads/group-bookings/group-bookings.rest.ts'
import { guestRoutes } from './leads/guests/guests.rest.ts'
import { legacyGuestRoutes } from './leads/guests/guests.v2.rest.ts'
import { leadActionRoutes } from './leads/lead-actions/lead-actions.rest.ts'
import { blockRoutes } from './leads/lead-blocks/blocks.rest.ts'
import { leadHistoryRoutes } from './leads/lead-history/lead-history.rest.ts'
import { splitRoutes } from './leads/lead-split/split.rest.ts'
import { leadWriteRoutes } from './leads/lead-writes/lead-writes.rest.ts'
import { leadRoutes } from './leads/leads/leads.rest.ts'
import { legacyLeadRoutes } from './leads/legacy-leads/leads.v2.rest.ts'
import { orderAdjustmentRoutes } from './leads/order-adjustments/order-adjustments.rest.ts'
import { orderRoutes } from './leads/orders/orders.rest.ts'
import { legacyOrderRoutes } from './leads/orders/orders.v2.rest.ts'
import { paymentRoutes } from './leads/payments/payments.rest.ts'
import { quoteRoutes } from './leads/quotes/quotes.rest.ts'
import { legacyQuoteRoutes } from './leads/quotes/quotes.v2.rest.ts'
import { jobRoutes } from './operations/jobs/jobs.rest.ts'
import { legacyJobRoutes } from './operations/jobs/jobs.v2.rest.ts'
import { orderServiceRoutes } from './operations/order-services/order-services.rest.ts'
import { ownerAdjustmentRoutes } from './operations/owner-adjustments/owner-adjustments.rest.ts'
import { pinCodeRoutes } from './operations/pin-codes/pin-codes.rest.ts'
import { legacyPinCodeRoutes } from './operations/pin-codes/pin-codes.v2.rest.ts'
import { reviewRoutes } from './operations/reviews/reviews.rest.ts'
import { legacyReviewRoutes } from './operations/reviews/reviews.v2.rest.ts'
import { serviceProviderRoutes } from './operations/service-providers/service-providers.rest.ts'
import { legacyServiceProviderRoutes } from './operations/service-providers/service-providers.v2.rest.ts'
import { serviceRoutes } from './operations/services/services.rest.ts'
import { legacyServiceRoutes } from './operations/services/services.v2.rest.ts'
import { calendarRoutes } from './prices/calendar/calendar.rest.ts'
import { legacyCalendarRoutes } from './prices/calendar/calendar.v2.rest.ts'
import { feeRoutes } from './prices/fees/fees.rest.ts'
import { legacyFeeRoutes } from './prices/fees/fees.v2.rest.ts'
import { nightHistoryRoutes } from './prices/occupancies/night-history.rest.ts'
import { pricingPeriodRoutes } from './prices/pricing-periods/pricing-periods.rest.ts'
import { legacyPricingPeriodRoutes } from './prices/pricing-periods/pricing-periods.v2.rest.ts'
import { pricingRuleRoutes } from './prices/pricing-rules/pricing-rules.rest.ts'
import { legacyPricingRuleRoutes } from './prices/pricing-rules/pricing-rules.v2.rest.ts'
import { pricingTaskRoutes } from './prices/pricing-tasks/pricing-tasks.rest.ts'
import { legacyPricingTaskRoutes } from './prices/pricing-tasks/pricing-tasks.v2.rest.ts'
import { promoCodeRoutes } from './prices/promo-codes/promo-codes.rest.ts'
import { rateMultiplierRoutes } from './prices/rate-multipliers/rate-multipliers.rest.ts'
import { legacySearchRoutes } from './prices/stays/search.v2.rest.ts'
import { guestDataRoutes } from './privacy/guest-data/guest-data.rest.ts'
import { amenityRoutes } from './properties/amenities/amenities.rest.ts'
import { legacyAmenityRoutes } from './properties/amenities/amenities.v2.rest.ts'
import { legacyBedTypeRoutes } from './properties/bed-types/bed-types.v2.rest.ts'
import { customAmenityRoutes } from './properties/custom-amenities/custom-amenities.rest.ts'
import { legacyCustomAmenityRoutes } from './properties/custom-amenities/custom-amenities.v2.rest.ts'
import { directBookingRoutes } from './properties/direct-booking/direct-booking.rest.ts'
import { hotelRoutes } from './properties/hotels/hotels.rest.ts'
import { legacyPropertyRoutes } from './properties/legacy-properties/properties.v2.rest.ts'
import { ownerRoutes } from './properties/owners/owners.rest.ts'
import { legacyOwnerRoutes } from './properties/owners/owners.v2.rest.ts'
import { photoRoutes } from './properties/photos/photos.rest.ts'
import { legacyPhotoRoutes } from './properties/photos/photos.v2.rest.ts'
import { propertyRoutes } from './properties/properties/properties.rest.ts'
import { channelLinkRoutes } from './properties/property-channel-links/channel-links.rest.ts'
import { legacyChannelLinkRoutes } from './properties/property-channel-links/channel-links.v2.rest.ts'
import { propertyDescriptionRoutes } from './properties/property-descriptions/descriptions.rest.ts'
import { legacyDescriptionRoutes } from './properties/property-descriptions/descriptions.v2.rest.ts'
import { propertyOwnershipRoutes } from './properties/property-ownership/property-ownership.rest.ts'
import { legacyOwnershipRoutes } from './properties/property-ownership/property-ownership.v2.rest.ts'
import { propertyRuleRoutes } from './properties/property-rules/property-rules.rest.ts'
import { legacyPropertyRuleRoutes } from './properties/property-rules/property-rules.v2.rest.ts'
import { roomRoutes } from './properties/rooms/rooms.rest.ts'
import { legacySubPropertyRoutes } from './properties/sub-properties/sub-properties.v2.rest.ts'
import { unitTypeRoutes } from './properties/unit-types/unit-types.rest.ts'
import { unitRoutes } from './properties/units/units.rest.ts'

export const routes = [
  // access
  ...agencyRoutes,
  ...oauthRoutes,
  ...tokenRoutes,
  ...employeeRoutes,
  ...employeePictureRoutes,
  ...sessionRoutes,
  ...ownEmployeeRoutes,
  ...systemRoutes,
  ...apiKeyRoutes,
  ...partnerAccessRoutes,
  // events
  ...eventTypeRoutes,
  ...eventRoutes,
  ...webhookManagementRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...replayRoutes,
  ...noticeRoutes,
  // properties
  ...propertyRoutes,
  ...unitTypeRoutes,
  ...hotelRoutes,
  ...unitRoutes,
  ...roomRoutes,
  ...photoRoutes,
  ...amenityRoutes,
  ...customAmenityRoutes,
  ...propertyRuleRoutes,
  ...propertyDescriptionRoutes,
  ...channelLinkRoutes,
  ...directBookingRoutes,
  ...ownerRoutes,
  ...propertyOwnershipRoutes,
  // prices
  ...calendarRoutes,
  ...nightHistoryRoutes,
  ...feeRoutes,
  ...pricingPeriodRoutes,
  ...pricingRuleRoutes,
  ...rateMultiplierRoutes,
  ...promoCodeRoutes,
  ...pricingTaskRoutes,
  // leads
  ...quoteRoutes,
  ...leadRoutes,
  ...leadHistoryRoutes,
  ...leadWriteRoutes,
  ...leadActionRoutes,
  ...groupBookingRoutes,
  ...blockRoutes,
  ...splitRoutes,
  ...orderRoutes,
  ...orderAdjustmentRoutes,
  ...paymentRoutes,
  ...extraGuestRoutes,
  ...guestRoutes,
  // inbox
  ...threadRoutes,
  ...messageRoutes,
  ...inboundRoutes,
  ...messageDeliveryRoutes,
  ...outboxMessageRoutes,
  ...attachmentRoutes,
  // annotations
  ...tagRoutes,
  ...customDataRoutes,
  ...customDataFieldRoutes,
  ...copiedSettingRoutes,
  // operations
  ...jobRoutes,
  ...serviceRoutes,
  ...serviceProviderRoutes,
  ...orderServiceRoutes,
  ...pinCodeRoutes,
  ...reviewRoutes,
  ...ownerAdjustmentRoutes,
  // distribution
  ...icalEventRoutes,
  ...icalRoutes,
  // privacy
  ...guestDataRoutes,
  // dashboard
  ...multiCalendarRoutes,
  ...todayRoutes,
  ...searchRoutes,
  ...publishCheckRoutes,
]

/** Routes of partners themselves, below `/api` without a version (contract/general.md §1). */
export const unversionedRoutes = [...oauthRoutes, ...tokenRoutes, ...versionRoutes]

export const legacyRoutes = [
  // access
  ...legacyAgencyRoutes,
  // events
  ...legacyWebhookRoutes,
  // properties
  ...legacyPropertyRoutes,
  ...legacySubPropertyRoutes,
  ...legacyBedTypeRoutes,
  ...legacyPhotoRoutes,
  ...legacyAmenityRoutes,
  ...legacyCustomAmenityRoutes,
  ...legacyPropertyRuleRoutes,
  ...legacyDescriptionRoutes,
  ...legacyChannelLinkRoutes,
  ...legacyOwnerRoutes,
  ...legacyOwnershipRoutes,
  // prices
  ...legacyCalendarRoutes,
  ...legacyFeeRoutes,
  ...legacyPricingPeriodRoutes,
  ...legacyPricingRuleRoutes,
  ...legacyPricingTaskRoutes,
  ...legacySearchRoutes,
  // leads
  ...legacyQuoteRoutes,
  ...legacyLeadRoutes,
  ...legacyOrderRoutes,
  ...legacyGuestRoutes,
  // inbox
  ...legacyConversationRoutes,
  ...legacyMessageRoutes,
  // annotations
  ...legacyTagRoutes,
  ...legacyCustomDataRoutes,
  ...legacyCustomDataFieldRoutes,
  // operations
  ...legacyJobRoutes,
  ...legacyServiceRoutes,
  ...legacyServiceProviderRoutes,
  ...legacyPinCodeRoutes,
  ...legacyReviewRoutes,
  // distribution
  ...legacyIcalRoutes,
]

const tags = [...routes, ...legacyRoutes, ...unversionedRoutes].map(({ tag }) => tag)

/** Tags of all operations that accept an API key. A key may be restricted to some of them. */
export const operationTags: readonly string[] = [...new Set([...tags, 'GraphQL'])].sort()
