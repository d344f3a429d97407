-- What is told of a guest by a partner that sees no personal data of others is heard last
-- (contract/resources.md §8.2), so it is kept who told it.
alter table guests add column told_by_partner_uid uuid references partners;
alter table lead_guests add column told_by_partner_uid uuid references partners;

comment on column guests.told_by_partner_uid is
  'the partner without personal data by whom alone there is this guest; null: others told of it';
comment on column lead_guests.told_by_partner_uid is
  'the partner that made the lead, if it saw no personal data of others there then';

update lead_guests lg set told_by_partner_uid = l.created_by_partner_uid
from leads l
where l.agency_uid = lg.agency_uid and l.uid = lg.lead_uid and l.created_by_partner_uid is not null
  and not coalesce((
    select g.personal_data from properties p
    join grants g on g.agency_uid = p.agency_uid and g.partner_uid = l.created_by_partner_uid
      and g.object_uid in (p.uid, p.hotel_uid)
    where p.agency_uid = l.agency_uid and p.uid = l.property_uid
    order by g.object_uid = p.uid desc limit 1), false);
