create table profiles (
  id uuid primary key default new_id(),
  account_id uuid not null unique references accounts,
  education text not null,
  city text not null,
  phone text not null,
  linked_in text not null
);

-- Refunded payments of orders that were cancelled or already paid.
create table refunds (
  payment_intent_id text primary key,
  order_id uuid not null references orders,
  created_at timestamptz not null default now()
);

alter table reviews add column account_id uuid references accounts;

-- For the admins' list of orders.
create index orders_of_all on orders (id) where state <> 'cancelled';
