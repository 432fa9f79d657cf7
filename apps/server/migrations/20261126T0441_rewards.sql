-- What points can buy.
create table rewards (
  tenant_id text not null,
  id uuid not null,
  title text not null,
  description text not null default '',
  image_file_id uuid,
  cost integer not null constraint reward_cost check (cost > 0),
  -- Null: there is always one.
  stock integer constraint stock_not_below_zero check (stock >= 0),
  -- Who has to approve an order first.
  approval text not null constraint reward_approval_is_known check (approval in ('none', 'managers', 'administrators')),
  -- How people get it; they read it with the reward and with their order.
  delivery_note text not null default '',
  is_offered boolean not null default true,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index rewards_by_title on rewards (tenant_id, title, id);
select make_tenant_table('rewards');

-- Who ordered what. The points are taken with the order and given back when it is refused or withdrawn.
create table reward_orders (
  tenant_id text not null,
  id uuid not null,
  reward_id uuid not null,
  membership_id text not null,
  user_id uuid not null,
  -- As the reward was when it was ordered.
  title text not null,
  cost integer not null,
  -- `waiting`: for approval; `ordered`: to be delivered.
  state text not null constraint order_state_is_known check (state in ('waiting', 'ordered', 'delivered', 'refused', 'withdrawn')),
  -- What the administrator says with the delivery, or why it was refused.
  note text not null default '',
  ordered_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  primary key (tenant_id, id),
  constraint order_of_reward foreign key (tenant_id, reward_id) references rewards (tenant_id, id),
  constraint closed_order_says_when check ((closed_at is null) = (state in ('waiting', 'ordered')))
);
create index reward_orders_by_person on reward_orders (tenant_id, user_id, ordered_at, id);
create index reward_orders_by_age on reward_orders (tenant_id, state, ordered_at, id);
create index reward_orders_by_reward on reward_orders (tenant_id, reward_id, state);
select make_tenant_table('reward_orders');

-- `refund`: an order was refused or withdrawn, and its points came back.
alter table point_entries drop constraint point_kind_is_known;
alter table point_entries add constraint point_kind_is_known
  check (kind in ('earn', 'redeem', 'adjust', 'expire', 'reverse', 'refund')) not valid;
alter table point_entries drop constraint points_sign;
alter table point_entries add constraint points_sign check (
  case kind when 'earn' then amount > 0 when 'refund' then amount > 0 when 'adjust' then true else amount < 0 end
) not valid;

-- An order that needs approval is a request like any other, about no document.
-- squawk-ignore ban-drop-not-null
alter table requests alter column document_id drop not null;
-- squawk-ignore ban-drop-not-null
alter table requests alter column document_type drop not null;
alter table requests add column order_id uuid;
-- Of what is no document.
alter table requests add column title text not null default '';
alter table requests drop constraint request_kind_is_known;
alter table requests add constraint request_kind_is_known check (kind in ('document', 'seat', 'form', 'order')) not valid;
alter table requests add constraint request_is_about_something
  check ((document_id is null) = (kind = 'order') and (order_id is not null) = (kind = 'order')) not valid;
-- squawk-ignore require-concurrent-index-creation
create unique index request_of_order_once on requests (tenant_id, order_id) where order_id is not null;
