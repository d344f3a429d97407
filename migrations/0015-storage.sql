-- How many bytes of files an agency keeps, so that none takes the disk of all (contract/general.md
-- §6). Changed in the transaction that adds or deletes a file's row.
create table agency_storage (
  agency_uid  uuid primary key references agencies,
  bytes       bigint not null check (bytes >= 0)
);

insert into agency_storage (agency_uid, bytes)
select agency_uid, sum(file_size) from message_attachments group by agency_uid;

alter table photos add column file_size integer;
alter table photos add constraint photos_file_size_check check (file_size >= 0) not valid;

comment on column photos.file_size is
  'in bytes, of an uploaded one; null: there is no file, or one from before this was kept, which is '
  'not counted until a worker has looked at it';

-- online: one statement at a time, while clients write
alter table photos validate constraint photos_file_size_check;

create index concurrently if not exists photos_unmeasured on photos (agency_uid, uid)
  where original_image_url is null and file_size is null;
