-- The whole schema of the shop, by subject, for readers. It is what `migrations` make of an empty database: a test compares
-- both. A change is made here and in the newest file of `migrations`.
-- Amounts are in cents. The time of an event is null until it happens. Tools are marked as deleted (`deleted_at`), since
-- lines of orders, carts and lists keep their ids. Lists of values without a check are those of `src/db/tables`.

-- Ids --------------------------------------------------------------------------------------------------------------------

-- UUIDv7 (RFC 9562, 5.7): milliseconds, the version (0x7000 is 28672) with a 12-bit counter (6.2, method 1), then random
-- bits. The counter orders the rows of one millisecond, except where it wraps.
create sequence id_counter minvalue 0 maxvalue 4095 cycle;
create function new_id() returns uuid language sql volatile as $$
  select encode(
    int8send(((extract(epoch from clock_timestamp()) * 1000)::bigint << 16) | 28672 | nextval('id_counter'))
      || set_bit(set_bit(substring(uuid_send(gen_random_uuid()) from 9), 7, 1), 6, 0),
    'hex')::uuid
$$;

-- Extensions -------------------------------------------------------------------------------------------------------------

create extension if not exists pg_trgm;
-- This call loads the extension: a role that is no superuser may set its parameters only then, as `similar_words` does.
select similarity('', '');

-- Folds texts for comparisons without case and accents, alike in every locale: in "C", `lower` changes ASCII letters only.
create function fold(content text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(content) = length(content) then lower(content collate "C") else normalize(translate(
    lower(replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize(content, nfkd), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]', '', 'g'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th') collate "C"),
      'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫ'
      || 'ЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺ'
      || 'ӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒ'
      || 'ՓՔՕՖŁłØøĐđÐðĦħŦŧıςŊƏ⁄×’‘',
      'αβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъы'
      || 'ьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻ'
      || 'ӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւ'
      || 'փքօֆllooddddhhttiσŋə/x'''''), nfc) end
$$;


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

-- Accounts ---------------------------------------------------------------------------------------------------------------

create table accounts (
  id uuid primary key default new_id(),
  email text not null unique check (email = lower(email)),
  name text not null,
  picture text,
  email_verified boolean not null,
  -- 'customer' is the API's word; elsewhere the account that orders is the buyer.
  role text not null default 'customer' check (role in ('customer', 'admin')),
  -- What an admin is in charge of; null: everything.
  areas text[],
  created_at timestamptz not null default now(),
  -- A blocked account can neither call nor log in.
  blocked_at timestamptz,
  blocked_reason text not null default '',
  -- A closed account has the email `closed-<id>`, a placeholder as its name, and no picture.
  closed_at timestamptz,
  -- A member of a company orders for it, and belongs to one.
  company_id uuid references companies deferrable,
  company_role text check (company_role in ('viewer', 'buyer', 'manager')),
  -- When a buyer's orders of 24 hours come to more, the newest waits for approval; null: none waits.
  amount_cents integer check (amount_cents >= 0),
  constraint accounts_member_check check ((company_role is null) = (company_id is null)),
  constraint accounts_admin_check check (role <> 'admin' or company_id is null),
  constraint accounts_amount_check check (amount_cents is null or company_role = 'buyer'),
  constraint accounts_areas_check check (areas is null or (role = 'admin' and cardinality(areas) > 0 and areas <@ '{orders, catalogue, accounts, settings}'))
);
create index accounts_of_company on accounts (company_id) where company_id is not null;
alter table companies add constraint companies_applied_by_fkey foreign key (applied_by) references accounts deferrable;
create index accounts_by_creation on accounts (created_at);
create index accounts_by_role on accounts (role, id);
create index accounts_blocked on accounts (id) where blocked_at is not null;
create index accounts_closed on accounts (closed_at) where closed_at is not null;
-- The count of accounts reads this index alone.
create index accounts_open on accounts (id) where closed_at is null;
create index accounts_words on accounts using gin (fold(email) gin_trgm_ops, fold(name) gin_trgm_ops);

-- Whom a company asks to join: the account whose owner has proven that email. It holds for 14 days.
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

create table profiles (
  id uuid primary key default new_id(),
  account_id uuid not null unique references accounts,
  education text not null,
  city text not null,
  phone text not null,
  linked_in text not null
);

-- Addresses of an account, and sites of a company, which have a name.
create table addresses (
  id uuid primary key default new_id(),
  account_id uuid references accounts on delete cascade,
  company_id uuid references companies on delete cascade,
  site text not null default '',
  name text not null,
  company text not null,
  street text not null,
  city text not null,
  region text not null,
  postal_code text not null,
  country text not null,
  phone text not null,
  tax_id text not null,
  used_at timestamptz not null default now(),
  constraint addresses_owner_check check (num_nonnulls(account_id, company_id) = 1),
  constraint addresses_site_check check ((site <> '') = (company_id is not null))
);
create index addresses_of_account on addresses (account_id, used_at desc);
create index addresses_of_company on addresses (company_id) where company_id is not null;

-- Notes that admins write about an account.
create table account_notes (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  author_email text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index account_notes_of_account on account_notes (account_id, created_at);

-- Identity provider, with the fields that Better Auth 1.7 requires, and some of our own ------------------------------------

create table identity_users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  email_verified_at timestamptz,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Counts the passwords that were set, and the credentials that were deleted.
  credentials_version integer not null default 0,
  unique (id, credentials_version)
);

create table identity_sessions (
  id text primary key,
  user_id text not null,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- When a second factor was accepted in this session.
  second_factor_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- That of the user when the session began, so that no session is older than its account's password.
  credentials_version integer not null default 0,
  foreign key (user_id, credentials_version) references identity_users (id, credentials_version) on delete cascade
);
create index identity_sessions_user on identity_sessions (user_id);

create table identity_credentials (
  id text primary key,
  user_id text not null references identity_users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index identity_credentials_user on identity_credentials (user_id);

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

create table identity_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index identity_verifications_identifier on identity_verifications (identifier);

create table identity_two_factors (
  id text primary key,
  user_id text not null unique references identity_users on delete cascade,
  -- The secret and the backup codes are encrypted.
  secret text not null,
  backup_codes text not null,
  verified boolean not null,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Images -----------------------------------------------------------------------------------------------------------------

-- A job deletes images that no tool, review, return or import refers to, with their files.
create table images (
  url text primary key,
  -- Null for images that ship with the shop or were found in its folder, and once their account was closed or claimed by the
  -- owner of its mailbox.
  uploaded_by uuid references accounts on delete set null,
  uploaded_at timestamptz not null default now()
);
create index images_by_uploader on images (uploaded_by);

-- Catalogue --------------------------------------------------------------------------------------------------------------

create table brands (
  id uuid primary key default new_id(),
  name text not null,
  -- Made from the name, for addresses of pages.
  slug text not null unique,
  -- Slugs of earlier names, whose addresses still lead to the brand's tools.
  former_slugs text[] not null default '{}'
);

-- Categories have two levels: a parent has no parent itself.
create table categories (
  id uuid primary key default new_id(),
  parent_id uuid references categories on delete set null deferrable,
  name text not null,
  slug text not null unique,
  -- The place among all categories.
  position integer not null,
  -- Names of the specifications by which the category's tools are filtered.
  filters text[] not null default '{}' check (cardinality(filters) <= 5)
);

-- `breaks` is an array of {"from": pieces, "priceCents": price}: quantities rise, prices fall.
create function are_price_breaks(breaks jsonb, list_price_cents integer) returns boolean language sql immutable as $$
  select jsonb_array_length(breaks) <= 6 and coalesce(bool_and(pieces > pieces_before and cents < cents_before and cents > 0), true)
  from (
    select pieces, cents, lag(pieces, 1, 1) over (order by position) as pieces_before,
      lag(cents, 1, list_price_cents) over (order by position) as cents_before
    from (
      select (each ->> 'from')::integer as pieces, (each ->> 'priceCents')::integer as cents, position
      from jsonb_array_elements(breaks) with ordinality as elements (each, position)
    ) as parsed
  ) as compared
$$;

create sequence tool_numbers start 100001;
create table tools (
  id uuid primary key default new_id(),
  name text not null,
  -- SKUs are unique among tools that are not deleted, regardless of case.
  sku text not null default 'IM-' || nextval('tool_numbers') check (sku ~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$'),
  image text not null references images,
  -- The text for people who do not see the image; empty where the name says enough.
  image_alt text not null default '',
  description text not null,
  price_cents integer not null check (price_cents between 1 and 100000000),
  price_breaks jsonb not null default '[]' check (price_breaks = '[]' or are_price_breaks(price_breaks, price_cents)),
  -- The rate of the tax that the price includes; null where the shop's rate applies.
  tax_percent numeric(4, 2) check (tax_percent between 0 and 99.99),
  -- The smallest quantity that is sold in one line.
  minimum integer not null check (minimum between 1 and 1000000),
  -- Pieces in a pack: only whole packs are sold.
  increment integer not null default 1 check (increment between 1 and 1000000),
  -- The name of a pack, such as 'carton of 24'; empty for single pieces.
  unit_label text not null default '',
  available integer not null check (available between 0 and 100000000),
  brand_id uuid references brands on delete set null,
  category_id uuid references categories on delete set null,
  -- A discontinued tool is sold until its stock is gone.
  discontinued boolean not null default false,
  replacement_id uuid references tools deferrable check (replacement_id <> id),
  deleted_at timestamptz,
  -- Tools that price lists name together; empty for none.
  discount_group text not null default '',
  -- The number of its barcode; empty for none.
  gtin text not null default '' check (gtin ~ '^([0-9]{8}|[0-9]{12,14})?$'),
  manufacturer_number text not null default '',
  check (minimum % increment = 0)
);
create index tools_listed on tools (id) where deleted_at is null;
create unique index tools_by_sku on tools (lower(sku)) where deleted_at is null;
create index tools_in_order_of_name on tools (fold(name) collate "C", id) where deleted_at is null;
create index tools_by_price on tools (price_cents, id) where deleted_at is null;
create index tools_by_stock on tools (available, id) where deleted_at is null;
create index tools_to_restock on tools (id) where available < minimum and deleted_at is null;
create index tools_of_brand on tools (brand_id, id) where deleted_at is null;
create index tools_of_category on tools (category_id, id) where deleted_at is null;
-- Counts by category and brand read this index alone.
create index tools_by_category_and_brand on tools (category_id, brand_id, price_cents) where deleted_at is null;
create index tools_by_image on tools (image);
create index tools_replaced on tools (replacement_id) where replacement_id is not null;
create index tools_by_gtin on tools (ltrim(gtin, '0')) where gtin <> '' and deleted_at is null;
create index tools_by_manufacturer_number on tools (lower(manufacturer_number))
  where manufacturer_number <> '' and deleted_at is null;
create index tools_of_discount_group on tools (discount_group) where discount_group <> '' and deleted_at is null;

create table tool_specifications (
  tool_id uuid not null references tools on delete cascade,
  position smallint not null check (position between 1 and 30),
  name text not null,
  value text not null,
  unit text not null,
  name_slug text not null,
  -- Made from value and unit.
  value_slug text not null,
  -- The value where it is a number, else null.
  number double precision,
  primary key (tool_id, position),
  unique (tool_id, name_slug)
);
create index tool_specifications_by_value on tool_specifications (name_slug, value_slug, tool_id);
create index tool_specifications_by_number on tool_specifications (name_slug, number, tool_id) where number is not null;

-- The second and further images of a tool; the first one is in `tools`.
create table tool_images (
  tool_id uuid not null references tools on delete cascade,
  position smallint not null check (position between 2 and 8),
  url text not null references images,
  alt text not null,
  primary key (tool_id, position)
);
create index tool_images_by_url on tool_images (url);

-- Prices of companies ----------------------------------------------------------------------------------------------------

create table price_lists (
  id uuid primary key default new_id(),
  name text not null,
  -- Whose contract it is: the list of one company. Null for a list that companies share.
  company_id uuid unique references companies on delete cascade deferrable,
  created_at timestamptz not null default now()
);
alter table companies add column price_list_id uuid references price_lists deferrable;
create index companies_of_price_list on companies (price_list_id) where price_list_id is not null;

-- From its day on a row sets the price of a tool, or a percentage off the public prices of a tool, of a discount group or of all
-- tools. A row with neither ends an earlier one.
create table list_rows (
  id uuid primary key default new_id(),
  list_id uuid not null references price_lists on delete cascade,
  -- Both are null for a row of all tools. No foreign key: its locks would delay orders of the tool.
  tool_id uuid,
  discount_group text check (discount_group <> ''),
  -- A day in the shop's time zone.
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

-- Search -----------------------------------------------------------------------------------------------------------------

-- Searches read this index of words: their cost depends on how many tools match, not on the length of texts.
create table tool_search (
  tool_id uuid primary key references tools on delete cascade,
  words tsvector not null,
  -- The words of the name, by which results are ranked.
  name_words tsvector not null
);
create index tool_search_by_word on tool_search using gin (words);

-- Replaces each letter of other alphabets by a Latin one: trigrams of other letters depend on the locale.
create function romanize(folded text) returns text language sql immutable strict parallel safe as $$
  select translate(folded,
      'абвгдежзиклмнопрстуфхцчшщъыьэюяєіјљњћџґђѕαβγδεζηθικλμνξοπρστ'
      || 'υφχψωաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆאבגדהוזחטיכךלמםנן'
      || 'סעפףצץקרשתابتثجحخدذرزسشصضطظعغفقكلمنهويىةءپچژگکی',
      'abvgdezziklmnoprstufhccssqyqeuaeijlnczgdsabgdezitiklmnxoprst'
      || 'ufhpoabgdezeytzilhckhzgcmynsocpjrsvtrcupkofabgdhvzhtikklmmnn'
      || 'sappccqrstabttghhddrzsssdttaafqklmnhwyyhapczgki')
$$;

-- All words of tools, deleted ones included, by which typed words are completed and corrected.
create table tool_words (
  word text primary key,
  letters text not null generated always as (romanize(word)) stored
);
create index tool_words_containing on tool_words using gin (word gin_trgm_ops);
create index tool_words_alike on tool_words using gin (letters gin_trgm_ops);

-- The words of a text in their order, without case and accents, split at spaces, punctuation and symbols, but not in
-- '1/2' and '1.5'. '1,5' is '1.5', '1,200' is '1200', '18*24' is '18x24', and '3/8"' is '3/8 in', unless the '"' closes a quotation.
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

-- '{1.5ah,drill}' becomes '{1.5,ah,drill}'.
create function split_numbers(words text[]) returns text[] language sql immutable as $$
  select string_to_array(regexp_replace(regexp_replace(array_to_string(words, ' '),
    '([0-9])(?=[^0-9./ ])', '\1 ', 'g'), '([^0-9./ ])(?=[0-9])', '\1 ', 'g'), ' ')
$$;

-- Returns the singular of an English plural, and any other word as it is.
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

-- Adds singulars, numbers and letters apart, and numbers joined with a neighbor: '18v' finds '18 V'.
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

-- Words of a name are joined with their neighbors, too: 'cordlessdrill' finds 'Cordless Drill'.
create function extract_name_words(name text) returns text[] language plpgsql immutable as $$
declare words text[] := split_words(name);
begin
  return expand_words(words)
    || array(select word || next from unnest(words, words[2:]) as pairs (word, next) where next is not null);
end $$;

-- Stores the words of a tool, of its brand and of its specifications for searches.
create function index_tool(indexed_id uuid) returns void language plpgsql as $$
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
create function index_words() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' or (old.name, old.sku, old.description, old.brand_id, old.gtin, old.manufacturer_number)
    is distinct from (new.name, new.sku, new.description, new.brand_id, new.gtin, new.manufacturer_number) then
    perform index_tool(new.id);
  end if;
  return null;
end $$;
create trigger tool_words_indexed
  after insert or update of name, sku, description, brand_id, gtin, manufacturer_number on tools
  for each row execute function index_words();

-- Returns up to `most` tools whose words match. It always reads the index: the planner expects too many matches.
create function tool_ids_with_words(query tsquery, most integer) returns setof uuid language sql stable
  set enable_seqscan = off
as $$
  select tool_id from tool_search where words @@ query limit most
$$;

-- Returns the shortest words that contain `part` but do not begin with it: a prefix search finds those.
create function containing_words(part text) returns setof text language sql stable as $$
  select word from tool_words
  where word like '%' || fold(part) || '%' and not starts_with(word, fold(part))
  order by length(word), word collate "C" limit 100
$$;

-- Returns the words of the catalogue that are most similar to `word`, with their similarity from 0 to 1: those with a letter
-- that is wrong, missing, doubled or swapped with the next. It never returns words with a digit, with letters that `romanize`
-- does not know, or shorter than 3 or longer than 40 letters.
create function similar_words(word text) returns table (similar_word text, similarity real) language sql stable
  set pg_trgm.word_similarity_threshold = 0.3
as $$
  select tool_words.word, word_similarity(romanize(fold($1)), letters) from tool_words
  where romanize(fold($1)) <% letters and letters ~ '^[a-z]{3,40}$'
  order by word_similarity(romanize(fold($1)), letters) desc, public.similarity(romanize(fold($1)), letters) desc,
    tool_words.word collate "C"
  limit 5
$$;

create function normalize_sku(sku text) returns text language sql immutable as $$
  select regexp_replace(lower(sku collate "C"), '[^a-z0-9]', '', 'g')
$$;
create index tools_by_similar_sku on tools using gin (normalize_sku(sku) gin_trgm_ops) where deleted_at is null;

-- Carts and saved lists --------------------------------------------------------------------------------------------------

-- Lines of carts and lists have no foreign key to a tool: it would lock the tool's row until the end of the transaction.
create table cart_lines (
  account_id uuid not null references accounts on delete cascade,
  tool_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- The price that was shown for one piece: the cart tells when it has changed.
  price_cents integer not null check (price_cents > 0),
  added_at timestamptz not null default now(),
  -- The account itself, or the one that an admin fills this cart for.
  buyer_id uuid not null references accounts on delete cascade,
  primary key (account_id, buyer_id, tool_id)
);
create index cart_lines_of_buyer on cart_lines (buyer_id);

create table saved_lists (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  changed_at timestamptz not null default now()
);
create index saved_lists_of_account on saved_lists (account_id, changed_at desc);

create table saved_list_lines (
  list_id uuid not null references saved_lists on delete cascade,
  tool_id uuid not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  -- The price that the buyer was shown for one piece when the line was saved.
  price_cents integer not null check (price_cents > 0),
  primary key (list_id, tool_id)
);

-- Audit log --------------------------------------------------------------------------------------------------------------

create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception '% takes new rows only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- The audit log: the statement that makes an admin's change adds a row. It has no foreign keys, since it outlives its targets.
-- Without an actor, the shop itself made the change. `action` has the contract's names, `before` and `after` those of
-- `ChangedFields` (src/db/tables/audit-log.ts).
create table admin_actions (
  id uuid primary key default new_id(),
  actor_id uuid,
  actor_email text,
  -- 'deliver', named after the button, marks an order shipped.
  action text not null,
  target_kind text not null,
  target_id uuid not null,
  -- The target's name at that time: the email of an account, the title of an order, the author of a review, or a name.
  target text not null,
  -- `before` and `after` have the changed fields only.
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now(),
  check ((actor_id is null) = (actor_email is null))
);
create index admin_actions_by_target on admin_actions (target_id);
-- ADMIN_EMAILS makes nobody an admin whose email was demoted.
create index admin_actions_by_demoted_email on admin_actions (target) where action in ('demote', 'close_account');
create trigger admin_actions_append_only before update or delete or truncate on admin_actions
  for each statement execute function reject_change();

-- Orders -----------------------------------------------------------------------------------------------------------------

create sequence order_numbers start 100001;
-- An order takes its pieces out of the stock while its state is 'confirmed'.
create table orders (
  id uuid primary key default new_id(),
  number bigint not null unique default nextval('order_numbers'),
  account_id uuid not null references accounts,
  -- Email of the admin who placed it for its buyer.
  placed_by text,
  -- The first line's tool and the number of others: 'Circular Saw and 3 more'.
  title text not null,
  line_count integer not null check (line_count between 1 and 1000),
  -- Searches read names and SKUs of the lines, and the purchase order number, here.
  line_words text not null,
  -- What is paid. Stripe takes no more, and the smallest amount is that of the currency.
  total_cents integer not null check (total_cents between 1 and 99999999),
  -- Tax that is added to the sum of the lines; 0 where prices include it.
  added_tax_cents integer not null default 0
    constraint orders_added_tax_cents_check check (added_tax_cents between 0 and total_cents),
  buyer_name text not null,
  phone text not null,
  address text not null,
  -- The address in fields, if it came from an address book; `address` has it as text.
  ship_to jsonb,
  bill_to jsonb,
  po_number text not null default '' check (length(po_number) <= 100),
  note text not null default '',
  -- Searches read names, companies, addresses and the digits of the phone here.
  receiver_words text not null generated always as (
    buyer_name || ' ' || address || ' ' || coalesce(bill_to ->> 'name', '') || ' ' || coalesce(bill_to ->> 'company', '')
      || ' ' || regexp_replace(phone, '\D', '', 'g')
  ) stored,
  -- A placed order is a request. The pieces of a confirmed one have left the stock.
  state text not null default 'placed' check (state in ('placed', 'confirmed', 'cancelled')),
  -- The key of the request that placed the order, and a hash of its contents.
  idempotency_key text,
  request_hash text,
  created_at timestamptz not null default now(),

  -- When the order is cancelled unless it is confirmed.
  expires_at timestamptz not null,
  reminded_at timestamptz,
  confirmed_at timestamptz,
  -- Until when an admin holds the pieces for a buyer who has not paid.
  held_until timestamptz,

  payment_method text not null default 'card' check (payment_method in ('card', 'transfer')),
  -- The payment intent that the card form has: null again once it has ended.
  payment_intent_id text unique,
  -- The payment intent for which the order was confirmed, or the reference of the transfer: the name is the API's. It has
  -- paid the order once `paid_at` is set.
  transaction_id text,
  -- When a job last asked the payment provider about this order, or tried to end it.
  last_checked_at timestamptz,
  paid_at timestamptz,
  -- Set by the statement that records the payment, until the invoice is issued.
  invoice_due boolean not null default false,

  -- True once pieces were refunded or released before they were shipped.
  pieces_refunded boolean not null default false,
  -- 'open' until the first shipment, 'partial' until the last; 'closed' if no piece was shipped and none is left to ship.
  fulfilment text not null default 'open' check (fulfilment in ('open', 'partial', 'shipped', 'closed')),
  shipped_at timestamptz,

  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('buyer', 'shop', 'expiry', 'company')),
  cancelled_reason text not null default '',

  -- For which company it was placed.
  company_id uuid references companies,
  -- Whether a manager of the company, or the shop, has to approve it, or has.
  approval text check (approval in ('waiting', 'granted')),
  approved_by uuid references accounts,
  approved_at timestamptz,

  constraint orders_company_approval_check check (approval is null or company_id is not null),
  constraint orders_waiting_check check (approval is distinct from 'waiting' or state <> 'confirmed'),
  constraint orders_approved_check check ((approved_at is not null and approved_by is not null) = (approval is not distinct from 'granted')),
  unique (account_id, idempotency_key),
  check ((request_hash is null) = (idempotency_key is null)),
  check ((confirmed_at is not null) = (state = 'confirmed')),
  check (state = 'confirmed' or transaction_id is null and held_until is null),
  check (state <> 'confirmed' or transaction_id is not null or held_until is not null),
  check (paid_at is null or transaction_id is not null and held_until is null),
  check (fulfilment = 'open' or paid_at is not null),
  check ((shipped_at is not null) = (fulfilment = 'shipped'))
);
create index orders_of_account on orders (account_id, id) where state <> 'cancelled';
create index orders_of_company on orders (company_id, id) where company_id is not null;
create index orders_waiting on orders (company_id, id) where approval = 'waiting' and state = 'placed';
create index orders_by_approver on orders (approved_by) where approved_by is not null;
create index orders_by_po_number on orders (account_id, fold(po_number)) where po_number <> '';
-- One transfer may pay several orders.
create unique index orders_by_transaction on orders (transaction_id)
  where payment_method = 'card' and transaction_id is not null;
create index orders_by_reference on orders (transaction_id) where transaction_id is not null;
-- Manage Orders reads its pages from these.
create index orders_not_cancelled on orders (id) where state <> 'cancelled';
create index orders_by_title on orders (fold(title) collate "C", id) where state <> 'cancelled';
create index orders_by_buyer on orders (fold(buyer_name) collate "C", id) where state <> 'cancelled';
create index orders_unpaid on orders (id) where paid_at is null and state <> 'cancelled';
create index orders_to_ship on orders (id) where paid_at is not null and fulfilment in ('open', 'partial');
create index orders_shipped on orders (id) where shipped_at is not null;
-- The pending list (GIN fast update) is small: a search reads all of it, and an insert that fills it merges it.
create index orders_words on orders using gin (fold(line_words) gin_trgm_ops, fold(receiver_words) gin_trgm_ops)
  with (gin_pending_list_limit = 512) where state <> 'cancelled';
-- The planner does not use statistics of a partial index: it would expect any two letters in many orders.
create statistics orders_by_line_words on fold(line_words) from orders;
create statistics orders_by_receiver_words on fold(receiver_words) from orders;
create index orders_unpaid_of_account on orders (account_id) where paid_at is null and state <> 'cancelled';
create index orders_to_expire on orders (expires_at) where state = 'placed';
create index orders_held on orders (held_until) where held_until is not null;
-- Limited to orders with a payment intent: else PostgreSQL often reads a buyer's own orders by this index.
create index orders_unsettled on orders (last_checked_at nulls first)
  where paid_at is null and state <> 'cancelled' and payment_intent_id is not null;
create index orders_with_invoice_due on orders (paid_at) where invoice_due;
-- Figures of a day read these.
create index orders_by_placing on orders (created_at);
create index orders_by_payment on orders (paid_at) where paid_at is not null;
create index orders_by_shipping on orders (shipped_at) where shipped_at is not null;
create index orders_by_cancelling on orders (cancelled_at) where cancelled_at is not null;

-- The tools of an order as they were sold. Rows never change.
create table order_lines (
  order_id uuid not null references orders on delete cascade,
  tool_id uuid not null references tools,
  position integer not null check (position between 1 and 1000),
  sku text not null,
  tool_name text not null,
  quantity integer not null check (quantity > 0),
  -- The price of one piece.
  price_cents integer not null check (price_cents > 0),
  -- The rate of the tax that the price includes.
  tax_percent numeric(4, 2) not null default 0 check (tax_percent between 0 and 99.99),
  -- The buyer's own number or word for the line.
  reference text not null default '',
  primary key (order_id, tool_id)
);
create index order_lines_of_tool on order_lines (tool_id, order_id);

-- Stock ------------------------------------------------------------------------------------------------------------------

-- All changes of the stock that are not made by confirming an order.
create table stock_adjustments (
  id uuid primary key default new_id(),
  tool_id uuid not null references tools on delete cascade,
  delta integer not null,
  -- 'order' takes and 'release' returns the pieces of an order that was confirmed and is not any more.
  reason text not null,
  order_id uuid references orders,
  note text not null default '',
  -- The pieces on the shelf in a stocktake.
  counted integer,
  actor_email text,
  created_at timestamptz not null default now()
);
create index stock_adjustments_of_tool on stock_adjustments (tool_id, created_at);

create function record_opening_stock() returns trigger language plpgsql as $$
begin
  insert into stock_adjustments (tool_id, delta, reason) select id, available, 'opening' from added;
  return null;
end
$$;
create trigger tools_opening_stock after insert on tools referencing new table as added
  for each statement execute function record_opening_stock();

-- The stock of a tool is the sum of its movements.
create view stock_movements as
  select id, tool_id, created_at, delta, reason, order_id, note, counted, actor_email from stock_adjustments
  union all
  select order_id, tool_id, confirmed_at, -quantity, 'order', order_id, '', null, null
    from order_lines join orders on orders.id = order_id where state = 'confirmed';

-- Shipments --------------------------------------------------------------------------------------------------------------

create table shipments (
  id uuid primary key default new_id(),
  order_id uuid not null references orders on delete cascade,
  carrier text not null default '',
  tracking_number text not null default '',
  created_at timestamptz not null default now()
);
create index shipments_of_order on shipments (order_id, created_at);
create index shipments_by_tracking on shipments (tracking_number);

-- Lines of shipments, refunds and returns have no foreign key to a tool, as those of carts.
create table shipment_lines (
  shipment_id uuid not null references shipments on delete cascade,
  tool_id uuid not null,
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, tool_id)
);

-- Returns ----------------------------------------------------------------------------------------------------------------

-- Requests to send shipped pieces back.
create table returns (
  -- Chosen by the caller: a return that is asked for twice is there once.
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  -- 'closed': the pieces came, and no money is refunded.
  state text not null default 'requested'
    check (state in ('requested', 'accepted', 'refused', 'withdrawn', 'received', 'refunded', 'closed')),
  reason text not null,
  -- The shop's sentence for the buyer.
  answer text not null default '',
  requested_at timestamptz not null default now(),
  answered_at timestamptz,
  received_at timestamptz
);
create index returns_of_order on returns (order_id);
create index returns_in_state on returns (state, requested_at, id);

create table return_lines (
  return_id uuid not null references returns on delete cascade,
  tool_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- The pieces that arrived; null until then.
  received integer check (received between 0 and quantity),
  -- The arrived pieces that went back into the stock; the others are damaged.
  restocked integer not null default 0 check (restocked between 0 and coalesce(received, 0)),
  primary key (return_id, tool_id)
);

create table return_images (
  return_id uuid not null references returns on delete cascade,
  position integer not null,
  url text not null references images,
  primary key (return_id, position)
);
create index return_images_of_image on return_images (url);

-- Refunds and disputes ---------------------------------------------------------------------------------------------------

create table refunds (
  id uuid primary key default new_id(),
  order_id uuid not null references orders,
  -- The return whose pieces are refunded.
  return_id uuid references returns,
  -- 'order': money of a paid order; 'provider': the same, refunded on the provider's own pages; 'late_payment': money that
  -- arrived for an order that could not take it.
  kind text not null check (kind in ('order', 'provider', 'late_payment')),
  -- 'closed': it failed, and will not be paid.
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed', 'closed')),
  -- 0 if it only releases pieces: no provider is called, and it cannot fail.
  amount_cents integer not null check (amount_cents > 0 or amount_cents = 0 and kind = 'order' and state = 'succeeded'
    and payment_intent_id is null and succeeded_at is null and not credit_note_due),
  -- The refunded payment; null for 0 cents and for money sent back by hand, except that of a late payment.
  payment_intent_id text,
  provider_id text unique,
  -- Counts the tries at the provider: a refund that failed can be retried.
  attempt integer not null default 1,
  -- The reference of the bank transfer that sent the money back by hand.
  reference text not null default '',
  reason text not null default '',
  -- The provider's words.
  failure text not null default '',
  close_reason text not null default '',
  created_at timestamptz not null default now(),
  -- The first success: a provider may report a failure days later.
  succeeded_at timestamptz,
  last_checked_at timestamptz,
  credit_note_due boolean not null default false
);
create unique index refunds_of_late_payments on refunds (payment_intent_id) where kind = 'late_payment';
create unique index refunds_of_returns on refunds (return_id) where state <> 'closed';
create index refunds_of_order on refunds (order_id);
create index refunds_of_payment on refunds (payment_intent_id);
create index refunds_pending on refunds (coalesce(last_checked_at, created_at)) where state = 'pending';
create index refunds_failed on refunds (order_id) where state = 'failed';
create index refunds_with_credit_note_due on refunds (succeeded_at) where credit_note_due;

-- Pieces that will not be shipped.
create table refund_lines (
  refund_id uuid not null references refunds on delete cascade,
  tool_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- True if the pieces went back into the stock, false if they were written off.
  restocked boolean not null,
  primary key (refund_id, tool_id)
);

-- Shipped pieces that are refunded though the buyer keeps them.
create table credited_lines (
  refund_id uuid not null references refunds on delete cascade,
  tool_id uuid not null,
  quantity integer not null check (quantity > 0),
  primary key (refund_id, tool_id)
);

-- Money of paid orders that went back, and that returned to the shop after a refund that failed late.
create table refund_movements (
  refund_id uuid not null references refunds on delete cascade,
  -- Negative for money that returned to the shop.
  amount_cents integer not null,
  created_at timestamptz not null default now()
);
create index refund_movements_by_time on refund_movements (created_at);
create index refund_movements_of_refund on refund_movements (refund_id);

-- Disputes of charges by the holder of the card.
create table disputes (
  -- The provider's id of the dispute.
  id text primary key,
  order_id uuid not null references orders on delete cascade,
  amount_cents integer not null,
  -- The provider's word, such as 'product_not_received'.
  reason text not null,
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  opened_at timestamptz not null,
  -- The end of the time to answer.
  due_at timestamptz,
  ended_at timestamptz
);
create index disputes_of_order on disputes (order_id);
create index disputes_not_won on disputes (order_id) where state <> 'won';

-- Payment provider -------------------------------------------------------------------------------------------------------

-- Processed webhook events: a repeated one has no effect.
create table payment_events (
  id text primary key,
  received_at timestamptz not null default now()
);

-- State of the embedded payment sandbox: requests of the shop, and no data of buyers.
create table sandbox_objects (
  id text primary key,
  body jsonb not null
);
create index sandbox_objects_of_intent on sandbox_objects ((body ->> 'payment_intent'))
  where body ->> 'object' in ('refund', 'dispute');

create table sandbox_replies (
  idempotency_key text primary key,
  request text not null,
  status integer not null,
  body jsonb not null,
  created_at timestamptz not null default now()
);

-- Documents --------------------------------------------------------------------------------------------------------------

-- The last number of each series. A transaction that takes the next one locks the row, so that no number is missing.
create table document_numbers (
  series text primary key,
  last_number bigint not null
);
insert into document_numbers values ('invoice', 0), ('credit_note', 0);

create table invoices (
  number bigint primary key,
  order_id uuid not null unique references orders,
  issued_at timestamptz not null default now(),
  -- The document as it was issued. It is never made anew from settings.
  contents jsonb not null
);
create trigger invoices_append_only before update or delete or truncate on invoices
  for each statement execute function reject_change();

create table credit_notes (
  number bigint primary key,
  refund_id uuid not null references refunds,
  -- The credit note that this one cancels, since its refund failed and was closed.
  cancels bigint unique references credit_notes,
  issued_at timestamptz not null default now(),
  -- The document as it was issued.
  contents jsonb not null
);
create unique index credit_notes_of_refunds on credit_notes (refund_id) where cancels is null;
create trigger credit_notes_append_only before update or delete or truncate on credit_notes
  for each statement execute function reject_change();

-- Mails ------------------------------------------------------------------------------------------------------------------

-- Mails to be sent, as facts: their kind, their order, and what else their text needs. They are rendered at delivery.
create table outbox (
  id uuid primary key default new_id(),
  kind text not null,
  -- No foreign key: a cached plan of its check scans all orders until the next analyze, and orders are never deleted.
  order_id uuid,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- The time of the next try; null once the mail is sent or given up.
  due_at timestamptz default now(),
  attempts integer not null default 0,
  sent_at timestamptz,
  check ((kind like 'order\_%') = (order_id is not null))
);
-- Mails with links go first, since people wait for them.
create index outbox_due on outbox ((order_id is not null), due_at) where due_at is not null;
create index outbox_by_recipient on outbox ((data ->> 'to'));
create index outbox_by_order on outbox (order_id) where order_id is not null;

-- Reviews, pages and settings --------------------------------------------------------------------------------------------

create table reviews (
  id uuid primary key default new_id(),
  account_id uuid references accounts,
  name text not null,
  email text not null,
  city text not null,
  rating numeric(2, 1) not null check (rating between 1 and 5 and rating * 2 = floor(rating * 2)),
  comment text not null,
  img text not null references images,
  approved_at timestamptz,
  hidden_at timestamptz
);
-- Visitors read these, however many reviews wait for approval.
create index reviews_visible on reviews (id) where hidden_at is null;
create index reviews_approved on reviews (id) where hidden_at is null and approved_at is not null;
create index reviews_by_account on reviews (account_id) where account_id is not null;
create index reviews_by_image on reviews (img);

-- Pages that admins write. `footer_entry` makes one the target of that entry of the footer.
create table pages (
  id uuid primary key default new_id(),
  -- The page's address is `/pages/` and its slug.
  slug text not null unique,
  title text not null,
  -- The text in Markdown.
  body text not null check (char_length(body) <= 50000),
  footer_entry text unique,
  published boolean not null default false,
  changed_at timestamptz(3) not null default now()
);

-- One row. A setting in `overrides` replaces the environment's.
create table shop_settings (
  id uuid primary key default new_id(),
  overrides jsonb not null default '{}',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- Otherwise tax is added to the sum of an order.
  prices_include_tax boolean not null default true
);
create unique index shop_settings_one_row on shop_settings ((true));
insert into shop_settings default values;

-- The logo, and the picture of the home page's banner, as they are shown.
create table shop_pictures (
  name text primary key,
  hash text not null,
  base64 text not null
);

-- Figures ----------------------------------------------------------------------------------------------------------------

-- Figures of past days in a time zone, without gaps. Later events do not change them.
create table daily_figures (
  time_zone text not null,
  day date not null,
  placed integer not null,
  paid integer not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  shipped integer not null,
  cancelled integer not null,
  accounts integer not null,
  primary key (time_zone, day)
);

-- Pieces and money of the orders that were paid on a day, by tool.
create table daily_sales (
  time_zone text not null,
  day date not null,
  tool_id uuid not null,
  pieces bigint not null,
  cents bigint not null,
  primary key (time_zone, day, tool_id)
);

-- Imports ----------------------------------------------------------------------------------------------------------------

-- Imported files of tools. The change of each row is reviewed, then applied, and can be undone.
create table imports (
  id uuid primary key,
  file_name text not null,
  -- The SHA-256 hash of the file.
  file_hash text not null,
  -- The supplier whose columns are kept for the next file; empty if none was named.
  supplier text not null default '',
  state text not null,
  row_count integer not null default 0,
  -- Null for an upload before 1.1.0 by an account that was closed.
  created_by uuid references accounts,
  created_at timestamptz not null default now(),
  applied_by uuid references accounts,
  applied_at timestamptz,
  undone_by uuid references accounts,
  undone_at timestamptz,
  -- What the columns of the file show; null before 1.1.0, and for an undo.
  file_table jsonb,
  -- What each column holds, and how its numbers are read.
  mapping jsonb,
  -- The import whose changes this one takes back.
  undoes uuid references imports on delete cascade,
  -- The price list whose rows these are; null for tools.
  list_id uuid references price_lists on delete cascade,
  -- The number of rows whose tool had changed when the import was to be applied; they are checked anew.
  stale_count integer not null default 0,
  -- Rises with each check and repair: only the version that was reviewed is applied.
  version integer not null default 1,
  -- The reason why the import could not be applied or undone.
  failure text not null default '',
  -- The end of the lease of the process that works on the import.
  leased_until timestamptz
);
create index imports_at_work on imports (created_at) where state in ('checking', 'applying');
create index imports_by_hash on imports (file_hash);
create index imports_undoing on imports (undoes) where undoes is not null;
create index imports_of_list on imports (list_id) where list_id is not null;

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  -- The row's index in the file from 0, headings and blank rows included.
  position integer not null,
  -- The cells of the file in its order; null before 1.1.0, for a repaired row and for an undo.
  file_cells jsonb,
  -- Texts by the names of the shop's columns; null until the file's columns are mapped.
  cells jsonb,
  sku text not null,
  status text not null default 'pending',
  tool_id uuid,
  -- How often the tool's stock had moved when the row was checked, orders left out. Compared if the row sets the stock.
  stock_moves integer not null default 0,
  -- Of a row that undoes another: what that one did.
  undone jsonb,
  -- The changed fields of the tool, or of the row of a price list, named as in the audit log.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  errors jsonb not null default '[]',
  -- The share by which the price changes: 0.05 is five percent more.
  change real not null default 0,
  -- Fields that an undo leaves, since something else had changed them again.
  kept text[] not null default '{}',
  primary key (import_id, position)
);
create index import_rows_by_change on import_rows (import_id, abs(change) desc, position);
create index import_rows_by_status on import_rows (import_id, status, abs(change) desc, position);
create index import_rows_by_sku on import_rows (import_id, lower(sku));
create index import_rows_by_image on import_rows ((after ->> 'image')) where after ? 'image';
create index import_rows_to_map on import_rows (import_id, position) where cells is null;
create index import_rows_by_former_image on import_rows ((before ->> 'image')) where before ? 'image';

-- How the columns of a supplier's files are read, so that the next file asks nothing.
create table import_mappings (
  -- 'prices' for rows of price lists.
  kind text not null default 'tools',
  supplier text not null,
  -- The headings of the columns, in their order.
  titles jsonb not null,
  mapping jsonb not null,
  primary key (kind, supplier)
);

-- Operation --------------------------------------------------------------------------------------------------------------

-- Daily and hourly jobs. The process that claims one runs it and sets its next time.
create table jobs (
  name text primary key,
  due_at timestamptz not null default now()
);

-- Keys with emails or IP addresses are HMACs; those of mails are SHA-256 of the recipient. Unlogged: a crash empties the table.
create unlogged table rate_limits (
  key text primary key,
  -- Calls still allowed until ends_at; below 0 after a refusal.
  remaining integer not null,
  ends_at timestamptz not null
);
create index rate_limits_ends_at on rate_limits (ends_at);
