import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { TeamSettings } from '../../shell/TeamSettings.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ThemeForm } from './ThemeForm.tsx'

/** The look of a team of any tenant, for superadministrators: they need not belong to it. */
export function TenantThemePage() {
  const { t } = useTranslation(['settings', 'administration'])
  const { tenantId = '', teamId = '' } = useParams({ strict: false }) as { tenantId?: string; teamId?: string }
  const client = useQueryClient()
  const navigate = useNavigate()
  const request = { params: { tenantId, teamId } }
  const stored = queryOf(api.themes.getOf, request)
  const theme = useQuery({ ...stored, refetchOnWindowFocus: false })
  const tenant = useQuery(queryOf(api.tenants.get, { params: { tenantId } }))
  const save = useSend(api.themes.saveOf, { outdates: ['themes', 'tenants', 'session'] })
  return (
    <>
      <PageHeader
        kicker={tenant.data?.name ?? tenantId}
        title={t('theme.ofTeam', { team: theme.data?.displayName ?? teamId })}
        text={t('theme.text')}
        back={{ href: paths.tenant(tenantId), label: t('administration:tenant.back') }}
      />
      <TeamSettings
        query={theme}
        chosen={teamId}
        onChoose={(next) => void navigate({ to: paths.tenantTheme(tenantId, next) })}
      >
        {(first) => (
          <ThemeForm
            key={`${tenantId} ${first.teamId}`}
            first={first}
            source={{
              read: () => client.fetchQuery({ ...stored, staleTime: 0 }),
              save: (body, then) => save.mutate({ ...request, body }, then),
              isSaving: save.isPending,
              addPicture: async (uploadId) =>
                (await call(api.themes.addPictureOf, { ...request, body: { uploadId } })).address,
            }}
          />
        )}
      </TeamSettings>
    </>
  )
}
