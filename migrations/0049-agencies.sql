-- An agency that the operator has disabled: its credentials are refused, and its deliveries wait.
alter table agencies add column disabled_at timestamptz(3);

-- Without them, deleting an agency would read all rows of the referring table for each lead.
-- online: one statement at a time, while clients write
create index concurrently if not exists night_changes_of_lead on night_changes (agency_uid, lead_uid);

create index concurrently if not exists owner_adjustments_of_lead
  on owner_adjustments (agency_uid, lead_uid) where lead_uid is not null;
