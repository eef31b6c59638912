-- What uses an image refers to it, each change of a category is on record, and a cancellation that is interrupted
-- is completed as it was meant.

insert into images (url) select url from tool_images on conflict do nothing;
alter table tool_images add foreign key (url) references images (url);

alter table admin_actions
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('promote', 'demote', 'deliver', 'cancel_order', 'mark_paid',
    'add_tool', 'update_tool', 'delete_tool', 'show_review', 'hide_review', 'delete_review', 'export_data', 'close_account',
    'rename_brand', 'delete_brand', 'add_category', 'update_category', 'move_category', 'delete_category'));

-- Its lines go into the buyer's cart once it is cancelled.
alter table orders add column refills_cart boolean not null default false;
