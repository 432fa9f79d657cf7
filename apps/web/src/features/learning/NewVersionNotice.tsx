import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { NewVersion } from './useNewVersion.ts'

/** Tells a learner in the middle of a course that it has a new version, and leads there when they are ready. */
export function NewVersionNotice({ found, onGoOn }: { found: NewVersion['kind']; onGoOn: () => void }) {
  const { t } = useTranslation('learning')
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={onGoOn}>
          {t('newVersion.goOn')}
        </Button>
      }
    >
      {t(`newVersion.${found}`)}
    </Alert>
  )
}
