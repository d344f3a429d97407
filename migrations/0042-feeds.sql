-- An event of an external calendar takes its nights although it cannot be stored as a whole; events
-- are recognised by more than their UID; and a calendar that was deleted is known for a while.
alter table icals
  add column imports text not null default 'ALL' check (imports in ('ALL', 'BOOKINGS')),
  add column default_kind text not null default 'BLOCKED'
    check (default_kind in ('BOOKED', 'BLOCKED')),
  add column repeats_others boolean not null default false,
  add column uid_trust text not null default 'UNKNOWN'
    check (uid_trust in ('UNKNOWN', 'STABLE', 'UNSTABLE')),
  add column trusted_since timestamptz(3),
  add column trusted_answers integer not null default 0,
  add column renumbered_at timestamptz(3),
  add column body_digest text,
  add column answered_at timestamptz(3),
  add column mass_loss_since timestamptz(3),
  add column clash_count integer not null default 0,
  add column pending_count integer not null default 0,
  add column recurs boolean not null default false,
  add column echo_until timestamptz(3),
  add column deleted_at timestamptz(3);

comment on column icals.answered_at is 'when the answer came that its events are known by';
comment on column icals.echo_until is
  'when nights that were freed here and are still claimed are no echo any more';
comment on column icals.recurs is 'whether that answer says something else on another day';

-- What became of each event of a calendar. A process of a release before goes on writing ical_events
-- while it is replaced, which nobody reads any more.
create table feed_events (
  agency_uid      uuid not null references agencies,
  uid             uuid not null,
  ical_uid        uuid not null,
  property_uid    uuid not null,
  -- A digest of UID and RECURRENCE-ID; several events may have the same.
  event_key       text not null,
  lead_uid        uuid,
  status          text not null check (status in ('BOOKED', 'BLOCKED')),
  check_in        date not null,
  check_out       date not null,
  state           text not null default 'STORED'
    check (state in ('STORED', 'PARTIAL', 'BLOCKS', 'SAME_STAY', 'ECHO', 'IGNORED')),
  may_have_guest  boolean not null default true,
  is_clash        boolean not null default false,
  code_digest     text,
  -- A digest of the UID, that of the system which wrote it first, and the UID as it is exported.
  origin          text,
  feed_uid        text,
  summary_digest  text,
  first_seen_at   timestamptz(3) not null,
  missing_since   timestamptz(3),
  -- Why it is not stored as a whole.
  reason          text,
  primary key (agency_uid, uid),
  foreign key (agency_uid, ical_uid) references icals,
  foreign key (agency_uid, lead_uid) references leads
);

create index feed_events_of_ical on feed_events (agency_uid, ical_uid);
create index feed_events_of_lead on feed_events (agency_uid, lead_uid);
create index feed_events_of_property on feed_events (agency_uid, property_uid, check_out);

-- The blocks that take nights of events.
create table ical_blocks (
  agency_uid   uuid not null references agencies,
  lead_uid     uuid not null,
  event_uid    uuid not null,
  -- Whether the feeds of this server tell it.
  is_exported  boolean not null default true,
  primary key (agency_uid, lead_uid),
  foreign key (agency_uid, lead_uid) references leads
);

create index ical_blocks_of_event on ical_blocks (agency_uid, event_uid);

-- online: one statement at a time, while clients write
-- What a person has cancelled or deleted stays so until the event changes. A closure has no lead of
-- its own.
with batch as (select agency_uid, ical_uid, event_key from ical_events)
insert into feed_events (agency_uid, uid, ical_uid, property_uid, event_key, lead_uid, status,
    check_in, check_out, state, may_have_guest, first_seen_at)
  select e.agency_uid, gen_random_uuid(), e.ical_uid, i.property_uid, e.event_key, e.lead_uid,
    e.status, e.check_in, e.check_out,
    case when l.deleted_at is not null or l.status not in ('BOOKED', 'BLOCKED') then 'IGNORED'
      else 'STORED' end,
    e.status = 'BOOKED' or i.source = 'BOOKINGDOTCOM', i.created_at
  from batch b
  join ical_events e on e.agency_uid = b.agency_uid and e.ical_uid = b.ical_uid
    and e.event_key = b.event_key
  join icals i on i.agency_uid = e.agency_uid and i.uid = e.ical_uid
  join leads l on l.agency_uid = e.agency_uid and l.uid = e.lead_uid
  where not exists (select 1 from feed_events f where f.agency_uid = e.agency_uid
    and f.ical_uid = e.ical_uid and f.event_key = e.event_key);

with batch as (select agency_uid, uid from feed_events)
insert into ical_blocks (agency_uid, lead_uid, event_uid)
  select f.agency_uid, f.lead_uid, f.uid
  from batch b join feed_events f on f.agency_uid = b.agency_uid and f.uid = b.uid
  where f.state = 'STORED' and not f.may_have_guest
  on conflict do nothing;

with batch as (select agency_uid, uid from feed_events)
update feed_events f
  set lead_uid = null, state = case when f.state = 'STORED' then 'BLOCKS' else f.state end
  from batch b
  where f.agency_uid = b.agency_uid and f.uid = b.uid
    and (not f.may_have_guest or f.state = 'IGNORED');
