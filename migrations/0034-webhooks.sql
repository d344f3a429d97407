-- A partner's webhooks are unique among its own: a refusal of a duplicate does not reveal which URLs
-- other partners with the same label, or the agency, have registered. The digest is extended rather
-- than computed anew, because the name and password of a URL are stored encrypted.
update webhooks set fingerprint = sha256(fingerprint || uuid_send(partner_uid))
  where partner_uid is not null;

comment on column webhooks.fingerprint is
  'digest of all that makes a webhook unique among those of its agency or of its partner there';
