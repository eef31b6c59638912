-- Words of the SKU are searched as those of name and description, and the SKUs most similar to a mistyped one are found.

create or replace function index_words() returns trigger language plpgsql as $$
declare found_words text[] := extract_words(new.name || ' ' || new.sku || ' ' || new.description);
begin
  insert into tool_search values (new.id, array_to_tsvector(found_words))
    on conflict (tool_id) do update set words = excluded.words;
  insert into tool_words select unnest(found_words) on conflict do nothing;
  return null;
end $$;
drop trigger tool_words_indexed on tools;
create trigger tool_words_indexed after insert or update of name, sku, description on tools
  for each row execute function index_words();
update tool_search set words = array_to_tsvector(extract_words(name || ' ' || sku || ' ' || description))
  from tools where tools.id = tool_id;
insert into tool_words select distinct unnest(tsvector_to_array(words)) from tool_search on conflict do nothing;

create function normalize_sku(sku text) returns text language sql immutable as $$
  select regexp_replace(lower(sku), '[^a-z0-9]', '', 'g')
$$;
create index tools_by_similar_sku on tools using gin (normalize_sku(sku) gin_trgm_ops) where deleted_at is null;

-- Not while empty: PostgreSQL would take the tables for small until it looks again, and read them from end to end.
do $$
begin
  if exists (select from tools) then
    analyze tools;
    analyze tool_search;
    analyze tool_words;
  end if;
end $$;
