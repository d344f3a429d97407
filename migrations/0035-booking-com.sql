-- Leads and messages name this channel as clients do.
update leads set channel = 'BOOKING_COM' where channel = 'BOOKINGDOTCOM';
update messages set type = 'BOOKING_COM' where type = 'BOOKINGDOTCOM';
