/** Files outside the feature's two folders: its contract and its table. */
exports.contractFiles = ({ plural, singular, Singular, stamp }) => ({
  [`packages/contract/src/${plural}.ts`]: `import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Can, Id, Moment, oneLine, PageQuery, pageOf, Revision } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    ${plural}: { verbs: 'change' | 'create' | 'remove'; subjects: '${singular}' }
  }
}

/** The fields that people write. */
export const ${Singular}Input = z.strictObject({
  title: oneLine().min(1, { error: 'required' }).max(200),
  text: z.string().trim().max(5000),
})

export const ${Singular} = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  /** Counts changes; a change names the revision that it is based on. */
  revision: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
  can: Can,
})
export type ${Singular} = z.infer<typeof ${Singular}>

const params = z.object({ ${singular}Id: Id })

export const ${plural} = {
  list: endpoint({
    id: '${plural}.list',
    summary: 'The ${plural} of the tenant, newest first.',
    method: 'GET',
    path: '/api/${plural}',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery,
    response: pageOf(${Singular}),
  }),
  create: endpoint({
    id: '${plural}.create',
    summary: 'Create one of the ${plural}.',
    method: 'POST',
    path: '/api/${plural}',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: '${plural}.create',
    sample: () => ({ body: { title: 'One', text: '' } }),
    body: ${Singular}Input,
    response: ${Singular},
    status: 201,
  }),
  change: endpoint({
    id: '${plural}.change',
    summary: 'Change one of the ${plural}. Answers \`stale\` (409) when somebody changed it after that revision.',
    method: 'PUT',
    path: '/api/${plural}/:${singular}Id',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: '${plural}.change',
    sample: () => ({ body: { revision: 1, title: 'Changed', text: '' } }),
    params,
    body: ${Singular}Input.extend({ revision: Revision }),
    response: ${Singular},
  }),
  remove: endpoint({
    id: '${plural}.remove',
    summary: 'Remove one of the ${plural}.',
    method: 'DELETE',
    path: '/api/${plural}/:${singular}Id',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: '${plural}.remove',
    params,
  }),
}
`,

  [`apps/server/migrations/${stamp}_${plural}.sql`]: `create table ${plural} (
  tenant_id text not null,
  id uuid not null,
  title text not null,
  text text not null,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index ${plural}_by_age on ${plural} (tenant_id, created_at, id);
select make_tenant_table('${plural}');
`,
})
