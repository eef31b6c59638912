alter table accounts add column closed_at timestamptz;
create index accounts_closed on accounts (closed_at) where closed_at is not null;
-- For the count of accounts.
create index accounts_open on accounts (id) where closed_at is null;
-- For ADMIN_EMAILS: whether an email was demoted.
create index admin_actions_by_demoted_email on admin_actions (target) where action in ('demote', 'close_account');

alter table admin_actions
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('promote', 'demote', 'deliver', 'cancel_order', 'add_tool',
    'update_tool', 'delete_tool', 'show_review', 'hide_review', 'delete_review', 'export_data', 'close_account'));

insert into jobs (name, due_at) values ('forget closed accounts', now());
