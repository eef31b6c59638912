-- Orders that admins place for an account, each from a cart of that admin for that account.

create table admin_cart_lines (
  admin_id uuid not null references accounts on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- Without a reference, which would lock the tool against orders.
  tool_id uuid not null,
  quantity integer not null check (quantity > 0),
  price_cents integer not null,
  added_at timestamptz not null default now(),
  primary key (admin_id, account_id, tool_id)
);
create index admin_cart_lines_of_account on admin_cart_lines (account_id);

-- Email of the admin who placed it for its buyer.
alter table orders add column placed_by text;

-- By a trigger: the statement of an order is planned once, and most orders have no such admin.
create function record_order_on_behalf() returns trigger language plpgsql as $$
begin
  insert into admin_actions (actor_id, actor_email, action, target_kind, target_id, target, before, after)
    values ((select id from accounts where email = new.placed_by), new.placed_by, 'place_order', 'order', new.id, new.title,
      '{}', jsonb_build_object('state', new.state));
  return null;
end
$$;
create trigger orders_on_behalf after insert on orders for each row when (new.placed_by is not null)
  execute function record_order_on_behalf();
