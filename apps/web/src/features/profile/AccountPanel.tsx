import { PasswordChange } from '@learnt/contract/accounts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { rulesOf } from '../../session/password-rules.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormSwitch } from '../../ui/form/FormSwitch.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'

/** The password that the person signs in with, or the way to one. */
export function AccountPanel() {
  const { t } = useTranslation(['accounts', 'problems'])
  const { t: words } = useTranslation('problems')
  const { team } = useSession()
  const account = useQuery(queryOf(api.accounts.mine))
  const complain = (error: unknown) => showToast({ variant: 'error', text: problemText(words, error) })
  const tell = (email: string) =>
    showToast({ variant: 'success', text: t('accounts:profile.verificationSent', { email }) })
  const setByMail = useSend(api.accounts.sendPasswordResetLink, {
    onSuccess: (_, { body }) => tell(body.email),
    onError: complain,
  })
  if (account.isError && !account.data)
    return <ErrorState error={account.error} onRetry={() => void account.refetch()} />
  if (!account.data) return <LinesSkeleton />
  const { email, hasPassword, isChosen, canSetByMail } = account.data
  const byMail = (
    <Button
      variant="outlined"
      loading={setByMail.isPending}
      onClick={() => setByMail.mutate({ body: { email, team: team.id, tenant: team.tenantId } })}
    >
      {t('accounts:profile.setByMail')}
    </Button>
  )
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}>
      {isChosen && (
        <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Typography variant="body2">{t('accounts:profile.chosen')}</Typography>
          {canSetByMail && byMail}
        </Box>
      )}
      {hasPassword ? (
        <PasswordForm />
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Typography variant="body2">{t('accounts:profile.none')}</Typography>
          {canSetByMail && byMail}
          {!canSetByMail && email !== '' && <Typography variant="body2">{t('accounts:profile.noneNeeded')}</Typography>}
        </Box>
      )}
    </Box>
  )
}

const empty = { currentPassword: '', newPassword: '', endsCalendarFeed: false }

function PasswordForm() {
  const { t, i18n } = useTranslation('accounts')
  const { me, settings } = useSession()
  const form = useAppForm(PasswordChange, { defaultValues: empty })
  const complain = useServerErrors(form)
  const rules = settings.passwordRules
  const change = useSend(api.accounts.changePassword, {
    outdates: ['session', 'accounts'],
    onSuccess: ({ ended }) => {
      form.reset(empty)
      showToast({
        variant: 'success',
        text: ended === 0 ? t('profile.changed') : t('profile.changedEnded', { count: ended }),
      })
    },
    onError: complain,
  })
  const feed = useQuery(queryOf(api.calendar.feed))
  const asked = new Intl.ListFormat(i18n.language).format(
    rulesOf(rules).map((rule) => t(`rules.${rule}`, { count: rules.minLength })),
  )
  return (
    <AppForm
      form={form}
      summary={false}
      onSubmit={(values) => change.mutate({ body: values })}
      sx={{ display: 'grid', gap: 2 }}
    >
      {/* for password managers: whose password it is */}
      <input type="email" name="username" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
      <FormText
        name="currentPassword"
        kind="password"
        label={t('profile.current')}
        autoComplete="current-password"
        required
      />
      <FormText
        name="newPassword"
        kind="password"
        label={t('profile.next')}
        help={t('rules.all', { rules: asked })}
        autoComplete="new-password"
        required
      />
      {feed.data?.feed && <FormSwitch name="endsCalendarFeed" label={t('profile.endsFeed')} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Button type="submit" variant="contained" loading={change.isPending}>
          {t('profile.change')}
        </Button>
        <Typography variant="caption" color="textSecondary">
          {t('profile.ends')}
        </Typography>
      </Box>
    </AppForm>
  )
}
