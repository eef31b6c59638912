-- no transaction
-- Each index is built beside the orders that come meanwhile; each statement may be repeated.

-- Lists of the admins: orders by a name or by their state.
create index concurrently if not exists orders_by_tool on orders (lower(tool_name), id) where state <> 'cancelled';
--> statement-breakpoint
create index concurrently if not exists orders_by_buyer on orders (lower(buyer_name), id) where state <> 'cancelled';
--> statement-breakpoint
create index concurrently if not exists orders_by_state on orders (state, id) where state <> 'cancelled';
--> statement-breakpoint

-- Searches in them. A small pending list keeps searches from reading a long one, and an order from clearing it.
create index concurrently if not exists orders_words on orders using gin (tool_name gin_trgm_ops, buyer_name gin_trgm_ops)
  with (gin_pending_list_limit = 512) where state <> 'cancelled';
--> statement-breakpoint

create index concurrently if not exists accounts_by_role on accounts (role, id);
--> statement-breakpoint
create index concurrently if not exists accounts_words on accounts using gin (email gin_trgm_ops, name gin_trgm_ops);
--> statement-breakpoint

-- The catalogue by its names as people read them, whatever their case. None by its stock, which each order changes:
-- an index over it would have every order write to all the indexes of tools.
create index concurrently if not exists tools_in_order_of_name on tools (lower(name), id) where deleted_at is null;
--> statement-breakpoint
drop index concurrently if exists tools_in_order;
--> statement-breakpoint

-- Every word of three letters or more that a tool ever had, for finding the ones that a mistyped word is like.
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

-- The words of the catalogue that are like this one, and how like, from 0 to 1. Forgives a letter that is wrong,
-- missing, doubled or swapped with the next.
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
