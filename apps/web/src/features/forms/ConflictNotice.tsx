import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { AskedField } from '@learnt/contract/forms/content'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AnswerView } from './fields/AnswerView.tsx'

/** Another window changed the same answer: both are shown, and the person says which one stands. */
export function ConflictNotice(props: {
  field: AskedField
  theirs: AnswerValue | null
  onKeep: () => void
  onTake: () => void
}) {
  const { field, theirs, onKeep, onTake } = props
  const { t } = useTranslation('myForms')
  return (
    <Alert severity="warning" role="alert" sx={{ mt: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 700 }}>
        {t('conflict')}
      </Typography>
      <AnswerView field={field} answer={theirs ?? undefined} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button size="small" variant="outlined" color="inherit" onClick={onKeep}>
          {t('keepOwn')}
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={onTake}>
          {t('takeOther')}
        </Button>
      </Box>
    </Alert>
  )
}
