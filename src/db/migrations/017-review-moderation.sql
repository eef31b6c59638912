alter table reviews
  add column approved_at timestamptz,
  add column hidden_at timestamptz;

alter table admin_actions
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('promote', 'demote', 'deliver', 'cancel_order', 'add_tool',
    'update_tool', 'delete_tool', 'show_review', 'hide_review', 'delete_review')),
  drop constraint admin_actions_subject_kind_check,
  add constraint admin_actions_target_kind_check check (target_kind in ('account', 'order', 'tool', 'review'));
