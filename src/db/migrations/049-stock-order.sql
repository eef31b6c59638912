-- no transaction
-- The catalogue by stock, and what is to be restocked.

create index concurrently if not exists tools_by_stock on tools (available, id) where deleted_at is null;
--> statement-breakpoint
create index concurrently if not exists tools_to_restock on tools (id) where available < minimum and deleted_at is null;
