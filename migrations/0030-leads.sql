-- What belongs to a lead, which is one of agencies, is of that agency by its own key; and a log is
-- one of agencies, whose row is taken before any of its events or versions is written. To look for
-- the agency once more was a lock of its row for each of a dozen rows of every creation.
alter table orders drop constraint if exists orders_agency_uid_fkey;
alter table occupancies drop constraint if exists occupancies_agency_uid_fkey;
alter table night_changes drop constraint if exists night_changes_agency_uid_fkey;
alter table lead_acts drop constraint if exists lead_acts_agency_uid_fkey;
alter table lead_guests drop constraint if exists lead_guests_agency_uid_fkey;
alter table events drop constraint if exists events_agency_uid_fkey;
alter table object_versions drop constraint if exists object_versions_agency_uid_fkey;
