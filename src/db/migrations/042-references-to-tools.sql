-- A reference to a tool locks its row until the end of the transaction: orders of the tool and carts that were filled
-- with it ended in deadlocks. Tools are marked as deleted, never removed.

alter table cart_lines drop constraint cart_lines_tool_id_fkey;
alter table saved_list_lines drop constraint saved_list_lines_tool_id_fkey;
