-- Messages name the credential by which the agency's side wrote them (contract/messaging.md §2).
alter table messages
  add column sender_kind text,
  add column sender_uid uuid;

comment on column messages.sender_kind is 'kind of credential; null: a guest, or not recorded';
comment on column messages.sender_uid is 'employee, key or partner; null: the server';
