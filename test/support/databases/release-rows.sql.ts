import { encryptionKeyId } from '../../../src/platform/crypto/encryption.ts'
import { secretKey } from './secret-keys.ts'

const agencies = 20
const leadsPerProperty = 250

/**
 * Returns SQL that fills a database of release 0.1.0: leads with a guest, a history, events and a
 * thread each; bookings with nights, an order, payments, a job and a door code. Every tenth name
 * and phone number is one that a later release stores differently.
 */
export function releaseRowsSql(leads: number): string {
  const properties = Math.ceil(leads / leadsPerProperty)
  return `${settings}
    create function pg_temp.uid(kind text, no bigint) returns uuid language sql immutable
      as $$ select md5(kind || no)::uuid $$;
    create temp table plan as
      select no, property_no, pg_temp.uid('agency', property_no % ${agencies}) as agency_uid,
        pg_temp.uid('lead', no) as uid, pg_temp.uid('property', property_no) as property_uid,
        date '2015-01-01' + (no / ${properties} * 6)::int as first_night,
        timestamptz '2026-01-01' - no * interval '10 minutes' as at
      from (select no, no % ${properties} as property_no from generate_series(1, ${leads}) no);
    ${agencyRows}
    insert into properties (agency_uid, uid, name, is_active, time_zone, currency, created_at,
      updated_at)
    select pg_temp.uid('agency', no % ${agencies}), pg_temp.uid('property', no), 'Cabin ' || no,
      true, 'America/Denver', 'USD', timestamptz '2026-01-01', timestamptz '2026-01-01'
    from generate_series(0, ${properties - 1}) no;
    ${propertyRows}
    ${leadRows}
    ${bookingRows}
    ${eventRows}
    ${messageRows}
    ${feedRows}
    reset session_replication_role`
}

/** Foreign keys hold by construction. */
const settings = `set session_replication_role = replica;`

const agencyRows = `
insert into agencies (agency_uid, name, created_at, updated_at)
select pg_temp.uid('agency', no), 'Agency ' || no, timestamptz '2026-01-01',
  timestamptz '2026-01-01'
from generate_series(0, ${agencies - 1}) no;
insert into services (agency_uid, uid, title, catered_to, gross_price, currency, created_at,
  updated_at)
select agency_uid, agency_uid, 'Cleaning', 'HOST', 60, 'USD', timestamptz '2026-01-01',
  timestamptz '2026-01-01'
from agencies;`

const propertyRows = `
insert into units (agency_uid, uid, property_uid, name, created_at, updated_at)
select agency_uid, uid, uid, 'Unit 1', timestamptz '2026-01-01', timestamptz '2026-01-01'
from properties;
insert into icals (agency_uid, uid, property_uid, name, source, url, url_digest, next_sync_at,
  created_at, updated_at)
select agency_uid, uid, uid, 'Airbnb', 'AIRBNB', 'https://cal.example/', '',
  timestamptz '2026-01-01', timestamptz '2026-01-01', timestamptz '2026-01-01'
from properties;`

const leadRows = `
insert into leads (agency_uid, uid, type, status, source, channel, property_uid, check_in_local,
  check_out_local, check_in_at, check_out_at, booked_at, timer_ends_at, created_by_partner_uid,
  first_name, last_name, email, secondary_email, phone_number, cell_phone_number, passport_id,
  adult_count, created_at, updated_at)
select agency_uid, uid,
  case when no % 10 < 7 then 'BOOKING' when no % 10 = 7 then 'BLOCK' else 'INQUIRY' end,
  case when no % 10 < 7 then 'BOOKED' when no % 10 = 7 then 'BLOCKED' when no % 10 = 8
    then 'ON_HOLD' else 'NEW' end,
  'HOSTFULLY_UI', 'HOSTFULLY', property_uid, first_night + time '16:00', first_night + 5,
  first_night, first_night + 5, case when no % 10 < 7 then at end,
  case when no % 10 = 8 then at + interval '1 day' end, null,
  case when no % 10 = 0 then ' Ada  Mary ' else 'Ada' end, 'Byron' || no % 997,
  'guest' || no || '@pine.example', case when no % 5 = 0 then 'g' || no || '@elm.example' end,
  '+44 20 79 ' || no, '+34 600 ' || no, case when no % 4 = 0 then 'P' || no end, 2, at, at
from plan;
insert into guests (agency_uid, uid, email_key, phone_key, first_name, last_name, email,
  phone_number, created_at, updated_at)
select agency_uid, uid, case when no % 3 > 0 then 'guest' || no || '@pine.example' end,
  case when no % 10 = 0 then '4402079' || no else '442079' || no end,
  case when no % 10 = 0 then ' Ada  Mary ' else 'Ada' end, 'Byron',
  'guest' || no || '@pine.example',
  case when no % 10 = 0 then '+44 (0)20 79 ' || no else '+44 20 79 ' || no end, at, at
from plan;
insert into lead_guests (agency_uid, lead_uid, guest_uid) select agency_uid, uid, uid from plan;
insert into lead_acts (agency_uid, uid, lead_uid, act, credential_kind, events, created_at)
select agency_uid, pg_temp.uid('act' || n, no), uid, 'create', 'KEY', '{}', at
from plan, generate_series(1, 2) n;
insert into tags (agency_uid, object_uid, object_type, tag, created_at)
select agency_uid, uid, 'LEAD', 'vip', at from plan where no % 10 = 1;`

const bookingRows = `
insert into occupancies (agency_uid, unit_uid, lead_uid, occupied, turnover_nights)
select agency_uid, property_uid, uid, daterange(first_night, first_night + 6), no % 2
from plan where no % 10 < 8;
insert into night_changes (agency_uid, uid, unit_uid, lead_uid, change, occupied, turnover_nights,
  act, credential_kind, created_at)
select agency_uid, lead_uid, unit_uid, lead_uid, 'TAKEN', occupied, turnover_nights, 'create',
  'KEY', timestamptz '2026-01-01'
from occupancies;
insert into orders (agency_uid, uid, lead_uid, currency, rent_net_price, rent_base_net_price,
  list_price, net_price, rent_gross_price, total_amount, created_at, updated_at)
select agency_uid, uid, uid, 'USD', 500, 500, 500, 500, 500, 500, at, at
from plan where no % 10 <> 7;
insert into payments (agency_uid, uid, order_uid, type, status, amount, created_at)
select agency_uid, pg_temp.uid('payment' || n, no), uid, 'SALE', 'SUCCESS', 100, at
from plan, generate_series(1, 2) n where no % 10 < 7;
insert into order_adjustments (agency_uid, uid, order_uid, transaction_type, adjustment_type,
  amount, created_at, updated_at)
select agency_uid, uid, uid, 'CHARGE', 'FEE', 10, at, at from plan where no % 10 = 1;
insert into jobs (agency_uid, uid, property_uid, lead_uid, service_uid, status, start_local,
  end_local, created_at, updated_at)
select agency_uid, uid, property_uid, uid, agency_uid, 'NEW', first_night + 5,
  first_night + 6, at, at
from plan where no % 10 < 7;
insert into pin_codes (agency_uid, uid, property_uid, lead_uid, sealed, key_id, code_fingerprint,
  start_local, end_local, created_at, updated_at)
select agency_uid, uid, property_uid, uid, uuid_send(uid),
  '${encryptionKeyId(secretKey())}', sha256(uuid_send(uid)),
  first_night, first_night + 5, at, at
from plan where no % 10 < 7;`

const eventRows = `
insert into event_logs (agency_uid, last_seq)
select agency_uid, 1000000 from plan group by agency_uid;
insert into object_versions (agency_uid, object_type, object_uid, version)
select agency_uid, 'LEAD', uid, 2 from plan;
insert into events (agency_uid, seq, uid, type, object_type, object_uid, object_version,
  previous_object_version, property_uid, lead_uid, audience, payload, changes, actor_type,
  ordering_key, created_at)
select agency_uid, 2 * no - n, pg_temp.uid('event' || n, no), 'LEAD_UPDATED', 'LEAD', uid, 1, 0,
  property_uid, uid, 'PROPERTY', '{}',
  case n when 0 then '{"firstName": ["Ada", "Grace"], "status": ["NEW", "BOOKED"]}'::jsonb
    else '{"status": ["NEW", "BOOKED"]}' end, 'KEY', uid::text, at
from plan, generate_series(0, 1) n;`

const messageRows = `
insert into threads (agency_uid, uid, lead_uid, guest_uid, agency_participant_uid,
  guest_participant_uid, agency_read_at, created_at, updated_at)
select agency_uid, uid, uid, uid, agency_uid, uid, case when no % 20 > 0 then at end, at, at
from plan where no % 10 <> 7;
insert into messages (agency_uid, uid, thread_uid, sender_type, type, status, text, created_at,
  updated_at)
select agency_uid, pg_temp.uid('message' || n, no), uid, 'GUEST', 'EMAIL', 'SENT',
  'Is there a cot?', at, at
from plan, generate_series(1, 2) n where no % 10 <> 7;`

const feedRows = `
insert into ical_events (agency_uid, ical_uid, event_key, lead_uid, status, check_in, check_out)
select agency_uid, property_uid, uid::text, uid,
  case no % 10 when 7 then 'BLOCKED' else 'BOOKED' end,
  first_night, first_night + 5
from plan where no % 10 < 8 and no % 4 = 0;`
