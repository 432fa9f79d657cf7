import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Navigate, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { notFoundPath } from '../../routes/route-book.ts'

/** Shows a role rule at work. Only where the demonstration is on. */
export function RoleExamplePage() {
  const { t } = useTranslation('session')
  const { start } = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  if (!start.hasDemo) return <Navigate to={notFoundPath} replace />
  return (
    <Box sx={{ p: { xs: 2.5, md: 4 }, maxWidth: 720 }}>
      <Typography variant="h1" tabIndex={-1} data-page-heading sx={{ outline: 'none' }}>
        {t(pathname.includes('/staff-') ? 'roleExample.staff' : 'roleExample.admin')}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 2 }}>
        {t('roleExample.text')}
      </Typography>
    </Box>
  )
}
