-- Every uploaded image, and those that tools and reviews show. What nothing refers to is deleted with its files.
create table images (
  url text primary key,
  -- Null for images from before this migration, and for those that ship with the shop.
  uploaded_by uuid references accounts (id) on delete set null,
  uploaded_at timestamptz not null default now()
);
insert into images (url) select image from tools union select img from reviews;
create index images_by_uploader on images (uploaded_by);
create index tools_by_image on tools (image);
create index reviews_by_image on reviews (img);
alter table tools add foreign key (image) references images (url);
alter table reviews add foreign key (img) references images (url);

insert into jobs (name, due_at) values ('purge verifications', now()), ('delete unused images', now());
