-- no transaction
-- Indexes are built without blocking orders. Each statement can be repeated.

-- For the admins' list of orders, by name or state.
create index concurrently if not exists orders_by_tool on orders (lower(tool_name), id) where state <> 'cancelled';
--> statement-breakpoint
create index concurrently if not exists orders_by_buyer on orders (lower(buyer_name), id) where state <> 'cancelled';
--> statement-breakpoint
create index concurrently if not exists orders_by_state on orders (state, id) where state <> 'cancelled';
--> statement-breakpoint

-- For searches in it. The pending list (GIN fast update) is small: a search reads all of it, and an insert that fills it
-- merges it.
create index concurrently if not exists orders_words on orders using gin (tool_name gin_trgm_ops, buyer_name gin_trgm_ops)
  with (gin_pending_list_limit = 512) where state <> 'cancelled';
--> statement-breakpoint

create index concurrently if not exists accounts_by_role on accounts (role, id);
--> statement-breakpoint
create index concurrently if not exists accounts_words on accounts using gin (email gin_trgm_ops, name gin_trgm_ops);
--> statement-breakpoint

-- The catalogue by name, ignoring case. No index by stock: each order changes it, and PostgreSQL would write all
-- indexes of tools instead of making a heap-only update.
create index concurrently if not exists tools_in_order_of_name on tools (lower(name), id) where deleted_at is null;
--> statement-breakpoint
drop index concurrently if exists tools_in_order;
--> statement-breakpoint

-- All words of tools from three letters on, to correct mistyped words. Words of deleted tools stay.
create table if not exists tool_words (word text primary key);
--> statement-breakpoint
create index concurrently if not exists tool_words_alike on tool_words using gin (word gin_trgm_ops);
--> statement-breakpoint
create or replace function words_of(tool tools) returns setof text language sql immutable as $$
  select distinct word from regexp_split_to_table(lower(tool.name || ' ' || tool.description), '[^[:alpha:]]+') as word
  where length(word) between 3 and 40 order by word
$$;
--> statement-breakpoint
create or replace function keep_words() returns trigger language plpgsql as $$ begin
  insert into tool_words select words_of(new) on conflict do nothing; return null; end $$;
--> statement-breakpoint
create or replace trigger tool_words_kept after insert or update of name, description on tools
  for each row execute function keep_words();
--> statement-breakpoint
insert into tool_words select distinct words_of(tools) from tools on conflict do nothing;
--> statement-breakpoint

-- The words of the catalogue most similar to `asked`, with their similarity from 0 to 1.
create or replace function words_like(asked text) returns table (word text, closeness real) language sql stable
  set pg_trgm.word_similarity_threshold = 0.3
as $$
  select word, word_similarity(asked, word) from tool_words where asked <% word
  order by word_similarity(asked, word) desc, similarity(asked, word) desc, word limit 5
$$;
--> statement-breakpoint

analyze tool_words;
--> statement-breakpoint
analyze tools;
--> statement-breakpoint
analyze orders;
--> statement-breakpoint
analyze accounts;
