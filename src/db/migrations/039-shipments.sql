-- What was shipped of an order, in one or several shipments.

create table shipments (
  id uuid primary key default new_id(),
  order_id uuid not null references orders on delete cascade,
  carrier text not null default '',
  tracking_number text not null default '',
  created_at timestamptz not null default now()
);
create index shipments_of_order on shipments (order_id, created_at);
create table shipment_lines (
  shipment_id uuid not null references shipments on delete cascade,
  -- Of a line of the order, which references it: a reference here would lock the tool against orders.
  tool_id uuid not null,
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, tool_id)
);
insert into shipments (order_id, created_at)
  select id, coalesce(shipped_at, paid_at, created_at) from orders where state = 'shipped';
insert into shipment_lines (shipment_id, tool_id, quantity)
  select shipments.id, tool_id, quantity from shipments join order_lines using (order_id);

-- Some of its pieces were shipped, and more are to follow.
alter table orders add column partly_shipped boolean not null default false check (not partly_shipped or state = 'paid');

-- The kinds are those of tables.ts; a list of them here was written anew with each of them.
alter table outbox drop constraint outbox_kind_check;

do $$
begin
  if exists (select from shipments) then
    analyze shipments;
    analyze shipment_lines;
  end if;
end $$;
