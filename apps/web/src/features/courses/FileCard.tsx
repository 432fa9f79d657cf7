import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** A file that is there: its name, what it is, and the way to take it out. */
export function FileCard(props: {
  name: string
  about: ReactNode
  href?: string | undefined
  icon?: ReactNode
  onRemove?: (() => void) | undefined
  children?: ReactNode
}) {
  const { name, about, href, icon, onRemove, children } = props
  const { t } = useTranslation('courses')
  return (
    <Box
      sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', overflow: 'hidden', bgcolor: 'background.paper' }}
    >
      {children}
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', p: 1.5 }}>
        <Box aria-hidden sx={{ color: 'text.secondary', display: 'flex' }}>
          {icon ?? <FileIcon />}
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
            {href ? (
              <Link href={href} target="_blank" rel="noopener">
                {name}
              </Link>
            ) : (
              name
            )}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary">
            {about}
          </Typography>
        </Box>
        {onRemove && (
          <Tooltip title={t('files.remove')}>
            <IconButton size="small" onClick={onRemove} aria-label={t('files.removeNamed', { name })}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Box>
    </Box>
  )
}
