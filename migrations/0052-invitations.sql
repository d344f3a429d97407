-- When the last invitation was sent to an employee. Null: none, or before this column existed.
alter table employees add column invited_at timestamptz(3);
