-- Brands, categories in two levels, specifications, more than one image, and discontinued tools with their replacement.

create table brands (
  id uuid primary key default new_id(),
  name text not null,
  -- Of the name, for addresses of pages.
  slug text not null unique
);
create table categories (
  id uuid primary key default new_id(),
  -- A parent has none itself.
  parent_id uuid references categories on delete set null deferrable,
  name text not null,
  slug text not null unique,
  position integer not null,
  -- Names of the specifications that its tools are filtered by.
  filters text[] not null default '{}' check (cardinality(filters) <= 5)
);

alter table tools
  add column brand_id uuid references brands on delete set null,
  add column category_id uuid references categories on delete set null,
  -- Empty where the name says enough.
  add column image_alt text not null default '',
  add column discontinued boolean not null default false,
  add column replacement_id uuid references tools deferrable check (replacement_id <> id);
create index tools_of_brand on tools (brand_id, id) where deleted_at is null;
create index tools_of_category on tools (category_id, id) where deleted_at is null;
-- Counts of both are read from it alone.
create index tools_by_place on tools (category_id, brand_id, price_cents) where deleted_at is null;

create table tool_specifications (
  tool_id uuid not null references tools on delete cascade,
  position smallint not null check (position between 1 and 30),
  name text not null,
  value text not null,
  unit text not null,
  -- Of name, and of value with unit.
  name_slug text not null,
  value_slug text not null,
  -- The value, where it is a number.
  number double precision,
  primary key (tool_id, position),
  unique (tool_id, name_slug)
);
create index tool_specifications_by_value on tool_specifications (name_slug, value_slug, tool_id);
create index tool_specifications_by_number on tool_specifications (name_slug, number, tool_id) where number is not null;

-- Those after the first, which is the tool's own.
create table tool_images (
  tool_id uuid not null references tools on delete cascade,
  position smallint not null check (position between 2 and 8),
  url text not null,
  alt text not null,
  primary key (tool_id, position)
);
create index tool_images_by_url on tool_images (url);

-- Makes the tool's words searchable, those of its brand and its specifications too.
create function index_tool(indexed_id uuid) returns void language plpgsql as $$
declare found_words text[];
begin
  select extract_words(concat_ws(' ', name, sku, description,
    (select brands.name from brands where brands.id = brand_id),
    (select string_agg(concat_ws(' ', each.name, each.value, each.unit, each.value || each.unit), ' ')
      from tool_specifications each where tool_id = indexed_id)))
    into found_words from tools where id = indexed_id;
  insert into tool_search values (indexed_id, array_to_tsvector(found_words))
    on conflict (tool_id) do update set words = excluded.words;
  insert into tool_words select unnest(found_words) on conflict do nothing;
end $$;
create or replace function index_words() returns trigger language plpgsql as $$ begin
  perform index_tool(new.id);
  return null;
end $$;
drop trigger tool_words_indexed on tools;
create trigger tool_words_indexed after insert or update of name, sku, description, brand_id on tools
  for each row execute function index_words();

alter table admin_actions
  drop constraint admin_actions_target_kind_check,
  add constraint admin_actions_target_kind_check
    check (target_kind in ('account', 'order', 'tool', 'review', 'brand', 'category')),
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('promote', 'demote', 'deliver', 'cancel_order', 'mark_paid',
    'add_tool', 'update_tool', 'delete_tool', 'show_review', 'hide_review', 'delete_review', 'export_data', 'close_account',
    'rename_brand', 'delete_brand', 'add_category', 'update_category', 'delete_category'));
