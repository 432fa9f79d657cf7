import CloseIcon from '@mui/icons-material/Close'
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import DoneIcon from '@mui/icons-material/TaskAltOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { formatBytes } from '../../ui/times.ts'
import type { DroppedFile, DroppedFiles } from './dropped-files.ts'
import { resourcePaths } from './paths.ts'

/** One of the dropped files: on its way, made a resource, or refused with the reason. */
export function DroppedFileLine({ file, dropped }: { file: DroppedFile; dropped: DroppedFiles }) {
  const { t, i18n } = useTranslation(['resources', 'documents', 'common'])
  const { upload, name, slot, resourceId } = file
  const bytes = (value: number) => formatBytes(value, i18n.language)
  const reason =
    file.refused ??
    (upload?.at === 'refused'
      ? upload.reason
      : upload?.at === 'failed'
        ? t('common:files.failed', { reason: upload.reason })
        : null)
  const canResume = upload?.at === 'paused' || upload?.at === 'failed'
  return (
    <Box
      component="li"
      sx={{
        border: 1,
        borderColor: reason ? 'error.main' : 'divider',
        borderRadius: '12px',
        bgcolor: 'background.paper',
        px: 1.5,
        py: 1,
        display: 'flex',
        gap: 1.5,
        alignItems: 'center',
      }}
    >
      <Box
        aria-hidden
        sx={{ display: 'flex', color: reason ? 'error.main' : resourceId ? 'success.main' : 'transparent' }}
      >
        {reason ? <ErrorIcon fontSize="small" /> : <DoneIcon fontSize="small" />}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }} dir="auto">
          {resourceId ? <AppLink href={resourcePaths.resourceEditor(resourceId)}>{name}</AppLink> : name}
        </Typography>
        {reason ? (
          <Typography variant="body2" color="error" role="alert">
            {reason}
          </Typography>
        ) : resourceId ? (
          <Typography variant="caption" component="p" color="textSecondary">
            {t('drop.isDraft')}
          </Typography>
        ) : upload?.at === 'checking' ? (
          <ProgressBar value={null} label={t('documents:files.checking', { name })} />
        ) : upload && 'sent' in upload ? (
          <>
            <ProgressBar
              value={upload.size > 0 ? Math.floor((upload.sent / upload.size) * 100) : 0}
              label={t('common:files.uploading', { name })}
            />
            <Typography variant="caption" component="p" color="textSecondary">
              {t('common:files.progress', { done: bytes(upload.sent), total: bytes(upload.size) })}
            </Typography>
          </>
        ) : (
          <Typography variant="caption" component="p" color="textSecondary">
            {t('drop.waiting')}
          </Typography>
        )}
      </Box>
      {upload?.at === 'running' && (
        <Tooltip title={t('common:files.pause')}>
          <IconButton
            size="small"
            aria-label={`${t('common:files.pause')}: ${name}`}
            onClick={() => dropped.pause(slot)}
          >
            <PauseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {canResume && (
        <Tooltip title={t('common:files.resume')}>
          <IconButton
            size="small"
            aria-label={`${t('common:files.resume')}: ${name}`}
            onClick={() => dropped.resume(slot)}
          >
            <PlayIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {upload?.at !== 'checking' && (
        <Tooltip title={t('drop.remove')}>
          <IconButton size="small" aria-label={t('drop.removeNamed', { name })} onClick={() => dropped.dismiss(slot)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  )
}
