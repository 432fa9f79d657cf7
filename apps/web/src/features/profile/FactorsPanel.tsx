import type { Passkey } from '@learnt/contract/factors'
import ListIcon from '@mui/icons-material/FormatListNumberedOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import PhoneIcon from '@mui/icons-material/SmartphoneOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { makePasskey, passkeysWork, thisSystem } from '../../session/passkeys.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
import { LastUsed } from './LastUsed.tsx'
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { ProfileRow } from './ProfileRow.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { useProof } from './useProof.tsx'

/** Authenticator app, passkeys and recovery codes: what is asked for beside the password. */
export function FactorsPanel() {
  const { t } = useTranslation(['factors', 'common'])
  const factors = useQuery(queryOf(api.factors.mine))
  const { run, dialog } = useProof(factors.data)
  const [app, setApp] = useState<{ address: string; key: string } | null>(null)
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (factors.isError && !factors.data)
    return <ErrorState error={factors.error} onRetry={() => void factors.refetch()} />
  if (!factors.data) return <LinesSkeleton />
  const { authenticator, passkeys, recoveryCodesLeft, isRequired } = factors.data
  const hasNone = authenticator === null && !passkeys.some((one) => one.countsHere)
  const done = (text: string) => showToast({ variant: 'success', text })

  const confirmApp = (code: string, onError: (error: unknown) => void) =>
    run(async () => {
      const { recoveryCodes } = await call(api.factors.addAuthenticator, { body: { code } })
      setApp(null)
      setCodes(recoveryCodes)
      done(t('factors:profile.appAdded'))
    }, onError)
  const removeApp = async () => {
    const yes = await confirm({
      title: t('factors:profile.removeAppTitle'),
      text: t('factors:profile.removeAppText'),
      confirmLabel: t('factors:profile.remove'),
      danger: true,
    })
    if (yes)
      await run(async () => {
        await call(api.factors.removeAuthenticator)
        done(t('factors:profile.appRemoved'))
      })
  }
  const addPasskey = (name: string, onError: (error: unknown) => void) =>
    run(async () => {
      const passkey = await makePasskey(await call(api.factors.newPasskey))
      if (passkey === null) return void showToast({ variant: 'error', text: t('factors:step.refused') })
      const { recoveryCodes } = await call(api.factors.addPasskey, { body: { name, passkey } })
      setNaming(null)
      setCodes(recoveryCodes)
      done(t('factors:profile.passkeyAdded', { name }))
    }, onError)
  const renamePasskey = (passkey: Passkey) => (name: string, onError: (error: unknown) => void) =>
    run(async () => {
      await call(api.factors.renamePasskey, { params: { passkeyId: passkey.id }, body: { name } })
      setNaming(null)
    }, onError)
  const removePasskey = async ({ id, name }: Passkey) => {
    const yes = await confirm({
      title: t('factors:profile.removePasskeyTitle', { name }),
      text: t('factors:profile.removePasskeyText'),
      confirmLabel: t('factors:profile.remove'),
      danger: true,
    })
    if (yes)
      await run(async () => {
        await call(api.factors.removePasskey, { params: { passkeyId: id } })
        done(t('factors:profile.passkeyRemoved', { name }))
      })
  }
  const renewCodes = async () => {
    const yes = await confirm({
      title: t('factors:profile.renewTitle'),
      text: t('factors:profile.renewText'),
      confirmLabel: t('factors:profile.renew'),
    })
    if (yes) await run(async () => setCodes((await call(api.factors.makeRecoveryCodes)).recoveryCodes))
  }

  return (
    <>
      {(isRequired || hasNone) && (
        <Alert severity={hasNone ? 'warning' : 'info'} sx={{ mb: 2 }}>
          {hasNone && t('factors:profile.none')} {isRequired && t('factors:profile.required')}
        </Alert>
      )}
      <Box>
        <ProfileRow
          icon={<PhoneIcon />}
          title={t('factors:profile.app')}
          facts={[
            authenticator ? (
              <>
                {t('factors:profile.appSince')} <DateText value={authenticator.createdAt} /> ·{' '}
                <LastUsed at={authenticator.lastUsedAt} />
              </>
            ) : (
              t('factors:profile.appNone')
            ),
          ]}
        >
          <Button
            variant="outlined"
            size="small"
            onClick={() => void run(async () => setApp(await call(api.factors.beginAuthenticator)))}
          >
            {t(authenticator ? 'factors:profile.replace' : 'factors:profile.add')}
          </Button>
          {authenticator && (
            <Button
              variant="outlined"
              color="inherit"
              size="small"
              aria-label={t('factors:profile.removeApp')}
              onClick={() => void removeApp()}
            >
              {t('factors:profile.remove')}
            </Button>
          )}
        </ProfileRow>
        <ProfileRow
          icon={<KeyIcon />}
          title={t('factors:profile.passkeys')}
          facts={[t('factors:profile.passkeysNone')]}
        >
          <ActionButton
            variant="outlined"
            size="small"
            reasonWords={passkeysWork() ? undefined : t('factors:step.unsupported')}
            onClick={() => setNaming('new')}
          >
            {t('factors:profile.addPasskey')}
          </ActionButton>
        </ProfileRow>
        {passkeys.length > 0 && (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, paddingInlineStart: { sm: '60px' } }}>
            {passkeys.map((passkey) => (
              <Box
                component="li"
                key={passkey.id}
                sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 1.25 }}
              >
                <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
                  <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
                    {passkey.name}
                  </Typography>
                  <Typography variant="caption" component="p" color="textSecondary">
                    <LastUsed at={passkey.lastUsedAt} />
                    {passkey.isSynced && <> · {t('factors:profile.synced')}</>}
                    {!passkey.isHere && <> · {t('factors:profile.atHost', { host: passkey.host })}</>}
                    {!passkey.countsHere && <> · {t('factors:profile.opensOther')}</>}
                  </Typography>
                </Box>
                <Box sx={{ display: 'flex', gap: 1, ml: -1 }}>
                  <Button
                    color="inherit"
                    size="small"
                    aria-label={t('factors:profile.renameNamed', { name: passkey.name })}
                    onClick={() => setNaming(passkey)}
                  >
                    {t('factors:profile.rename')}
                  </Button>
                  <Button
                    color="inherit"
                    size="small"
                    aria-label={t('factors:profile.removeNamed', { name: passkey.name })}
                    onClick={() => void removePasskey(passkey)}
                  >
                    {t('factors:profile.remove')}
                  </Button>
                </Box>
              </Box>
            ))}
          </Box>
        )}
        <ProfileRow
          icon={<ListIcon />}
          title={t('factors:profile.recovery')}
          facts={[
            hasNone ? t('factors:profile.recoveryNone') : t('factors:profile.left', { count: recoveryCodesLeft }),
          ]}
        >
          {!hasNone && (
            <Button variant="outlined" size="small" onClick={() => void renewCodes()}>
              {t('factors:profile.renew')}
            </Button>
          )}
        </ProfileRow>
      </Box>
      {app && <AuthenticatorDialog app={app} onConfirm={confirmApp} onClose={() => setApp(null)} />}
      {naming && (
        <PasskeyNameDialog
          title={t(naming === 'new' ? 'factors:profile.addPasskey' : 'factors:profile.rename')}
          name={
            naming === 'new'
              ? t('factors:setUp.defaultName', { device: thisSystem() ?? t('factors:setUp.thisDevice') })
              : naming.name
          }
          confirmLabel={t(naming === 'new' ? 'factors:setUp.make' : 'factors:profile.save')}
          onConfirm={naming === 'new' ? addPasskey : renamePasskey(naming)}
          onClose={() => setNaming(null)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onKept={() => setCodes(null)} />}
      {dialog}
    </>
  )
}
