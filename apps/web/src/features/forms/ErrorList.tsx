import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'

/** What stands in the way of submitting, each line a link to its field. */
export function ErrorList({
  errors,
  onGo,
}: {
  errors: readonly { key: string; label: string; text: string }[]
  onGo: (key: string) => void
}) {
  const { t } = useTranslation('formFields')
  return (
    <Alert severity="error" role="alert" tabIndex={-1} data-error-list sx={{ mb: 2.5 }}>
      <AlertTitle>{t('errorsTitle', { count: errors.length })}</AlertTitle>
      <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
        {errors.map(({ key, label, text }) => (
          <li key={key}>
            <Link
              component="button"
              type="button"
              color="inherit"
              onClick={() => onGo(key)}
              sx={{ textAlign: 'start', overflowWrap: 'anywhere', font: 'inherit', py: 0.25 }}
            >
              <bdi>{label}</bdi>: {text}
            </Link>
          </li>
        ))}
      </Box>
    </Alert>
  )
}
