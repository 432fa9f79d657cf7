-- Counts what is written down of a person: of two words about them the one with the higher number is the later one, in
-- whatever order, however late and however often they are heard.
alter table presence add column revision bigint not null default 1;
