-- The main lead of a group booking at a hotel holds no room and has no order (contract/leads.md
-- §9.1): its order counted the room of a sub-lead twice. One on which something was paid, charged or
-- ordered stays.
delete from orders o using leads l
  where l.agency_uid = o.agency_uid and l.uid = o.lead_uid
    and l.group_role = 'MAIN' and l.hotel_uid is not null
    and not exists (select 1 from payments p
      where p.agency_uid = o.agency_uid and p.order_uid = o.uid)
    and not exists (select 1 from order_adjustments a
      where a.agency_uid = o.agency_uid and a.order_uid = o.uid)
    and not exists (select 1 from order_services s
      where s.agency_uid = o.agency_uid and s.order_uid = o.uid);
