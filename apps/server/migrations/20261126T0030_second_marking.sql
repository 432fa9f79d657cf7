-- What each of those gives who mark one submission without seeing each other's marks. It stays beside the outcome.
create table submission_markings (
  tenant_id text not null,
  submission_id uuid not null,
  marker_id uuid not null,
  -- Rises with every change by the marker.
  revision integer not null,
  -- By field: points, reason and comment.
  marks jsonb not null,
  comment text not null default '',
  -- Null: the marker is not done yet.
  finish text constraint marking_finish_is_known check (finish in ('done', 'competent', 'notCompetent')),
  saved_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, submission_id, marker_id),
  constraint marking_of_submission foreign key (tenant_id, submission_id) references submissions (tenant_id, id),
  constraint marking_finished_with_result check ((finish is null) = (finished_at is null))
);
select make_tenant_table('submission_markings');
