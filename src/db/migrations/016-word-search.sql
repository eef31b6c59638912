-- Searches read an index of words in place of texts: what one costs depends on how many tools match, not on their texts.

drop trigger tool_words_indexed on tools;
drop function index_words();
drop function extract_words(tools);
drop index tools_by_name;
drop index tools_by_description;

-- Split at spaces and ASCII punctuation; in lower case.
create function extract_words(content text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct word), '{}') from regexp_split_to_table(lower(content), '[\s!-/:-@[-`{-~]+') as word
  where length(word) between 1 and 100
$$;

create table tool_search (
  tool_id uuid primary key references tools (id) on delete cascade,
  words tsvector not null
);
create index tool_search_by_word on tool_search using gin (words);

create function index_words() returns trigger language plpgsql as $$
declare found_words text[] := extract_words(new.name || ' ' || new.description);
begin
  insert into tool_search values (new.id, array_to_tsvector(found_words))
    on conflict (tool_id) do update set words = excluded.words;
  insert into tool_words select unnest(found_words) on conflict do nothing;
  return null;
end $$;
create trigger tool_words_indexed after insert or update of name, description on tools
  for each row execute function index_words();

insert into tool_search select id, array_to_tsvector(extract_words(name || ' ' || description)) from tools;
insert into tool_words select distinct unnest(tsvector_to_array(words)) from tool_search on conflict do nothing;

-- Loads pg_trgm: only then may a role that is no superuser set its parameters.
select similarity('', '');

-- The words of the catalogue most similar to `word`, with their similarity from 0 to 1. Finds words with a letter that
-- is wrong, missing, doubled or swapped with the next. Numbers are similar to nothing.
create or replace function similar_words(word text) returns table (similar_word text, similarity real) language sql stable
  set pg_trgm.word_similarity_threshold = 0.3
as $$
  select tool_words.word, word_similarity($1, tool_words.word) from tool_words
  where $1 <% tool_words.word and tool_words.word ~ '^[^0-9]{3,40}$'
  order by word_similarity($1, tool_words.word) desc, public.similarity($1, tool_words.word) desc, tool_words.word limit 5
$$;

-- The shortest words of the catalogue that contain `part`.
create function containing_words(part text) returns setof text language sql stable as $$
  select word from tool_words where word like '%' || lower(part) || '%' order by length(word), word limit 100
$$;

-- Not while empty: PostgreSQL would take the tables for small until it looks again, and read them from end to end.
do $$
begin
  if exists (select from tool_search) then
    analyze tool_search;
    analyze tool_words;
  end if;
end $$;
