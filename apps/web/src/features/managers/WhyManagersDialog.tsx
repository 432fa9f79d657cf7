import type { ManagerReason } from '@learnt/contract/manager-rules'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { type PersonChoice, PersonField } from '../permissions/PeopleField.tsx'
import { useValueLabels } from '../permissions/useValueLabels.ts'

/** The managers of a person, each with what makes them so. Without a person it asks for one. */
export function WhyManagersDialog({ userId, onClose }: { userId: string | null; onClose: () => void }) {
  const { t } = useTranslation(['managers', 'permissions', 'common'])
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const id = useId()
  const labelOf = useValueLabels(['teamId'])
  const [person, setPerson] = useState<PersonChoice | null>(null)
  const asked = userId ?? person?.userId ?? null
  const why = useQuery({
    ...queryOf(api.managerRules.why, { params: { userId: asked ?? '' } }),
    enabled: asked !== null,
  })
  const wordsOf = (reason: ManagerReason) =>
    reason.by === 'membership'
      ? t('why.named', { team: reason.teamName })
      : [
          t('why.rule', { title: reason.title }),
          ...reason.same.map((one) =>
            t('why.same', {
              field: labelOf(one.field),
              values: one.values.map((value) => labelOf(one.field, value)).join(', '),
            }),
          ),
          ...(reason.above ? [t('why.above', { manager: reason.above.manager, person: reason.above.person })] : []),
        ].join(' · ')
  return (
    <Dialog open onClose={onClose} fullScreen={phone} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('why.title')}</DialogTitle>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: '8px !important' }}>
        {userId === null && <PersonField value={person} onChange={setPerson} />}
        {asked === null ? (
          <Typography color="textSecondary">{t('why.choose')}</Typography>
        ) : why.error ? (
          <ErrorState error={why.error} onRetry={() => void why.refetch()} />
        ) : !why.data ? (
          <LinesSkeleton lines={4} />
        ) : why.data.managers.length === 0 ? (
          <Alert severity="info">{t('why.nobody', { name: why.data.person.name })}</Alert>
        ) : (
          why.data.managers.map((manager) => (
            <Card key={manager.userId} sx={{ p: 2 }}>
              <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
                <AppLink href={paths.user(manager.userId)}>{manager.name}</AppLink>
              </Typography>
              <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
                {manager.reasons.map((reason) => (
                  <Typography component="li" variant="body2" key={wordsOf(reason)} sx={{ overflowWrap: 'anywhere' }}>
                    {reason.by === 'rule' && reason.kind ? `${reason.kind}: ${wordsOf(reason)}` : wordsOf(reason)}
                  </Typography>
                ))}
              </Box>
              {!manager.isWorking && (
                <Alert severity="warning" sx={{ mt: 1 }}>
                  {t('why.notWorking')}
                </Alert>
              )}
            </Card>
          ))
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
