-- Guests write from the second address of their booking, and from one that was corrected since
-- (contract/messaging.md §13).
create table former_emails (
  agency_uid  uuid not null references agencies,
  lead_uid    uuid not null,
  email_key   text not null,
  created_at  timestamptz(3) not null,
  primary key (agency_uid, lead_uid, email_key),
  foreign key (agency_uid, lead_uid) references leads
);

comment on table former_emails is 'addresses that guests of leads had before they were corrected';

create index former_emails_by_key on former_emails (agency_uid, email_key);

-- online: one statement at a time, while clients write
create index concurrently if not exists leads_by_second_email on leads (agency_uid, lower(btrim(secondary_email)))
  where secondary_email is not null;
