import UploadIcon from '@mui/icons-material/CloudUploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type DragEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatBytes } from '../../ui/times.ts'
import { resourceAccept, resourceAcceptWords, resourceMaxBytes } from '../documents/document-files.ts'
import { DroppedFileLine } from './DroppedFileLine.tsx'
import { createDroppedFiles } from './dropped-files.ts'

/** Takes any number of files, by drop or choice, and makes a resource of each. */
export function FileDrop() {
  const { t, i18n } = useTranslation(['resources', 'documents', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const size = formatBytes(resourceMaxBytes, i18n.language)
  const [dropped] = useState(() =>
    createDroppedFiles(
      {
        lost: t('common:files.lost'),
        failed: (error) => problemText(problems, error),
        wrongType: t('common:files.wrongType'),
        tooLarge: t('common:files.tooLarge', { size }),
      },
      () => void client.invalidateQueries({ queryKey: ['resources'] }),
    ),
  )
  const files = useSyncExternalStore(dropped.listen, dropped.read)
  useEffect(() => () => dropped.stop(), [dropped])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !dropped.isBusy()) return false
      return !(await confirm({
        title: t('documents:files.leave'),
        text: t('documents:files.leaveText'),
        confirmLabel: t('common:form.leaveYes'),
        cancelLabel: t('common:form.stay'),
        danger: true,
      }))
    },
    enableBeforeUnload: () => dropped.isBusy(),
  })
  const made = files.filter((one) => one.resourceId !== null).length
  const ended = files.filter((one) => one.resourceId !== null || one.refused || one.upload?.at === 'refused').length
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    dropped.add([...event.dataTransfer.files])
  }
  return (
    <Box sx={{ mb: 3 }}>
      <Box
        role="group"
        aria-labelledby={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        sx={(theme) => ({
          border: '2px dashed',
          borderColor: over ? 'primary.main' : theme.palette.mode === 'light' ? '#9aa2ac' : '#6d7680',
          borderRadius: '14px',
          bgcolor: over ? theme.palette.primary.soft : 'background.paper',
          p: 2,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'center',
        })}
      >
        <UploadIcon aria-hidden sx={{ fontSize: 34, color: 'text.secondary' }} />
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography id={id} sx={{ fontWeight: 700 }}>
            {t('drop.title')}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary">
            {[t('common:files.accepts', { types: resourceAcceptWords }), t('common:files.limit', { size })].join(' · ')}
          </Typography>
        </Box>
        <Button variant="outlined" onClick={() => input.current?.click()}>
          {t('drop.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={resourceAccept}
          aria-label={t('drop.title')}
          onChange={(event) => {
            dropped.add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </Box>
      {files.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
            <Typography role="status" variant="body2" sx={{ fontWeight: 700 }}>
              {t('drop.made', { count: files.length, made })}
            </Typography>
            {ended > 0 && (
              <Button size="small" color="inherit" onClick={dropped.clear}>
                {t('drop.clear')}
              </Button>
            )}
          </Box>
          {made > 0 && (
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              {t('drop.next')}
            </Typography>
          )}
          <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1 }}>
            {files.map((one) => (
              <DroppedFileLine key={one.slot} file={one} dropped={dropped} />
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}
