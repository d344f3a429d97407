-- The lead query's selection as views, with PostGraphile's smart tags for what a view cannot say: its
-- key, its relations, and that it is read as a plain list. `offset 0` keeps the shown status and its
-- span from being worked out again for every column that depends on them.
drop schema if exists bench_graph cascade;
create schema bench_graph;

create view bench_graph.leads as
select agency_uid, uid, property_uid, assignee_uid, created_at,
  case type when 'BOOKING_REQUEST' then 'INQUIRY' else type end as lead_type,
  to_char(check_in_local, 'YYYY-MM-DD"T"HH24:MI:SS') as check_in_date_time_string,
  to_char(check_out_local, 'YYYY-MM-DD"T"HH24:MI:SS') as check_out_date_time_string,
  shown.status,
  case
    when source = 'HOSTFULLY_API' and channel in ('EXPEDIA', 'HOLIDU') then 'DIRECT_' || channel
    when source = 'DIRECT_AIRBNB' and type = 'BLOCK' then 'AIRBNB_BLOCK_IMPORT'
    else case source
      when 'HOSTFULLY_UI' then 'ORBIRENTAL_FORM' when 'HOSTFULLY_DBS' then 'ORBIRENTAL_WIDGET'
      when 'HOSTFULLY_API' then 'ORBIRENTAL_API' when 'HOSTFULLY_LINKED' then 'ORBIRENTAL_LINKED'
      when 'HOSTFULLY_OWNER_PORTAL' then 'OWNER_PORTAL' when 'DIRECT_VRBO' then 'DIRECT_HOMEAWAY'
      when 'HOSTFULLY_ICAL' then case ical_provider
        when 'airbnb' then 'IMPORT_AIRBNB' when 'homeaway' then 'IMPORT_HOMEAWAY'
        when 'vrbo' then 'IMPORT_VRBO' when 'booking.com' then 'IMPORT_BOOKINGCOM'
        when 'abritel' then 'IMPORT_ABRITEL' when 'tripadvisor' then 'IMPORT_TRIPADVISOR'
        else 'IMPORT_OTHER_PROVIDER' end
      else source end
  end as source,
  to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as booked_date_time_string,
  external_booking_id, first_name, last_name, adult_count, pet_count, children_count, infant_count,
  risk_score, notes, email, coalesce(phone_number, cell_phone_number) as phone_number, flight_number,
  reason_for_trip, preferred_currency, preferred_locale, city, state,
  paf_completed_at is not null as has_completed_pre_arrival_form, agreement_signed,
  coalesce(now() < span_end, false) as counting_down,
  case shown.status when 'NEW' then 'QUOTE_SENT' when 'QUOTE_SENT' then 'CLOSED_QUOTE'
    when 'ON_HOLD' then 'HOLD_EXPIRED'
    when 'PENDING' then case when timer_ends_at is not null then 'CLOSED_QUOTE'
      when source like 'DIRECT\_%' then 'BOOKED_EXTERNALLY' else 'BOOKED_BY_AGENT' end
    when 'BOOKED_BY_AGENT' then 'STAY' when 'BOOKED_BY_CUSTOMER' then 'STAY'
    when 'BOOKED_EXTERNALLY' then 'STAY' when 'STAY' then 'ARCHIVED' end as next_status,
  case when span_end is null then null when span_start >= span_end then 100
    else least(100, greatest(0, floor(100 * (extract(epoch from now() - span_start)::float8
      / extract(epoch from span_end - span_start)::float8))))::int end as countdown_percentage,
  coalesce(type not in ('BOOKING') and now() >= span_end, false) as overdue
from public.leads
join public.agency_settings settings using (agency_uid)
cross join lateral (
  select case status
    when 'BOOKED' then case when now() >= check_out_at then 'ARCHIVED'
      when now() >= check_in_at then 'STAY'
      when booked_by = 'CUSTOMER' then 'BOOKED_BY_CUSTOMER'
      when booked_by = 'EXTERNAL' then 'BOOKED_EXTERNALLY' else 'BOOKED_BY_AGENT' end
    when 'CANCELLED' then case cancelled_by when 'GUEST' then 'CANCELLED_BY_TRAVELER'
      when 'OWNER' then 'CANCELLED_BY_OWNER' else 'CANCELLED' end
    when 'NEW' then case when quote_sent_at is null then 'NEW' else 'QUOTE_SENT' end
    when 'CLOSED' then case close_reason when 'HOLD_CLOSED' then 'CLOSED_HOLD'
      when 'HOLD_EXPIRED' then 'HOLD_EXPIRED' else 'CLOSED_QUOTE' end
    when 'PENDING_APPROVED' then 'PENDING' else status end as status offset 0) shown
cross join lateral (
  select case
      when shown.status = 'NEW' then coalesce(timer_started_at, created_at)
      when shown.status = 'QUOTE_SENT' then quote_sent_at
      when shown.status in ('ON_HOLD', 'PENDING') and timer_ends_at is not null
        then coalesce(timer_started_at, created_at)
      when shown.status in ('BOOKED_BY_AGENT', 'BOOKED_BY_CUSTOMER', 'BOOKED_EXTERNALLY')
        then coalesce(booked_at, created_at)
      when shown.status = 'STAY' then check_in_at end as span_start,
    case
      when shown.status = 'NEW' then coalesce(timer_started_at, created_at) 
        + inquiry_response_hours * interval '1 hour'
      when shown.status = 'QUOTE_SENT' then quote_sent_at 
        + quote_validity_hours * interval '1 hour'
      when shown.status in ('ON_HOLD', 'PENDING') then timer_ends_at
      when shown.status in ('BOOKED_BY_AGENT', 'BOOKED_BY_CUSTOMER', 'BOOKED_EXTERNALLY')
        then check_in_at
      when shown.status = 'STAY' then check_out_at end as span_end offset 0) span
where deleted_at is null;

create view bench_graph.orders as
select agency_uid, uid, lead_uid, security_deposit, rate_multiplier, currency, all_fees_gross_amount,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as creation_date_time_string,
  force_full_payment as force100_percent_payment_at_reservation, (select jsonb_agg(jsonb_build_object('name', line -> 'name', 'grossAmount', line -> 'grossAmount')) from jsonb_array_elements(fee_lines) line) as fees,
  total_amount as total_gross_order_value
from public.orders;

create view bench_graph.employees as
select agency_uid, uid, first_name, last_name, picture_url as best_profile, email,
  'EMPLOYEE' as type
from public.employees;

create view bench_graph.properties as
select agency_uid, uid, name, picture_link from public.properties;

comment on view bench_graph.leads is $$
@primaryKey agency_uid,uid
@foreignKey (agency_uid,property_uid) references bench_graph.properties (agency_uid,uid)|@fieldName property|@behavior -manyRelation:resource:list -manyRelation:resource:connection
@foreignKey (agency_uid,assignee_uid) references bench_graph.employees (agency_uid,uid)|@fieldName assignee|@behavior -manyRelation:resource:list -manyRelation:resource:connection
@behavior +query:resource:list -query:resource:connection
$$;
comment on column bench_graph.leads.agency_uid is '@behavior +filterBy';
comment on column bench_graph.leads.property_uid is '@behavior +filterBy';
comment on column bench_graph.leads.created_at is '@behavior +orderBy';
comment on column bench_graph.leads.uid is '@behavior +orderBy';
comment on view bench_graph.orders is $$
@primaryKey agency_uid,uid
@unique agency_uid,lead_uid
@foreignKey (agency_uid,lead_uid) references bench_graph.leads (agency_uid,uid)|@foreignSingleFieldName order
$$;
comment on view bench_graph.employees is '@primaryKey agency_uid,uid';
comment on view bench_graph.properties is '@primaryKey agency_uid,uid';
