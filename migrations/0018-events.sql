-- Events about leads say that personal data changed, not what they were and are
-- (contract/events.md §5.4).
update events e set changes = (
  select jsonb_object_agg(c.key, case when c.key = any(f.fields) then '[null, null]' else c.value end)
  from jsonb_each(e.changes) c)
from (values (array['firstName', 'lastName', 'email', 'secondaryEmail', 'phoneNumber',
  'cellPhoneNumber', 'address1', 'address2', 'zipCode', 'passportId', 'passportCountryCode',
  'flightNumber', 'reasonForTrip', 'riskScore', 'notes', 'extraNotes'])) f (fields)
where e.lead_uid is not null and e.changes ?| f.fields;
