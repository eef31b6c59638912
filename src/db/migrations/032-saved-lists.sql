create table saved_lists (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  changed_at timestamptz not null default now()
);
create index saved_lists_of_account on saved_lists (account_id, changed_at desc);

create table saved_list_lines (
  list_id uuid not null references saved_lists on delete cascade,
  tool_id uuid not null references tools,
  position integer not null,
  quantity integer not null check (quantity > 0),
  -- What the buyer was shown for one piece when the line was saved.
  price_cents integer not null check (price_cents > 0),
  primary key (list_id, tool_id)
);
