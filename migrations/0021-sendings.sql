-- Every time that a message is to be sent: once when it is made, again whenever it is resent
-- (contract/messaging.md §11, §12). A row is open until the message is sent or has failed.
create table sendings (
  agency_uid     uuid not null references agencies,
  uid            uuid not null,
  message_uid    uuid not null,
  thread_uid     uuid not null,
  number         integer not null,
  attempt_count  integer not null default 0,
  due_at         timestamptz(3) not null,
  claimed_by     uuid,
  claimed_until  timestamptz(3),
  created_at     timestamptz(3) not null,
  completed_at   timestamptz(3),
  primary key (agency_uid, uid),
  foreign key (agency_uid, message_uid) references messages,
  unique (agency_uid, message_uid, number)
);

comment on column sendings.number is 'from 1, which is the first; the others are resends';
comment on column sendings.claimed_by is 'the process that is at it';

create unique index sending_under_way on sendings (agency_uid, message_uid)
  where completed_at is null;
create index sendings_of_thread on sendings (agency_uid, thread_uid, message_uid)
  where completed_at is null;
create index sendings_due on sendings (due_at) where completed_at is null;

-- What the transport "outbox" was given to send: it sends nothing.
create table outbox_messages (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  message_uid   uuid not null,
  lead_uid      uuid,
  kind          text not null check (kind in ('EMAIL', 'DIRECT_MESSAGE')),
  sender        text not null,
  recipient     text not null,
  subject       text,
  text          text not null,
  file_names    text[] not null,
  created_at    timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, uid) references sendings,
  foreign key (agency_uid, message_uid) references messages
);

comment on column outbox_messages.uid is 'the one of its sending, so that it is recorded once';

create index outbox_messages_newest on outbox_messages (agency_uid, created_at desc, uid desc);
create index outbox_messages_of_lead on outbox_messages (agency_uid, lead_uid, created_at desc);
