-- Until when the learner's own pages have accounted for their time: what they report is taken from the time after it.
alter table assignments add column timed_until timestamptz;
