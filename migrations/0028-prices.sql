-- The nights of a lead are looked up by the lead. An index that begins with the agency is taken for
-- as good as the one of a unit while a table is small, and then reads all nights of the agency.
-- online: one statement at a time, while clients write
create index concurrently if not exists occupancies_of_lead_new
  on occupancies (lead_uid, agency_uid);
drop index concurrently if exists occupancies_of_lead;
alter index if exists occupancies_of_lead_new rename to occupancies_of_lead;
