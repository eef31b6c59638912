-- Audit log of admin actions, written by the statement that makes the change; `before` and `after` hold the changed
-- fields. No foreign keys: the log outlives its targets. Without an actor, the shop itself made the change.
create table admin_actions (
  id uuid primary key default new_id(),
  actor_id uuid,
  actor_email text,
  action text not null check (
    action in ('promote', 'demote', 'deliver', 'cancel_order', 'add_tool', 'update_tool', 'delete_tool')
  ),
  subject_kind text not null check (subject_kind in ('account', 'order', 'tool')),
  subject_id uuid not null,
  -- The account's email or the tool's name at that time; for an order its tool's name, no data of its buyer.
  subject text not null,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now(),
  check ((actor_id is null) = (actor_email is null))
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% takes new rows only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger admin_actions_append_only before update or delete or truncate on admin_actions
  for each statement execute function refuse_change();
