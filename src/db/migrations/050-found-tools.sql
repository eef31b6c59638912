-- Searches look up the tools of their words first. A part of a word, such as "77", has a hundred words that contain it, which
-- the planner takes for those of many tools: it walked through the catalogue in search of a few.

-- Tools whose words match, at most that many. Always by the index of words: the planner expects too many matches.
create function tool_ids_with_words(query tsquery, most integer) returns setof uuid language sql stable
  set enable_seqscan = off
as $$
  select tool_id from tool_search where words @@ query limit most
$$;

-- The shortest words of the catalogue that contain `part`. Those that begin with it are found by their beginning.
create or replace function containing_words(part text) returns setof text language sql stable as $$
  select word from tool_words
  where word like '%' || lower(part) || '%' and not starts_with(word, lower(part))
  order by length(word), word limit 100
$$;
