import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { SettingsFrame } from '../../shell/SettingsFrame.tsx'
import { TeamSettings } from '../../shell/TeamSettings.tsx'
import { VideoHostsButton } from '../video-hosts/VideoHostsButton.tsx'
import { ThemeForm } from './ThemeForm.tsx'

/** The look of one of the teams whose administrator one is. */
export function ThemePage() {
  const { t } = useTranslation('settings')
  const { team } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { teamId = team.id } = useSearch({ strict: false }) as { teamId?: string }
  const request = { params: { teamId } }
  const stored = queryOf(api.themes.get, request)
  const theme = useQuery({ ...stored, refetchOnWindowFocus: false })
  const save = useSend(api.themes.save, { outdates: ['themes', 'tenants', 'session'] })
  return (
    <SettingsFrame
      title={t('theme.title')}
      text={t('theme.text')}
      actions={<VideoHostsButton label={t('theme.videoHosts')} variant="outlined" />}
    >
      <TeamSettings
        query={theme}
        chosen={teamId}
        onChoose={(next) => void navigate({ to: '.', search: { teamId: next } as never })}
      >
        {(first) => (
          <ThemeForm
            key={first.teamId}
            first={first}
            source={{
              read: () => client.fetchQuery({ ...stored, staleTime: 0 }),
              save: (body, then) => save.mutate({ ...request, body }, then),
              isSaving: save.isPending,
              addPicture: async (uploadId) => {
                const { id } = await call(api.files.adopt, { body: { uploadId, purpose: 'team' } })
                return `/team-files/${teamId}/${id}.webp`
              },
            }}
          />
        )}
      </TeamSettings>
    </SettingsFrame>
  )
}
