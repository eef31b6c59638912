-- Files of tools that admins import: what each row would change is reviewed before it is applied, and can be undone.

create table imports (
  id uuid primary key,
  file_name text not null,
  -- SHA-256 of the file.
  file_hash text not null,
  state text not null,
  row_count integer not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  applied_by text,
  applied_at timestamptz,
  undone_by text,
  undone_at timestamptz,
  -- Rows that another change had overtaken when it was to be applied: they were checked anew.
  stale_count integer not null default 0,
  -- Rises with each check and repair: what is applied is what was reviewed.
  version integer not null default 1,
  -- Why it could not be applied or undone.
  failure text not null default '',
  -- Until when a process works on it.
  leased_until timestamptz
);
create index imports_at_work on imports (created_at) where state in ('checking', 'applying', 'undoing');
create index imports_by_hash on imports (file_hash);

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  -- From 1, without the heading.
  position integer not null,
  -- By the name of the column, as text.
  cells jsonb not null,
  sku text not null,
  status text not null default 'pending',
  tool_id uuid,
  -- What it must find again: how often the tool's stock had been moved, and the fields that it was compared with.
  stock_moves integer not null default 0,
  checked jsonb not null default '{}',
  -- Fields of the tool that change, as the audit log has them.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  errors jsonb not null default '[]',
  applied boolean not null default false,
  -- Fields that something else had changed again when the import was undone.
  kept text[] not null default '{}',
  primary key (import_id, position)
);
create index import_rows_by_status on import_rows (import_id, status, position);
create index import_rows_by_image on import_rows ((after ->> 'image')) where after ? 'image';
create index import_rows_by_former_image on import_rows ((before ->> 'image')) where before ? 'image';
create index import_rows_by_sku on import_rows (import_id, lower(sku));
