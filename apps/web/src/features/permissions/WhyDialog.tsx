import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GivenDocument } from '../documents/kind.ts'
import { type PersonChoice, PersonField } from './PeopleField.tsx'
import { WhyAnswer } from './WhyAnswer.tsx'

/** Why a person has, or lacks, a document. Without a person it asks for one. */
export function WhyDialog({
  document,
  userId,
  onClose,
}: {
  document: GivenDocument
  userId: string | null
  onClose: () => void
}) {
  const { t } = useTranslation(['permissions', 'common'])
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const [person, setPerson] = useState<PersonChoice | null>(null)
  const asked = userId ?? person?.userId ?? null
  return (
    <Dialog open onClose={onClose} fullScreen={phone} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('why.title')}</DialogTitle>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: '8px !important' }}>
        {userId === null && <PersonField value={person} onChange={setPerson} />}
        {asked === null ? (
          <Typography color="textSecondary">{t('why.choose', { title: document.title })}</Typography>
        ) : (
          <WhyAnswer document={document} userId={asked} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
