import { isHex } from '@learnt/contract/contrast'
import { findPalette } from '@learnt/contract/palettes'
import { failingPairs, themeColors } from '@learnt/contract/theme-pairs'
import { noTheme, type TeamThemeReply, ThemeFields, themeImages } from '@learnt/contract/themes'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { SaveBar } from '../../shell/SaveBar.tsx'
import { useRevision } from '../../shell/TeamSettings.tsx'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { ColorField } from './ColorField.tsx'
import { ContrastList } from './ContrastList.tsx'
import { ImageField } from './ImageField.tsx'
import { PaletteField } from './PaletteField.tsx'
import { ThemePreview } from './ThemePreview.tsx'

/** How a team's look is read and saved: as one of its administrators, or as a superadministrator from outside. */
export interface ThemeSource {
  read: () => Promise<TeamThemeReply>
  save: (
    theme: ThemeFields & { revision: number },
    then: { onSuccess: (saved: TeamThemeReply) => void; onError: (error: Error) => void },
  ) => void
  isSaving: boolean
  /** Makes a picture of a finished upload; answers its address. */
  addPicture: (uploadId: string) => Promise<string>
}

/** The look of a team: colours, pictures, what can be read on what, and how it will be. */
export function ThemeForm({ first, source }: { first: TeamThemeReply; source: ThemeSource }) {
  const { t } = useTranslation('settings')
  const form = useAppForm(ThemeFields, { defaultValues: fieldsOf(first) })
  const values = useWatch({ control: form.control }) as ThemeFields
  const complain = useServerErrors(form)
  const { loaded, take, failed, staleAlert } = useRevision(first, {
    read: source.read,
    onTake: (fresh) => form.reset(fieldsOf(fresh)),
    onFailed: complain,
  })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty && !source.isSaving)

  const send = (theme: ThemeFields, revision: number) =>
    source.save(
      { ...theme, revision },
      {
        onSuccess: (saved) => {
          take(saved)
          showToast({ variant: 'success', text: t('saved') })
        },
        onError: failed,
      },
    )
  const put = (change: Partial<ThemeFields>) => {
    for (const [name, value] of Object.entries(change))
      form.setValue(name as keyof ThemeFields, value as never, { shouldDirty: true, shouldValidate: true })
  }
  // an incomplete colour counts as none
  const shown = { ...values }
  for (const field of themeColors) if (!isHex(shown[field])) shown[field] = ''
  const failing = failingPairs(shown)
  const named = findPalette(values.palette)
  const otherwise = { primaryColor: named.primary, secondaryColor: named.secondary }
  return (
    <AppForm form={form} onSubmit={(theme) => send(theme, loaded.revision)}>
      {staleAlert((revision) => void form.handleSubmit((theme) => send(theme, revision))())}
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
              <ImageField key={name} name={name} add={source.addPicture} />
            ))}
          </FormSection>
        </Box>
      </Box>
      <SaveBar
        isDirty={isDirty}
        onUndo={() => {
          form.reset(fieldsOf(loaded))
          showToast({ variant: 'info', text: t('undone') })
        }}
        loading={source.isSaving}
        reasonWords={failing.length > 0 ? t('theme.cannotSave') : undefined}
      >
        <Button color="inherit" onClick={() => put({ ...noTheme })}>
          {t('reset')}
        </Button>
      </SaveBar>
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
