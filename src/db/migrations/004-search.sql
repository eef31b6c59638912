create extension if not exists pg_trgm;

create index tools_by_name on tools using gin (name gin_trgm_ops) where deleted_at is null;
create index tools_by_description on tools using gin (description gin_trgm_ops) where deleted_at is null;
create index tools_by_price on tools (price_cents, id) where deleted_at is null;
create index tools_in_order on tools (name, id) where deleted_at is null;

-- Listed tools with a word similar to `word`, and the similarity from 0 to 1. Finds words with a letter that is wrong,
-- missing, doubled or swapped with the next.
create function tools_like(word text) returns table (id uuid, closeness real) language sql stable
  set pg_trgm.word_similarity_threshold = 0.3
  set pg_trgm.strict_word_similarity_threshold = 0.45
as $$
  select tools.id, greatest(word_similarity(word, name), strict_word_similarity(word, description) * 0.8)
  from tools
  where deleted_at is null and (word <% name or word <<% description)
$$;
