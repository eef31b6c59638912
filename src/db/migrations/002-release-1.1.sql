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

-- Imports ----------------------------------------------------------------------------------------------------------------

-- Imports named admins by email, which is gone once their account is closed.
create function pg_temp.find_admin(import_id uuid, step text, email text, at timestamptz) returns uuid language sql as $$
  select coalesce(
    (select actor_id from admin_actions where target_id = import_id and action = step order by id desc limit 1),
    (select id from accounts where accounts.email = find_admin.email and created_at <= at),
    (select actor_id from admin_actions where actor_email = find_admin.email order by id desc limit 1))
$$;
alter table imports alter created_by drop not null,
  alter created_by type uuid using pg_temp.find_admin(id, '', created_by, created_at),
  alter applied_by type uuid using case when applied_by is not null
    then pg_temp.find_admin(id, 'apply_import', applied_by, applied_at) end,
  alter undone_by type uuid using case when undone_by is not null
    then pg_temp.find_admin(id, 'undo_import', undone_by, undone_at) end,
  add foreign key (created_by) references accounts,
  add foreign key (applied_by) references accounts,
  add foreign key (undone_by) references accounts;
drop function pg_temp.find_admin;
