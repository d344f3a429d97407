-- Two rules that a distributed database does not take.

-- A feed is asked for by its token alone, before its agency is known, so every node has the whole
-- table, and it cannot refer to one that is split. No property's row is ever deleted.
alter table calendar_feeds drop constraint calendar_feeds_agency_uid_property_uid_fkey;

-- Setting a part of a key null is refused there: whoever deletes a provider does it.
alter table employees drop constraint employees_agency_uid_service_provider_uid_fkey;
