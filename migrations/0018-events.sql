-- Events about leads say that personal data changed, not what they were and are
-- (contract/events.md §5.4).
-- online: one statement at a time, while clients write
with batch as (select agency_uid, seq from events)
update events e set changes = (
  select jsonb_object_agg(c.key, case when c.key = any(f.fields) then '[null, null]' else c.value end)
  from jsonb_each(e.changes) c)
from batch b, (values (array['firstName', 'lastName', 'email', 'secondaryEmail', 'phoneNumber',
  'cellPhoneNumber', 'address1', 'address2', 'zipCode', 'passportId', 'passportCountryCode',
  'flightNumber', 'reasonForTrip', 'riskScore', 'notes', 'extraNotes'])) f (fields)
where e.agency_uid = b.agency_uid and e.seq = b.seq and e.lead_uid is not null
  and e.changes ?| f.fields;
