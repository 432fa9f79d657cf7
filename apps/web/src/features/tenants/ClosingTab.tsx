import type { TenantRecord } from '@learnt/contract/tenants'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { formatDay, formatNumber } from '../../ui/times.ts'
import { useClosing } from './useClosing.ts'

/** Suspending and deleting, each with its way back. */
export function ClosingTab({ tenant }: { tenant: TenantRecord }) {
  const { t, i18n } = useTranslation('administration')
  const [reason, setReason] = useState('')
  const { suspend, resume, remove, restore } = useClosing(tenant)
  const params = { tenantId: tenant.id }
  const close = async () => {
    const question = {
      title: t('tenant.closing.suspendTitle', { name: tenant.name }),
      text: t('tenant.closing.suspendSure', { number: formatNumber(tenant.people, i18n.language) }),
      confirmLabel: t('tenants.suspend'),
      danger: true,
    }
    if (await confirm(question))
      suspend.mutate({ params, body: { reason: reason.trim() } }, { onSuccess: () => setReason('') })
  }
  const erase = async () => {
    const question = {
      title: t('tenant.closing.deleteTitle', { name: tenant.name }),
      text: t('tenant.closing.deleteSure', { number: formatNumber(tenant.people, i18n.language) }),
      confirmLabel: t('tenants.delete'),
      danger: true,
      typed: tenant.name,
    }
    if (await confirm(question)) remove.mutate({ params, body: { name: tenant.name } })
  }
  return (
    <>
      <Part title={t('tenant.closing.suspend')} text={t('tenant.closing.suspendText')}>
        {tenant.status === 'suspended' ? (
          <ActionButton variant="contained" loading={resume.isPending} onClick={() => resume.mutate(tenant.id)}>
            {t('tenants.resume')}
          </ActionButton>
        ) : (
          <>
            <TextField
              fullWidth
              multiline
              minRows={2}
              label={t('tenant.closing.reason')}
              helperText={t('tenant.closing.reasonHelp')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
              sx={{ mb: 2 }}
            />
            <ActionButton
              variant="outlined"
              color="error"
              reason={tenant.can.suspend}
              loading={suspend.isPending}
              onClick={() => void close()}
            >
              {t('tenants.suspend')}
            </ActionButton>
          </>
        )}
      </Part>
      <Part title={t('tenant.closing.delete')} text={t('tenant.closing.deleteText')}>
        {tenant.undoUntil ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
            <ActionButton variant="contained" loading={restore.isPending} onClick={() => restore.mutate(tenant.id)}>
              {t('tenants.undo')}
            </ActionButton>
            <Typography variant="body2" color="textSecondary">
              {t('tenants.undoUntil', { day: formatDay(new Date(tenant.undoUntil), i18n.language) })}
            </Typography>
          </Box>
        ) : (
          <ActionButton
            variant="outlined"
            color="error"
            reason={tenant.can.delete}
            loading={remove.isPending}
            onClick={() => void erase()}
          >
            {t('tenants.delete')}
          </ActionButton>
        )}
      </Part>
    </>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, mb: 2.5 }}>
      <Typography id={id} variant="h2" sx={{ fontSize: '1.0625rem' }}>
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2.5, maxWidth: 760 }}>
        {text}
      </Typography>
      {children}
    </Card>
  )
}
