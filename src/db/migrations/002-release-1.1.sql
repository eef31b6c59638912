-- Brings a database of 1.0.0 to 1.1.0. It may change until 1.1.0 is released; then it is frozen like 001-schema.sql.
-- `src/db/schema.sql` is the schema that results.

-- Catalogue --------------------------------------------------------------------------------------------------------------

-- A deleted tool replaces no other.
update tools set replacement_id = null where replacement_id in (select id from tools where deleted_at is not null);

-- Refunds ----------------------------------------------------------------------------------------------------------------

-- A return whose refund was closed can be refunded again.
alter table refunds drop constraint refunds_return_id_key;
create unique index refunds_of_returns on refunds (return_id) where state <> 'closed';
update returns set state = 'received'
where state = 'refunded' and id in (select return_id from refunds where state = 'closed');

-- Accounts ---------------------------------------------------------------------------------------------------------------

-- Unverified accounts are deleted 30 days after this time; 1.0.0 did not renew it with a session.
update identity_users set updated_at = now() where not email_verified;
