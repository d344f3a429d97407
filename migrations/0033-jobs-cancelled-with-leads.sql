-- Which jobs a cancelled booking took with it: booked again it brings back just those.
alter table jobs
  add column cancelled_with_lead_uid uuid,
  add check (cancelled_with_lead_uid is null or status = 'CANCELLED');
