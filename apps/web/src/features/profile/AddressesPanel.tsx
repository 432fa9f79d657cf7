import type { Addresses } from '@learnt/contract/accounts'
import MailIcon from '@mui/icons-material/MailOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { showToast } from '../../ui/toasts.ts'
import { ProfileRow } from './ProfileRow.tsx'
import { useProof } from './useProof.tsx'

type Address = Addresses['items'][number]
type Change = typeof api.accounts.addAddress | typeof api.accounts.makePrimary | typeof api.accounts.removeAddress

/** The addresses that open the account: with their states, another one, which is the first one, and off again. */
export function AddressesPanel() {
  const { t } = useTranslation(['profile', 'accounts'])
  const { t: words } = useTranslation('problems')
  const client = useQueryClient()
  const addresses = useQuery(queryOf(api.accounts.addresses))
  const factors = useQuery(queryOf(api.factors.mine))
  const { run, dialog } = useProof(factors.data)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState('')
  if (addresses.isError && !addresses.data)
    return <ErrorState error={addresses.error} onRetry={() => void addresses.refetch()} />
  if (!addresses.data) return <LinesSkeleton />
  const { items, systemCreatedEmail, can } = addresses.data
  const complain = (problem: unknown) => showToast({ variant: 'error', text: problemText(words, problem) })

  const change = async (what: Change, email: string, done: string, onError = complain) => {
    setBusy(email)
    await run(async () => {
      await call(what, { body: { email } })
      await Promise.all([
        client.invalidateQueries({ queryKey: ['accounts'] }),
        client.invalidateQueries({ queryKey: ['session'] }),
      ])
      showToast({ variant: 'success', text: done })
      if (what === api.accounts.addAddress) setTyped('')
    }, onError)
    setBusy('')
  }
  const add = (email: string) => {
    setError('')
    if (email.trim() === '') return setError(fieldText(words, 'required'))
    return change(api.accounts.addAddress, email, t('profile:addresses.sent', { email }), (problem) => {
      const complaint = isProblem(problem) ? problem.errors.find((one) => one.path === 'body.email') : undefined
      setError(complaint?.message ?? problemText(words, problem))
    })
  }
  const verify = async (email: string) => {
    try {
      await call(api.accounts.sendVerification)
      showToast({ variant: 'success', text: t('accounts:profile.verificationSent', { email }) })
    } catch (problem) {
      complain(problem)
    }
  }
  const remove = async ({ email, state }: Address) => {
    const yes = await confirm({
      title: t('profile:addresses.removeTitle', { email }),
      text: t(state === 'proved' ? 'profile:addresses.removeText' : 'profile:addresses.removeWaitingText'),
      confirmLabel: t('profile:addresses.remove'),
      danger: true,
    })
    if (yes) await change(api.accounts.removeAddress, email, t('profile:addresses.removed', { email }))
  }
  return (
    <>
      {dialog}
      {systemCreatedEmail && (
        <Typography variant="body2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {t('profile:addresses.placeholder', { email: systemCreatedEmail })}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((one) => (
          <ProfileRow
            key={one.email}
            isItem
            icon={<MailIcon />}
            title={one.email}
            mark={
              <Tag look={one.state === 'primary' ? 'primary' : 'filled'}>
                {t(`profile:addresses.states.${one.state}`)}
              </Tag>
            }
            facts={[t(`profile:addresses.about.${one.state}`)]}
          >
            {one.state === 'unproved' && (
              <Button variant="outlined" onClick={() => void verify(one.email)}>
                {t('accounts:profile.sendVerification')}
              </Button>
            )}
            {one.state === 'proved' && !can.add && (
              <Button
                variant="outlined"
                loading={busy === one.email}
                aria-label={t('profile:addresses.makePrimaryNamed', { email: one.email })}
                onClick={() =>
                  void change(
                    api.accounts.makePrimary,
                    one.email,
                    t('profile:addresses.madePrimary', { email: one.email }),
                  )
                }
              >
                {t('profile:addresses.makePrimary')}
              </Button>
            )}
            {(one.state === 'waiting' || one.state === 'expired') && (
              <Button
                variant="outlined"
                loading={busy === one.email}
                aria-label={t('profile:addresses.againNamed', { email: one.email })}
                onClick={() => void add(one.email)}
              >
                {t('profile:addresses.again')}
              </Button>
            )}
            {one.state !== 'primary' && one.state !== 'unproved' && (
              <Button
                color="inherit"
                aria-label={t('profile:addresses.removeNamed', { email: one.email })}
                onClick={() => void remove(one)}
              >
                {t('profile:addresses.remove')}
              </Button>
            )}
          </ProfileRow>
        ))}
      </Box>
      {can.add ? (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {t(`profile:addresses.cannot.${can.add as 'proveFirst'}`, { defaultValue: '' })}
        </Typography>
      ) : (
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void add(typed)
          }}
          sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', flexWrap: 'wrap', mt: 2 }}
        >
          <TextField
            label={t('profile:addresses.new')}
            type="email"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setError('')
            }}
            error={error !== ''}
            helperText={error || t('profile:addresses.newHelp')}
            autoComplete="email"
            slotProps={{ htmlInput: { maxLength: 254 } }}
            sx={{ flex: '1 1 260px', maxWidth: 420 }}
          />
          <Button type="submit" variant="outlined" loading={busy !== '' && busy === typed} sx={{ mt: 0.5 }}>
            {t('profile:addresses.add')}
          </Button>
        </Box>
      )}
    </>
  )
}
