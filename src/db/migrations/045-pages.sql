-- Pages that admins write in Markdown, for visitors; one may be the target of an entry of the footer.

create table pages (
  id uuid primary key default new_id(),
  -- Its address is `/pages/` and this.
  slug text not null unique,
  title text not null,
  -- Markdown.
  body text not null check (char_length(body) <= 50000),
  footer_entry text unique,
  published boolean not null default false,
  -- In milliseconds, as clients have it: an update names the time of the version that it was made from.
  changed_at timestamptz(3) not null default now()
);
