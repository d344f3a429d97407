/** Which nouns make the REST interface: the routes of v3.x, and those of legacy v2. */

import { agencyRoutes } from './agencies/agencies.rest.ts'
import { legacyAgencyRoutes } from './agencies/agencies.v2.rest.ts'
import { amenityRoutes } from './amenities/amenities.rest.ts'
import { legacyAmenityRoutes } from './amenities/amenities.v2.rest.ts'
import { attachmentRoutes } from './attachments/attachments.rest.ts'
import { oauthRoutes } from './authorizations/authorizations.rest.ts'
import { calendarRoutes } from './calendar/calendar.rest.ts'
import { legacyCalendarRoutes } from './calendar/calendar.v2.rest.ts'
import { nightHistoryRoutes } from './calendar/night-history.rest.ts'
import { legacyConversationRoutes } from './conversations/conversations.v2.rest.ts'
import { customAmenityRoutes } from './custom-amenities/custom-amenities.rest.ts'
import { legacyCustomAmenityRoutes } from './custom-amenities/custom-amenities.v2.rest.ts'
import { customDataRoutes } from './custom-data/custom-data.rest.ts'
import { legacyCustomDataRoutes } from './custom-data/custom-data.v2.rest.ts'
import { customDataFieldRoutes } from './custom-data-fields/custom-data-fields.rest.ts'
import { legacyCustomDataFieldRoutes } from './custom-data-fields/custom-data-fields.v2.rest.ts'
import { deliveryRoutes } from './deliveries/deliveries.rest.ts'
import { directBookingRoutes } from './direct-booking/direct-booking.rest.ts'
import { employeeRoutes } from './employees/employees.rest.ts'
import { eventTypeRoutes } from './events/event-types.rest.ts'
import { eventRoutes } from './events/events.rest.ts'
import { extraGuestRoutes } from './extra-guests/extra-guests.rest.ts'
import { feeRoutes } from './fees/fees.rest.ts'
import { legacyFeeRoutes } from './fees/fees.v2.rest.ts'
import { groupBookingRoutes } from './group-bookings/group-bookings.rest.ts'
import { guestRoutes } from './guests/guests.rest.ts'
import { legacyGuestRoutes } from './guests/guests.v2.rest.ts'
import { hotelRoutes } from './hotels/hotels.rest.ts'
import { icalRoutes } from './icals/icals.rest.ts'
import { legacyIcalRoutes } from './icals/icals.v2.rest.ts'
import { jobRoutes } from './jobs/jobs.rest.ts'
import { legacyJobRoutes } from './jobs/jobs.v2.rest.ts'
import { leadActionRoutes } from './leads/lead-actions.rest.ts'
import { leadWriteRoutes } from './leads/lead-writes.rest.ts'
import { leadRoutes } from './leads/leads.rest.ts'
import { legacyLeadRoutes } from './leads/leads.v2.rest.ts'
import { inboundRoutes } from './messages/inbound.rest.ts'
import { messageRoutes } from './messages/messages.rest.ts'
import { legacyMessageRoutes } from './messages/messages.v2.rest.ts'
import { orderAdjustmentRoutes } from './order-adjustments/order-adjustments.rest.ts'
import { orderServiceRoutes } from './order-services/order-services.rest.ts'
import { orderRoutes } from './orders/orders.rest.ts'
import { legacyOrderRoutes } from './orders/orders.v2.rest.ts'
import { outboxMessageRoutes } from './outbox-messages/outbox-messages.rest.ts'
import { ownerAdjustmentRoutes } from './owner-adjustments/owner-adjustments.rest.ts'
import { ownerRoutes } from './owners/owners.rest.ts'
import { legacyOwnerRoutes } from './owners/owners.v2.rest.ts'
import { versionRoutes } from './partners/version.rest.ts'
import { photoRoutes } from './photos/photos.rest.ts'
import { legacyPhotoRoutes } from './photos/photos.v2.rest.ts'
import { pinCodeRoutes } from './pin-codes/pin-codes.rest.ts'
import { legacyPinCodeRoutes } from './pin-codes/pin-codes.v2.rest.ts'
import { pricingPeriodRoutes } from './pricing-periods/pricing-periods.rest.ts'
import { legacyPricingPeriodRoutes } from './pricing-periods/pricing-periods.v2.rest.ts'
import { pricingRuleRoutes } from './pricing-rules/pricing-rules.rest.ts'
import { legacyPricingRuleRoutes } from './pricing-rules/pricing-rules.v2.rest.ts'
import { pricingTaskRoutes } from './pricing-tasks/pricing-tasks.rest.ts'
import { legacyPricingTaskRoutes } from './pricing-tasks/pricing-tasks.v2.rest.ts'
import { promoCodeRoutes } from './promo-codes/promo-codes.rest.ts'
import { legacyFamilyRoutes } from './properties/family.v2.rest.ts'
import { propertyRoutes } from './properties/properties.rest.ts'
import { legacyPropertyRoutes } from './properties/properties.v2.rest.ts'
import { unitTypeRoutes } from './properties/unit-types.rest.ts'
import { channelLinkRoutes } from './property-channel-links/channel-links.rest.ts'
import { legacyChannelLinkRoutes } from './property-channel-links/channel-links.v2.rest.ts'
import { propertyDescriptionRoutes } from './property-descriptions/descriptions.rest.ts'
import { legacyDescriptionRoutes } from './property-descriptions/descriptions.v2.rest.ts'
import { propertyOwnershipRoutes } from './property-ownership/property-ownership.rest.ts'
import { legacyOwnershipRoutes } from './property-ownership/property-ownership.v2.rest.ts'
import { propertyRuleRoutes } from './property-rules/property-rules.rest.ts'
import { legacyPropertyRuleRoutes } from './property-rules/property-rules.v2.rest.ts'
import { quoteRoutes } from './quotes/quotes.rest.ts'
import { legacyQuoteRoutes } from './quotes/quotes.v2.rest.ts'
import { rateMultiplierRoutes } from './rate-multipliers/rate-multipliers.rest.ts'
import { replayRoutes } from './replays/replays.rest.ts'
import { reviewRoutes } from './reviews/reviews.rest.ts'
import { legacyReviewRoutes } from './reviews/reviews.v2.rest.ts'
import { legacyBedTypeRoutes } from './rooms/bed-types.v2.rest.ts'
import { roomRoutes } from './rooms/rooms.rest.ts'
import { sendingRoutes } from './sendings/sendings.rest.ts'
import { serviceProviderRoutes } from './service-providers/service-providers.rest.ts'
import { legacyServiceProviderRoutes } from './service-providers/service-providers.v2.rest.ts'
import { serviceRoutes } from './services/services.rest.ts'
import { legacyServiceRoutes } from './services/services.v2.rest.ts'
import { tagRoutes } from './tags/tags.rest.ts'
import { legacyTagRoutes } from './tags/tags.v2.rest.ts'
import { threadRoutes } from './threads/threads.rest.ts'
import { transactionRoutes } from './transactions/transactions.rest.ts'
import { unitRoutes } from './units/units.rest.ts'
import { webhookManagementRoutes } from './webhooks/webhook-management.rest.ts'
import { webhookRoutes } from './webhooks/webhooks.rest.ts'
import { legacyWebhookRoutes } from './webhooks/webhooks.v2.rest.ts'

export const routes = [
  ...agencyRoutes,
  ...amenityRoutes,
  ...attachmentRoutes,
  ...calendarRoutes,
  ...nightHistoryRoutes,
  ...customAmenityRoutes,
  ...customDataFieldRoutes,
  ...customDataRoutes,
  ...deliveryRoutes,
  ...directBookingRoutes,
  ...employeeRoutes,
  ...eventRoutes,
  ...eventTypeRoutes,
  ...extraGuestRoutes,
  ...feeRoutes,
  ...groupBookingRoutes,
  ...guestRoutes,
  ...hotelRoutes,
  ...jobRoutes,
  ...icalRoutes,
  ...leadRoutes,
  ...leadWriteRoutes,
  ...leadActionRoutes,
  ...inboundRoutes,
  ...messageRoutes,
  ...oauthRoutes,
  ...orderAdjustmentRoutes,
  ...orderServiceRoutes,
  ...orderRoutes,
  ...ownerAdjustmentRoutes,
  ...ownerRoutes,
  ...outboxMessageRoutes,
  ...photoRoutes,
  ...pinCodeRoutes,
  ...pricingPeriodRoutes,
  ...pricingRuleRoutes,
  ...pricingTaskRoutes,
  ...promoCodeRoutes,
  ...channelLinkRoutes,
  ...propertyDescriptionRoutes,
  ...propertyOwnershipRoutes,
  ...propertyRoutes,
  ...propertyRuleRoutes,
  ...quoteRoutes,
  ...rateMultiplierRoutes,
  ...replayRoutes,
  ...reviewRoutes,
  ...roomRoutes,
  ...serviceProviderRoutes,
  ...serviceRoutes,
  ...sendingRoutes,
  ...tagRoutes,
  ...threadRoutes,
  ...transactionRoutes,
  ...unitRoutes,
  ...unitTypeRoutes,
  ...webhookManagementRoutes,
  ...webhookRoutes,
]

/** What partners do as themselves, below `/api` without a version (contract/general.md §1). */
export const unversionedRoutes = [...oauthRoutes, ...versionRoutes]

export const legacyRoutes = [
  ...legacyAgencyRoutes,
  ...legacyAmenityRoutes,
  ...legacyBedTypeRoutes,
  ...legacyCalendarRoutes,
  ...legacyConversationRoutes,
  ...legacyCustomAmenityRoutes,
  ...legacyCustomDataFieldRoutes,
  ...legacyCustomDataRoutes,
  ...legacyDescriptionRoutes,
  ...legacyFamilyRoutes,
  ...legacyFeeRoutes,
  ...legacyJobRoutes,
  ...legacyGuestRoutes,
  ...legacyIcalRoutes,
  ...legacyLeadRoutes,
  ...legacyMessageRoutes,
  ...legacyOrderRoutes,
  ...legacyOwnerRoutes,
  ...legacyOwnershipRoutes,
  ...legacyPhotoRoutes,
  ...legacyPinCodeRoutes,
  ...legacyPricingPeriodRoutes,
  ...legacyPricingRuleRoutes,
  ...legacyPricingTaskRoutes,
  ...legacyChannelLinkRoutes,
  ...legacyPropertyRoutes,
  ...legacyPropertyRuleRoutes,
  ...legacyQuoteRoutes,
  ...legacyReviewRoutes,
  ...legacyServiceProviderRoutes,
  ...legacyServiceRoutes,
  ...legacyTagRoutes,
  ...legacyWebhookRoutes,
]
