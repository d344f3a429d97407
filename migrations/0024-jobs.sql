-- What is done around stays, such as cleaning, by whom, and what of it guests have ordered.
create table service_providers (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  name          text not null,
  email         text,
  phone_number  text,
  is_active     boolean not null default true,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  primary key (agency_uid, uid)
);

create index service_providers_by_name on service_providers (agency_uid, name, uid);

create table services (
  agency_uid            uuid not null references agencies,
  uid                   uuid not null,
  service_provider_uid  uuid,
  title                 text not null,
  description           text,
  category              text not null default 'OTHER'
                        check (category in ('CLEANING', 'GREETING', 'MAINTENANCE', 'OTHER')),
  catered_to            text not null check (catered_to in ('GUEST', 'HOST', 'BOTH')),
  gross_price           numeric not null check (gross_price >= 0),
  tax_rate              numeric not null default 0 check (tax_rate between 0 and 1),
  currency              text not null,
  quantity_description  text,
  is_active             boolean not null default true,
  created_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  deleted_at            timestamptz(3),
  primary key (agency_uid, uid),
  foreign key (agency_uid, service_provider_uid) references service_providers
);

create index services_by_title on services (agency_uid, title, uid) where deleted_at is null;
create index services_of_provider on services (agency_uid, service_provider_uid)
  where service_provider_uid is not null;

create table jobs (
  agency_uid            uuid not null references agencies,
  uid                   uuid not null,
  property_uid          uuid not null,
  unit_uid              uuid,
  lead_uid              uuid,
  service_uid           uuid not null,
  service_provider_uid  uuid,
  status                text not null
                        check (status in ('NEW', 'ACCEPTED', 'DECLINED', 'DONE', 'CANCELLED')),
  start_local           timestamp(0) not null,
  end_local             timestamp(0) not null,
  notes                 text,
  done_at               timestamptz(3),
  created_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, unit_uid) references units,
  foreign key (agency_uid, lead_uid) references leads,
  foreign key (agency_uid, service_uid) references services,
  foreign key (agency_uid, service_provider_uid) references service_providers,
  check (end_local >= start_local),
  check ((status = 'DONE') = (done_at is not null))
);

comment on column jobs.start_local is 'in the property''s time zone';

create index jobs_by_start on jobs (agency_uid, start_local, uid);
create index jobs_of_property on jobs (agency_uid, property_uid, start_local, uid);
create index jobs_updated on jobs (agency_uid, updated_at);
create index jobs_of_lead on jobs (agency_uid, lead_uid) where lead_uid is not null;
create index jobs_of_service on jobs (agency_uid, service_uid);
create index jobs_of_provider on jobs (agency_uid, service_provider_uid)
  where service_provider_uid is not null;

create table order_services (
  agency_uid            uuid not null references agencies,
  uid                   uuid not null,
  order_uid             uuid not null,
  service_uid           uuid not null,
  title                 text not null,
  gross_price           numeric not null check (gross_price >= 0),
  quantity              integer not null check (quantity between 1 and 999),
  quantity_description  text,
  created_at            timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, order_uid) references orders,
  foreign key (agency_uid, service_uid) references services
);

comment on column order_services.gross_price is 'of the whole quantity, in the order''s currency';
comment on column order_services.title is 'of the service when it was ordered';

create index services_of_order on order_services (agency_uid, order_uid, created_at, uid);
