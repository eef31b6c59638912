-- Brings a database of 1.0.0 to 1.1.0. It may change until 1.1.0 is released; then it is frozen like 001-schema.sql.
-- `src/db/schema.sql` is the schema that results.

-- Catalogue --------------------------------------------------------------------------------------------------------------

-- A deleted tool replaces no other.
update tools set replacement_id = null where replacement_id in (select id from tools where deleted_at is not null);
create index tools_replaced on tools (replacement_id) where replacement_id is not null;

alter table tools
  add column discount_group text not null default '',
  add column gtin text not null default '' check (gtin ~ '^([0-9]{8}|[0-9]{12,14})?$'),
  add column manufacturer_number text not null default '';
create index tools_by_gtin on tools (ltrim(gtin, '0')) where gtin <> '' and deleted_at is null;
create index tools_by_manufacturer_number on tools (lower(manufacturer_number))
  where manufacturer_number <> '' and deleted_at is null;
create index tools_of_discount_group on tools (discount_group) where discount_group <> '' and deleted_at is null;

-- Refunds ----------------------------------------------------------------------------------------------------------------

-- A return whose refund was closed can be refunded again.
alter table refunds drop constraint refunds_return_id_key;
create unique index refunds_of_returns on refunds (return_id) where state <> 'closed';
update returns set state = 'received'
where state = 'refunded' and id in (select return_id from refunds where state = 'closed');

-- Accounts ---------------------------------------------------------------------------------------------------------------

-- Unverified accounts are deleted 30 days after this time; 1.0.0 did not renew it with a session.
update identity_users set updated_at = now() where not email_verified;

-- A session refers to the credentials that its account had when it began, so none can be older than its password.
alter table identity_users add column credentials_version integer not null default 0, add unique (id, credentials_version);
alter table identity_sessions add column credentials_version integer not null default 0,
  drop constraint identity_sessions_user_id_fkey,
  add foreign key (user_id, credentials_version) references identity_users (id, credentials_version) on delete cascade;
create function end_sessions() returns trigger language plpgsql as $$
declare owner text := coalesce(new.user_id, old.user_id);
begin
  perform from identity_users where id = owner for update;
  delete from identity_sessions where user_id = owner;
  -- Logins that wait for a code, and mailed links. A claim, which deletes the credentials, still needs its link.
  delete from identity_verifications where value = owner and tg_op <> 'DELETE';
  update identity_users set credentials_version = credentials_version + 1 where id = owner;
  return null;
end $$;
create trigger password_set after insert or update of password on identity_credentials
  for each row when (new.password is not null) execute function end_sessions();
create trigger credential_deleted after delete on identity_credentials for each row execute function end_sessions();

-- Carts ------------------------------------------------------------------------------------------------------------------

alter table cart_lines add column buyer_id uuid references accounts on delete cascade;
update cart_lines set buyer_id = account_id;
insert into cart_lines (account_id, buyer_id, tool_id, quantity, price_cents, added_at)
  select admin_id, account_id, tool_id, quantity, price_cents, added_at from admin_cart_lines where admin_id <> account_id;
alter table cart_lines alter buyer_id set not null, drop constraint cart_lines_pkey, add primary key (account_id, buyer_id, tool_id);
create index cart_lines_of_buyer on cart_lines (buyer_id);
drop table admin_cart_lines;

-- Imports ----------------------------------------------------------------------------------------------------------------

-- Imports named admins by email, which is gone once their account is closed.
create function find_admin(import_id uuid, step text, email text, at timestamptz) returns uuid language sql as $$
  select coalesce(
    (select actor_id from admin_actions where target_id = import_id and action = step order by id desc limit 1),
    (select id from accounts where accounts.email = find_admin.email and created_at <= at),
    (select actor_id from admin_actions where actor_email = find_admin.email and created_at <= at order by id desc limit 1))
$$;
alter table imports alter created_by drop not null,
  alter created_by type uuid using find_admin(id, '', created_by, created_at),
  alter applied_by type uuid using case when applied_by is not null
    then find_admin(id, 'apply_import', applied_by, applied_at) end,
  alter undone_by type uuid using case when undone_by is not null
    then find_admin(id, 'undo_import', undone_by, undone_at) end,
  add foreign key (created_by) references accounts,
  add foreign key (applied_by) references accounts,
  add foreign key (undone_by) references accounts;
drop function find_admin;

-- An undo is an import of its own now.
update imports set state = 'applied', leased_until = null where state = 'undoing';
drop index imports_at_work;
alter table imports
  add column supplier text not null default '',
  add column file_table jsonb,
  add column mapping jsonb,
  add column undoes uuid references imports on delete cascade;
create index imports_at_work on imports (created_at) where state in ('checking', 'applying');
create index imports_undoing on imports (undoes) where undoes is not null;
drop index import_rows_by_status;
alter table import_rows
  alter cells drop not null,
  drop column checked_tool,
  drop column applied,
  add column file_cells jsonb,
  add column undone jsonb,
  add column change real not null default 0;
create index import_rows_by_change on import_rows (import_id, abs(change) desc, position);
create index import_rows_by_status on import_rows (import_id, status, abs(change) desc, position);
create index import_rows_to_map on import_rows (import_id, position) where cells is null;
create table import_mappings (
  kind text not null default 'tools', supplier text not null, titles jsonb not null, mapping jsonb not null,
  primary key (kind, supplier)
);

-- A tool is indexed for searches only if its words change.
create or replace function index_words() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' or (old.name, old.sku, old.description, old.brand_id, old.gtin, old.manufacturer_number)
    is distinct from (new.name, new.sku, new.description, new.brand_id, new.gtin, new.manufacturer_number) then
    perform index_tool(new.id);
  end if;
  return null;
end $$;
drop trigger tool_words_indexed on tools;
create trigger tool_words_indexed
  after insert or update of name, sku, description, brand_id, gtin, manufacturer_number on tools
  for each row execute function index_words();

-- Search -----------------------------------------------------------------------------------------------------------------

create function split_words(content text) returns text[] language sql immutable as $$
  select coalesce(array_agg(translate(word, U&'\E000\E001', './') order by position), '{}')
  from regexp_split_to_table(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      translate(fold(content), U&'\E000\E001', '  '),
      '(^|\s)["“]([^"“”]*)["”]', '\1\2', 'g'),
      '([0-9])\*(?=[0-9])', '\1x', 'g'),
      '([0-9]),(?=[0-9]{3}(?![0-9]))', '\1', 'g'),
      '([0-9])[.,](?=[0-9])', U&'\\1\E000', 'g'),
      '([0-9])/(?=[0-9])', U&'\\1\E001', 'g'),
      '([0-9])\s?(["”]|\u2032\u2032|\u0027\u0027)', '\1 in ', 'g'),
    '[\s!-/:-@[-`{-~\u00a1-\u00bf\u2000-\u200b\u200e-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufe00-\ufe0f'
      || '\U0001f000-\U0001faff]+'
  ) with ordinality as parts (word, position)
  where length(word) between 1 and 100
$$;

create function split_numbers(words text[]) returns text[] language sql immutable as $$
  select string_to_array(regexp_replace(regexp_replace(array_to_string(words, ' '),
    '([0-9])(?=[^0-9./ ])', '\1 ', 'g'), '([^0-9./ ])(?=[0-9])', '\1 ', 'g'), ' ')
$$;

create function to_singular(word text) returns text language sql immutable strict parallel safe as $$
  select case
    when word !~ '..[^sui]s$' then word
    when word ~ 'knives$' then left(word, -3) || 'fe'
    when word ~ '(shel|hal)ves$' then left(word, -3) || 'f'
    when word ~ '..[^aeiou]ies$' then left(word, -3) || 'y'
    when word ~ '.(ss|sh|ch|.x)es$' then left(word, -2)
    else left(word, -1)
  end
$$;

create function expand_words(words text[]) returns text[] language plpgsql immutable as $$
declare
  numbers text[] := split_numbers(words);
  digits text[] := string_to_array(translate(array_to_string(numbers, ' '), './', '  '), ' ');
begin
  return array(
    select unnest(words || numbers || digits)
    union all select to_singular(word) from unnest(words) as word where right(word, 1) = 's'
    union all select part || next
      from (select * from unnest(numbers, numbers[2:]) union select * from unnest(digits, digits[2:])) as pairs (part, next)
      where (ascii(part) between 48 and 57) <> (ascii(next) between 48 and 57)
  );
end $$;

create function extract_name_words(name text) returns text[] language plpgsql immutable as $$
declare words text[] := split_words(name);
begin
  return expand_words(words)
    || array(select word || next from unnest(words, words[2:]) as pairs (word, next) where next is not null);
end $$;

create or replace function index_tool(indexed_id uuid) returns void language plpgsql as $$
declare name_words text[]; words text[];
begin
  select extract_name_words(name), split_words(concat_ws(' ', name, sku, manufacturer_number, description,
    (select string_agg(lpad(ltrim(gtin, '0'), greatest(length(ltrim(gtin, '0')), digits), '0'), ' ')
      from unnest('{8,12,13,14}'::integer[]) as digits where gtin <> ''),
    (select brands.name from brands where brands.id = brand_id),
    (select string_agg(concat_ws(' ', each.name, each.value, each.unit), ' ')
      from tool_specifications each where tool_id = indexed_id)))
    into name_words, words from tools where id = indexed_id;
  insert into tool_search
    values (indexed_id, array_to_tsvector(name_words || expand_words(words)), array_to_tsvector(name_words))
    on conflict (tool_id) do update set words = excluded.words, name_words = excluded.name_words;
  insert into tool_words select distinct unnest(words) on conflict do nothing;
end $$;

-- All tools are indexed again, as `index_tool` does it, but at once. The indexes are built afterwards, which is faster.
drop function extract_words;
drop index tool_search_by_word, tool_words_containing, tool_words_alike;
truncate tool_search;
alter table tool_search add column name_words tsvector not null;
create table indexed_tools as
  select tools.id, tools.name, split_words(concat_ws(' ', tools.name, sku, description, brands.name, specifications)) as words
  from tools left join brands on brands.id = brand_id left join (
    select tool_id, string_agg(concat_ws(' ', name, value, unit), ' ') as specifications
    from tool_specifications group by tool_id
  ) as specified on tool_id = tools.id;
insert into tool_search
  select id, array_to_tsvector(name_words || expand_words(words)), array_to_tsvector(name_words)
  from indexed_tools, extract_name_words(name) as name_words;
insert into tool_words select distinct unnest(words) from indexed_tools on conflict do nothing;
drop table indexed_tools;
create index tool_search_by_word on tool_search using gin (words);
create index tool_words_containing on tool_words using gin (word gin_trgm_ops);
create index tool_words_alike on tool_words using gin (letters gin_trgm_ops);

-- Money ------------------------------------------------------------------------------------------------------------------

alter table shop_settings
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- Otherwise tax is added to the sum of an order.
  add column prices_include_tax boolean not null default true;

-- Companies --------------------------------------------------------------------------------------------------------------

-- A company applies until it is accepted or refused.
create sequence company_numbers start 1001;
create table companies (
  id uuid primary key default new_id(),
  number bigint not null unique default nextval('company_numbers'),
  name text not null,
  tax_id text not null,
  street text not null,
  city text not null,
  region text not null,
  postal_code text not null,
  country text not null,
  phone text not null,
  email text not null,
  -- What it does, in its own words.
  about text not null,
  -- Null if an admin added it.
  applied_by uuid,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  refused_at timestamptz,
  refused_reason text not null default '',
  -- Whether its orders need a purchase order number.
  po_required boolean not null default false,
  check (accepted_at is null or refused_at is null)
);
create unique index companies_applied_for on companies (applied_by) where accepted_at is null and refused_at is null;
create index companies_by_applicant on companies (applied_by) where applied_by is not null;
create index companies_applied on companies (id) where accepted_at is null and refused_at is null;
create index companies_words on companies using gin (fold(name) gin_trgm_ops, fold(tax_id) gin_trgm_ops);
alter table companies add constraint companies_applied_by_fkey foreign key (applied_by) references accounts deferrable;

alter table accounts
  -- A member of a company orders for it, and belongs to one.
  add column company_id uuid references companies deferrable,
  add column company_role text check (company_role in ('viewer', 'buyer', 'manager')),
  add column amount_cents integer check (amount_cents >= 0),
  add constraint accounts_member_check check ((company_role is null) = (company_id is null)),
  add constraint accounts_admin_check check (role <> 'admin' or company_id is null),
  add constraint accounts_amount_check check (amount_cents is null or company_role = 'buyer'),
  -- What an admin is in charge of; null: everything.
  add column areas text[],
  add constraint accounts_areas_check check (areas is null or (role = 'admin' and cardinality(areas) > 0 and areas <@ '{orders, catalogue, accounts, settings}'));
create index accounts_of_company on accounts (company_id) where company_id is not null;

alter table addresses
  alter column account_id drop not null,
  add column company_id uuid references companies on delete cascade,
  add column site text not null default '',
  add constraint addresses_owner_check check (num_nonnulls(account_id, company_id) = 1),
  add constraint addresses_site_check check ((site <> '') = (company_id is not null));
create index addresses_of_company on addresses (company_id) where company_id is not null;

create table invitations (
  company_id uuid not null references companies on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('viewer', 'buyer', 'manager')),
  amount_cents integer check (amount_cents >= 0),
  invited_by uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (company_id, email),
  constraint invitations_amount_check check (amount_cents is null or role = 'buyer')
);
create index invitations_by_email on invitations (email);
create index invitations_by_account on invitations (invited_by);

-- Orders -----------------------------------------------------------------------------------------------------------------

alter table orders
  drop constraint orders_po_number_check,
  add constraint orders_po_number_check check (length(po_number) <= 100),
  -- The smallest amount is that of the currency.
  drop constraint orders_total_cents_check,
  add constraint orders_total_cents_check check (total_cents between 1 and 99999999),
  -- Tax that is added to the sum of the lines; 0 where prices include it.
  add column added_tax_cents integer not null default 0
    constraint orders_added_tax_cents_check check (added_tax_cents between 0 and total_cents),
  drop constraint orders_cancelled_by_check,
  add constraint orders_cancelled_by_check check (cancelled_by in ('buyer', 'shop', 'expiry', 'company')),
  add column cancelled_reason text not null default '',
  -- For which company it was placed.
  add column company_id uuid references companies,
  -- Whether a manager of the company, or the shop, has to approve it, or has.
  add column approval text check (approval in ('waiting', 'granted')),
  add column approved_by uuid references accounts,
  add column approved_at timestamptz,
  add constraint orders_company_approval_check check (approval is null or company_id is not null),
  add constraint orders_waiting_check check (approval is distinct from 'waiting' or state <> 'confirmed'),
  add constraint orders_approved_check check ((approved_at is not null and approved_by is not null) = (approval is not distinct from 'granted'));
create index orders_of_company on orders (company_id, id) where company_id is not null;
create index orders_waiting on orders (company_id, id) where approval = 'waiting' and state = 'placed';
create index orders_by_approver on orders (approved_by) where approved_by is not null;
-- The planner does not use statistics of a partial index.
create statistics orders_by_line_words on fold(line_words) from orders;
create statistics orders_by_receiver_words on fold(receiver_words) from orders;
analyze orders;

-- Prices of companies ----------------------------------------------------------------------------------------------------

create table price_lists (
  id uuid primary key default new_id(),
  name text not null,
  company_id uuid unique references companies on delete cascade deferrable,
  created_at timestamptz not null default now()
);
alter table companies add column price_list_id uuid references price_lists deferrable;
create index companies_of_price_list on companies (price_list_id) where price_list_id is not null;

create table list_rows (
  id uuid primary key default new_id(),
  list_id uuid not null references price_lists on delete cascade,
  tool_id uuid,
  discount_group text check (discount_group <> ''),
  valid_from date not null,
  price_cents integer check (price_cents between 1 and 100000000),
  price_breaks jsonb not null default '[]',
  percent_off numeric(4, 2) check (percent_off > 0 and percent_off < 100),
  constraint list_rows_target_check check (num_nonnulls(tool_id, discount_group) <= 1),
  constraint list_rows_terms_check check (num_nonnulls(price_cents, percent_off) <= 1),
  constraint list_rows_price_check check (price_cents is null or tool_id is not null),
  constraint list_rows_breaks_check check (
    price_breaks = '[]' or (price_cents is not null and are_price_breaks(price_breaks, price_cents))),
  constraint list_rows_key unique nulls not distinct (list_id, tool_id, discount_group, valid_from)
);
create index list_rows_of_tool on list_rows (tool_id) where tool_id is not null;

-- What companies call tools. A number names one tool of the company, whatever its case and accents.
create table part_numbers (
  id uuid primary key default new_id(),
  company_id uuid not null references companies on delete cascade,
  number text not null,
  folded text not null generated always as (fold(number)) stored,
  tool_id uuid not null,
  set_by uuid references accounts on delete set null,
  constraint part_numbers_key unique (company_id, folded)
);
create index part_numbers_of_tool on part_numbers (company_id, tool_id);
create index part_numbers_by_setter on part_numbers (set_by);

create table shop_pictures (
  name text primary key,
  hash text not null,
  base64 text not null
);

alter table imports add column list_id uuid references price_lists on delete cascade;
create index imports_of_list on imports (list_id) where list_id is not null;
