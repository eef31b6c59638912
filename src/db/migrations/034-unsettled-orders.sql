-- Not of all unpaid orders: for a buyer's own ones, PostgreSQL took this index as often as the one by account.
drop index orders_unsettled;
create index orders_unsettled on orders (last_checked_at nulls first)
  where state = 'cancelling' or state = 'placed' and payment_intent_id is not null;
