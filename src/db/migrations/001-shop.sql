-- A UUIDv7 (RFC 9562, 5.7): milliseconds, a 12-bit counter (6.2, method 1) that orders the rows of one millisecond,
-- then random bits.
create sequence id_counter minvalue 0 maxvalue 4095 cycle;
create function new_id() returns uuid language sql volatile as $$
  select encode(
    int8send(((extract(epoch from clock_timestamp()) * 1000)::bigint << 16) | 28672 | nextval('id_counter'))
      || set_bit(set_bit(substring(uuid_send(gen_random_uuid()) from 9), 7, 1), 6, 0),
    'hex')::uuid
$$;

create table accounts (
  id uuid primary key default new_id(),
  email text not null unique check (email = lower(email)),
  name text not null,
  picture text,
  email_verified boolean not null,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  created_at timestamptz not null default now()
);

create table tools (
  id uuid primary key default new_id(),
  name text not null,
  image text not null,
  price_cents integer not null check (price_cents between 1 and 100000000),
  minimum integer not null check (minimum between 1 and 1000000),
  available integer not null check (available between 0 and 100000000),
  description text not null,
  deleted_at timestamptz
);
create index tools_listed on tools (id) where deleted_at is null;

-- An order reserves its stock until its state is 'cancelled'.
create table orders (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts,
  tool_id uuid not null references tools,
  tool_name text not null,
  price_cents integer not null check (price_cents > 0),
  quantity integer not null check (quantity > 0),
  total_cents integer not null check (total_cents between 50 and 99999999 and total_cents::bigint = price_cents::bigint * quantity),
  buyer_name text not null,
  phone text not null,
  address text not null,
  state text not null default 'placed' check (state in ('placed', 'cancelling', 'cancelled', 'paid', 'shipped')),
  idempotency_key text,
  payment_attempt integer not null default 1,
  payment_intent_id text unique,
  transaction_id text unique check ((transaction_id is not null) = (state in ('paid', 'shipped'))),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  cancelled_at timestamptz,
  unique (account_id, idempotency_key)
);
create index orders_listed on orders (account_id, id) where state <> 'cancelled';

create table reviews (
  id uuid primary key default new_id(),
  name text not null,
  email text not null,
  city text not null,
  rating numeric(2, 1) not null check (rating between 1 and 5 and rating * 2 = floor(rating * 2)),
  comment text not null,
  img text not null
);

create table outbox (
  id uuid primary key default new_id(),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
