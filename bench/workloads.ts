/** One thing people do, as a request to Learnt and as the statement that it cannot do without. */
export interface Workload {
  readonly name: string
  readonly goal: string
  readonly account: string
  readonly path: string
  readonly floor: string
}

export const workloads: readonly Workload[] = [
  {
    name: 'list',
    goal: 'S3: at least 0.60 of the hand-written route',
    account: 'admin@learnt.example',
    path: '/api/courses?limit=12&sort=title',
    floor: `select c.*, count(*) over () from courses c where c.tenant_id = 'learnt' and c.status <> 'archived' order by lower(c.title), c.id limit 12`,
  },
  {
    name: 'home',
    goal: 'S2: at least 0.50 of the same statements by hand',
    account: 'learner@learnt.example',
    path: '/api/home',
    floor: `select a.*, c.title, c.description, c.category, c.tags, c.image_file_id, c.minutes, c.activity_count from assignments a
            join courses c on c.tenant_id = a.tenant_id and c.id = a.document_id
            where a.tenant_id = 'learnt' and a.is_active and a.user_id = (select user_id from control.directory d join control.users u on u.id = d.user_id where u.email = 'learner@learnt.example' limit 1)`,
  },
  {
    name: 'report',
    goal: 'S8: aggregate from rollups, p95 5 ms',
    account: 'admin@learnt.example',
    path: '/api/admin/reports/courses?limit=25',
    floor: `select a.document_id, count(*), count(*) filter (where state = 'completed'), avg(progress) from assignments a where a.tenant_id = 'learnt' and a.is_active group by 1`,
  },
]
