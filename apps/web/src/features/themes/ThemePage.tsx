import { isHex } from '@learnt/contract/contrast'
import { findPalette } from '@learnt/contract/palettes'
import { failingPairs, themeColors } from '@learnt/contract/theme-pairs'
import { noTheme, type TeamThemeReply, ThemeFields, themeImages } from '@learnt/contract/themes'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem, type Saved } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { useLeaveGuard } from '../../leave-guard.ts'
import { SettingsFrame } from '../../shell/SettingsFrame.tsx'
import { StaleAlert } from '../../shell/StaleAlert.tsx'
import { TeamChoice } from '../../shell/TeamChoice.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { ColorField } from './ColorField.tsx'
import { ContrastList } from './ContrastList.tsx'
import { ImageField } from './ImageField.tsx'
import { PaletteField } from './PaletteField.tsx'
import { ThemePreview } from './ThemePreview.tsx'

/** The look of a team: colours, pictures, what can be read on what, and how it will be. */
export function ThemePage() {
  const { t } = useTranslation('settings')
  const { team } = useSession()
  const navigate = useNavigate()
  const teamId = useLocation({ select: ({ search }) => (search as { teamId?: string }).teamId }) ?? team.id
  const theme = useQuery({ ...queryOf(api.themes.get, { params: { teamId } }), refetchOnWindowFocus: false })
  return (
    <SettingsFrame title={t('theme.title')} text={t('theme.text')}>
      {theme.data ? (
        <>
          <TeamChoice
            teams={theme.data.teams}
            chosen={teamId}
            onChoose={(next) => void navigate({ to: '.', search: { teamId: next } as never })}
          />
          <ThemeForm key={theme.data.teamId} first={theme.data} />
        </>
      ) : theme.isError ? (
        <ErrorState error={theme.error} onRetry={() => void theme.refetch()} />
      ) : (
        <FormSkeleton fields={8} />
      )}
    </SettingsFrame>
  )
}

function ThemeForm({ first }: { first: TeamThemeReply }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  // what the form began with: a refetch in the background must not change what is compared
  const [loaded, setLoaded] = useState(first)
  const [stale, setStale] = useState<{ saved: Saved | null } | null>(null)
  const form = useAppForm(ThemeFields, { defaultValues: fieldsOf(loaded) })
  const values = useWatch({ control: form.control }) as ThemeFields
  const complain = useServerErrors(form)
  const request = { params: { teamId: loaded.teamId } }
  const take = (fresh: TeamThemeReply) => {
    setLoaded(fresh)
    setStale(null)
    form.reset(fieldsOf(fresh))
  }
  const save = useSend(api.themes.save, {
    outdates: ['themes', 'session'],
    onSuccess: (saved) => {
      take(saved)
      showToast({ variant: 'success', text: t('saved') })
    },
    onError: (error) => (isProblem(error, 'stale') ? setStale({ saved: error.saved }) : complain(error)),
  })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty && !save.isPending)

  const present = () => client.fetchQuery({ ...queryOf(api.themes.get, request), staleTime: 0 })
  const send = (theme: ThemeFields, revision: number) => save.mutate({ ...request, body: { ...theme, revision } })
  const put = (change: Partial<ThemeFields>) => {
    for (const [name, value] of Object.entries(change))
      form.setValue(name as keyof ThemeFields, value as never, { shouldDirty: true, shouldValidate: true })
  }
  // half a colour is none yet
  const shown = { ...values }
  for (const field of themeColors) if (!isHex(shown[field])) shown[field] = ''
  const failing = failingPairs(shown)
  const named = findPalette(values.palette)
  const otherwise = { primaryColor: named.primary, secondaryColor: named.secondary }
  return (
    <AppForm form={form} onSubmit={(theme) => send(theme, loaded.revision)}>
      {stale && (
        <StaleAlert
          saved={stale.saved}
          onLoad={() => void present().then(take, complain)}
          onOverwrite={() =>
            void form.handleSubmit((theme) => present().then(({ revision }) => send(theme, revision), complain))()
          }
        />
      )}
      <Box
        sx={{
          display: 'grid',
          columnGap: 2.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'minmax(0, 5fr) minmax(0, 6fr)' },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <FormSection title={t('theme.palette')} text={t('theme.paletteText')} columns={1}>
            <PaletteField name="palette" label={t('theme.palette')} />
          </FormSection>
          <FormSection title={t('theme.colours')} text={t('theme.coloursText')}>
            {themeColors.map((field) => (
              <ColorField
                key={field}
                name={field}
                label={t(`theme.${field}`)}
                help={t(`theme.${helpOf[field]}`)}
                otherwise={field in otherwise ? otherwise[field as 'primaryColor'] : '#ffffff'}
              />
            ))}
          </FormSection>
          <FormSection title={t('theme.contrast')} text={t('theme.contrastHelp')}>
            <ContrastList colors={shown} onTake={(field, color) => put({ [field]: color })} />
          </FormSection>
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Card component="section" aria-labelledby="theme-preview" sx={{ p: { xs: 2, sm: 3 }, mb: 2.5 }}>
            <Typography id="theme-preview" variant="h2" sx={{ fontSize: '1.0625rem' }}>
              {t('theme.preview')}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2.5 }}>
              {t('theme.previewText')}
            </Typography>
            <ThemePreview look={shown} teamName={loaded.displayName} />
          </Card>
          <FormSection title={t('theme.pictures')} text={t('theme.picturesText')}>
            {themeImages.map((name) => (
              <ImageField key={name} name={name} teamId={loaded.teamId} />
            ))}
          </FormSection>
        </Box>
      </Box>
      <Box
        sx={{
          position: 'sticky',
          bottom: 0,
          zIndex: 5,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          justifyContent: 'flex-end',
          py: 1.5,
          bgcolor: 'background.default',
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Button color="inherit" onClick={() => put({ ...noTheme })} sx={{ marginInlineEnd: 'auto' }}>
          {t('reset')}
        </Button>
        <ActionButton
          variant="outlined"
          color="inherit"
          reasonWords={isDirty ? undefined : t('unchanged')}
          onClick={() => {
            form.reset(fieldsOf(loaded))
            showToast({ variant: 'info', text: t('undone') })
          }}
        >
          {t('undo')}
        </ActionButton>
        <ActionButton
          type="submit"
          variant="contained"
          loading={save.isPending}
          reasonWords={failing.length > 0 ? t('theme.cannotSave') : isDirty ? undefined : t('unchanged')}
        >
          {t('save')}
        </ActionButton>
      </Box>
    </AppForm>
  )
}

const helpOf = {
  primaryColor: 'primaryHelp',
  secondaryColor: 'secondaryHelp',
  sidebarBackgroundColor: 'sidebarHelp',
  topHeaderBackgroundColor: 'topHeaderHelp',
} as const

function fieldsOf({ theme }: TeamThemeReply): ThemeFields {
  return { ...theme, palette: findPalette(theme.palette).name }
}
