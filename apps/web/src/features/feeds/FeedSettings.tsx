import { FeedSettings as Settings } from '@learnt/contract/feeds'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { FormSwitch } from '../../ui/form/FormSwitch.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useStoredValues } from '../../ui/form/form-changes.ts'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { FeedHeadings } from '../tenants/FeedHeadings.tsx'
import { useFieldNames } from './useFieldNames.ts'

const Form = Settings.omit({ folder: true })
type Values = z.input<typeof Form>

/** The columns of the team's feed, and how careful its runs are. */
export function FeedSettings() {
  const settings = useQuery(queryOf(api.feeds.settings))
  if (settings.error && !settings.data)
    return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
  if (!settings.data) return <LinesSkeleton />
  const { folder, ...values } = settings.data
  return <SettingsForm values={values} folder={folder} />
}

function SettingsForm({ values, folder }: { values: Values; folder: string }) {
  const { t } = useTranslation('feeds')
  const nameOf = useFieldNames()
  const form = useAppForm(Form, { defaultValues: values })
  useStoredValues(form, values)
  const complain = useServerErrors(form)
  const save = useSend(api.feeds.changeSettings, {
    onSuccess: ({ folder: _folder, ...saved }) => {
      form.reset(saved)
      showToast({ variant: 'success', text: t('settings.saved') })
    },
    onError: complain,
  })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty && !save.isPending)
  return (
    <AppForm form={form} onSubmit={(body) => save.mutate({ body })}>
      <FeedHeadings nameOf={nameOf} />
      <FormSection title={t('settings.care')} text={t('settings.careText')} columns={1}>
        <FormText
          name="mostLeaving"
          kind="number"
          label={t('settings.mostLeaving')}
          help={t('settings.mostLeavingHelp')}
          required
        />
        <FormSwitch name="watchesFolder" label={t('settings.watchesFolder')} help={t('settings.watchesFolderHelp')} />
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('settings.folder')} <bdi>{folder}</bdi>
        </Typography>
      </FormSection>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={!isDirty}>
          {t('settings.save')}
        </Button>
      </Box>
    </AppForm>
  )
}
