-- Messages with the guests of leads. A thread is of one lead, or of a guest whose lead is not known
-- yet; a conversation is of one guest, the union of the threads (contract/messaging.md §1).
create table threads (
  agency_uid              uuid not null references agencies,
  uid                     uuid not null,
  lead_uid                uuid,
  guest_uid               uuid not null,
  agency_participant_uid  uuid not null,
  guest_participant_uid   uuid not null,
  agency_read_at          timestamptz(3),
  guest_read_at           timestamptz(3),
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, lead_uid) references leads,
  foreign key (agency_uid, guest_uid) references guests
);

comment on column threads.guest_participant_uid is 'names the other side, a lead or a guest';
comment on column threads.agency_read_at is 'null: unread';
comment on column threads.updated_at is 'when its newest message was made';

create unique index threads_of_lead on threads (agency_uid, lead_uid) where lead_uid is not null;
create index threads_of_guest on threads (agency_uid, guest_uid);
create index threads_newest on threads (agency_uid, updated_at desc, uid desc);
-- A guest writes into one thread as long as no lead is known.
create unique index threads_without_lead on threads (agency_uid, guest_uid) where lead_uid is null;

create table conversations (
  agency_uid              uuid not null references agencies,
  uid                     uuid not null,
  guest_uid               uuid not null,
  agency_participant_uid  uuid not null,
  guest_participant_uid   uuid not null,
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, guest_uid) references guests,
  unique (agency_uid, guest_uid)
);

create index conversations_newest on conversations (agency_uid, updated_at desc, uid desc);

create table messages (
  agency_uid      uuid not null references agencies,
  uid             uuid not null,
  thread_uid      uuid not null,
  sender_type     text not null check (sender_type in ('AGENCY', 'GUEST')),
  type            text not null,
  kind            text check (kind in ('EMAIL', 'DIRECT_MESSAGE')),
  status          text not null check (status in ('CREATED', 'SENT', 'FAILED')),
  failure_reason  text,
  subject         text,
  text            text not null,
  external_id     text,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, thread_uid) references threads,
  check ((kind is null) = (sender_type = 'GUEST'))
);

comment on column messages.type is 'the channel';
comment on column messages.kind is 'how it is sent; null: it came in';

create index messages_newest on messages (agency_uid, created_at desc, uid desc);
create index messages_of_thread on messages (agency_uid, thread_uid, created_at desc, uid desc);
create unique index messages_by_external_id on messages (agency_uid, type, external_id)
  where external_id is not null and sender_type = 'GUEST';
-- What an agency has sent within a minute.
create index messages_sent on messages (agency_uid, created_at) where sender_type = 'AGENCY';

create table message_attachments (
  agency_uid   uuid not null references agencies,
  uid          uuid not null,
  message_uid  uuid not null,
  position     integer not null,
  file_name    text not null,
  file_type    text not null,
  file_size    integer not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, message_uid) references messages
);

create index message_attachments_of_message on message_attachments (agency_uid, message_uid, position);

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
