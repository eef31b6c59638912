-- Renames tables, columns and functions, and stores mails as facts. Processes of the version before cannot run beside it.

alter table uses rename to rate_limits;
alter index uses_pkey rename to rate_limits_pkey;
alter index uses_ended rename to rate_limits_ends_at;

alter table upkeep rename to jobs;
alter index upkeep_pkey rename to jobs_pkey;
alter table jobs rename column job to name;
update jobs set name = 'purge' where name = 'housekeeping';

alter table orders rename column asked_at to last_checked_at;

alter table admin_actions rename column subject_kind to target_kind;
alter table admin_actions rename column subject_id to target_id;
alter table admin_actions rename column subject to target;
alter function refuse_change() rename to reject_change;

-- Loads pg_trgm: only then may a role that is no superuser set its parameters.
select similarity('', '');

-- Unused since migration 010.
drop function tools_like;

-- The words of the catalogue most similar to `word`, with their similarity from 0 to 1. Finds words with a letter that
-- is wrong, missing, doubled or swapped with the next.
drop function words_like;
create function similar_words(word text) returns table (similar_word text, similarity real) language sql stable
  set pg_trgm.word_similarity_threshold = 0.3
as $$
  select tool_words.word, word_similarity($1, tool_words.word) from tool_words where $1 <% tool_words.word
  order by word_similarity($1, tool_words.word) desc, public.similarity($1, tool_words.word) desc, tool_words.word limit 5
$$;

alter function words_of(tools) rename to extract_words;
create or replace function keep_words() returns trigger language plpgsql as $$ begin
  insert into tool_words select extract_words(new) on conflict do nothing; return null; end $$;
alter function keep_words() rename to index_words;
alter trigger tool_words_kept on tools rename to tool_words_indexed;

-- A mail is a kind, the order it is about, and what its text needs beside the order. Mails rendered before this
-- migration keep their text. No foreign key: a cached plan of its check scans all orders until the next analyze, and
-- orders are never deleted.
alter table outbox
  add column kind text,
  add column order_id uuid,
  add column data jsonb not null default '{}';
update outbox set kind = 'text', data = jsonb_build_object('to', recipient, 'subject', subject, 'body', body);
alter table outbox
  drop column recipient,
  drop column subject,
  drop column body,
  alter column kind set not null,
  add check (kind in ('order_placed', 'order_paid', 'order_shipped', 'order_cancelled', 'order_refunded',
    'verify_email', 'reset_password', 'text')),
  add check ((kind like 'order\_%') = (order_id is not null));
