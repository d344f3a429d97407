-- The address of a page names its property, not its agency (contract/resources.md §7).
create index direct_booking_pages_by_property on direct_booking_pages (property_uid);
