-- What an agency or a partner should know without asking: contract/events.md §12. A reference table,
-- as webhooks are: those of a partner's webhooks for changes of its access belong to no agency.
create table notices (
  uid           uuid primary key,
  agency_uid    uuid references agencies,
  partner_uid   uuid references partners,
  type          text not null check (type in
                ('WEBHOOK_FAILING', 'WEBHOOK_DISABLED', 'CALENDAR_FAILING', 'MAIL_FAILING')),
  topic         text not null,
  object_uid    uuid not null,
  about         text,
  property_uid  uuid,
  lead_uid      uuid,
  message_uid   uuid,
  reason        text,
  since         timestamptz(3) not null,
  told_at       timestamptz(3),
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  resolved_at   timestamptz(3),
  check (agency_uid is not null or partner_uid is not null)
);

comment on column notices.partner_uid is 'whose webhook it is about; null: the agency''s own matter';
comment on column notices.topic is
  'about one topic at most one mail a day goes out; the webhooks of a destination are one';
comment on column notices.object_uid is 'the webhook, the calendar, or the thread of the mail';
comment on column notices.about is 'what people call it: the host of a webhook, a calendar''s name';
comment on column notices.since is 'since when there is the cause';
comment on column notices.told_at is 'when it last went out by mail, if there is an address';

create unique index notices_open on notices (object_uid, type) where resolved_at is null;
create index notices_of_agency on notices (agency_uid, created_at desc, uid desc);
create index notices_of_partner on notices (partner_uid, created_at desc, uid desc)
  where partner_uid is not null;
create index notices_told on notices (topic, told_at);
create index notices_by_end on notices (resolved_at) where resolved_at is not null;

create index webhooks_failing on webhooks (failing_since)
  where failing_since is not null and deleted_at is null;

alter table partners add column contact_email text;

comment on column partners.contact_email is 'where its notices go; null: nowhere';
