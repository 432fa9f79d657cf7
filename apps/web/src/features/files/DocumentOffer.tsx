import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../ui/times.ts'

interface DocumentOfferProps {
  file: { name: string; size: number }
  /** Why the document itself is not here. */
  reason: string
  download: ReactNode
  /** While it is on its way. */
  isWaiting?: boolean
  onRetry?: (() => void) | undefined
}

/** In the place of a document that is not shown: its name and the way to have it all the same. */
export function DocumentOffer({ file, reason, download, isWaiting = false, onRetry }: DocumentOfferProps) {
  const { t, i18n } = useTranslation(['files', 'common'])
  return (
    <Card
      role={isWaiting ? 'status' : onRetry ? 'alert' : undefined}
      sx={{ p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 2, justifyItems: 'start' }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', maxWidth: '100%' }}>
        <FileIcon aria-hidden sx={{ fontSize: 40, color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }} dir="auto">
            {file.name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {formatBytes(file.size, i18n.language)}
          </Typography>
        </Box>
      </Box>
      {isWaiting && <Typography sx={{ fontWeight: 700 }}>{t('preparing')}</Typography>}
      <Typography>{reason}</Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {download}
        {onRetry && (
          <Button variant="outlined" onClick={onRetry}>
            {t('common:actions.retry')}
          </Button>
        )}
      </Box>
    </Card>
  )
}
