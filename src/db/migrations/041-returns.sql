-- Shipped pieces that come back.

create table returns (
  -- Chosen by the caller: a return that is asked for twice is there once.
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  state text not null default 'requested'
    check (state in ('requested', 'accepted', 'refused', 'withdrawn', 'received', 'refunded')),
  reason text not null,
  -- What the shop says to it.
  answer text not null default '',
  requested_at timestamptz not null default now(),
  answered_at timestamptz,
  received_at timestamptz
);
create index returns_of_order on returns (order_id);
create index returns_in_state on returns (state, requested_at, id);

create table return_lines (
  return_id uuid not null references returns on delete cascade,
  -- Of a line of the order, which references it: a reference here would lock the tool against orders.
  tool_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- Of those that came: back in the stock, the others are damaged.
  restocked integer not null default 0 check (restocked between 0 and quantity),
  primary key (return_id, tool_id)
);

create table return_images (
  return_id uuid not null references returns on delete cascade,
  position integer not null,
  url text not null references images (url),
  primary key (return_id, position)
);
create index return_images_of_image on return_images (url);

alter table refunds add column return_id uuid unique references returns;
