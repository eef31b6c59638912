create table cart_lines (
  account_id uuid not null references accounts on delete cascade,
  tool_id uuid not null references tools,
  quantity integer not null check (quantity > 0),
  -- What the buyer was shown for one piece, to tell when it has changed.
  price_cents integer not null check (price_cents > 0),
  added_at timestamptz not null default now(),
  primary key (account_id, tool_id)
);
