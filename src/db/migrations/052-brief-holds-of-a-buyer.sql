-- no transaction
-- Those of the last day are counted when a buyer orders beyond the share.
create index concurrently if not exists orders_held_briefly on orders (account_id, created_at) where held_briefly;
