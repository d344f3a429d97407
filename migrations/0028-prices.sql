-- The nights of a lead are looked up by the lead. An index that begins with the agency is taken for
-- as good as the one of a unit while a table is small, and then reads all nights of the agency.
drop index occupancies_of_lead;
create index occupancies_of_lead on occupancies (lead_uid, agency_uid);
