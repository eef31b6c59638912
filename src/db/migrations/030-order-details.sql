-- Addresses, purchase order numbers and notes, included tax, transfers to the bank, and times of an order's steps.

create table addresses (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  company text not null,
  street text not null,
  city text not null,
  region text not null,
  postal_code text not null,
  country text not null,
  phone text not null,
  tax_id text not null,
  used_at timestamptz not null default now()
);
create index addresses_of_account on addresses (account_id, used_at desc);

-- Null where the shop's rate applies.
alter table tools add column tax_percent numeric(4, 2) check (tax_percent between 0 and 99.99);
alter table order_lines
  -- The buyer's own number or word for the line.
  add column reference text not null default '',
  -- Of the tax that the price includes.
  add column tax_percent numeric(4, 2) not null default 0 check (tax_percent between 0 and 99.99);
alter table orders
  add column po_number text not null default '' check (length(po_number) <= 40),
  add column note text not null default '',
  -- What the buyer chose from the address book; `address` has it as text.
  add column ship_to jsonb,
  add column bill_to jsonb,
  add column payment_method text not null default 'card' check (payment_method in ('card', 'transfer')),
  add column shipped_at timestamptz,
  add column cancelled_by text check (cancelled_by in ('buyer', 'shop', 'expiry'));
-- One transfer may pay several orders.
alter table orders drop constraint orders_transaction_id_key;
create unique index orders_by_transaction on orders (transaction_id)
  where payment_method = 'card' and transaction_id is not null;
create index orders_by_po_number on orders (account_id, lower(po_number)) where po_number <> '';
update orders set shipped_at = delivered_at
  from (select target_id, max(created_at) as delivered_at from admin_actions where action = 'deliver' group by target_id) as delivery
  where orders.id = target_id and state = 'shipped';

alter table admin_actions
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('promote', 'demote', 'deliver', 'cancel_order', 'mark_paid',
    'add_tool', 'update_tool', 'delete_tool', 'show_review', 'hide_review', 'delete_review', 'export_data', 'close_account'));
