-- What admins note about an account, and whether it is blocked.

alter table accounts
  add column blocked_at timestamptz,
  add column blocked_reason text not null default '';
create index accounts_blocked on accounts (id) where blocked_at is not null;

create table account_notes (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  author_email text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index account_notes_of_account on account_notes (account_id, created_at);
