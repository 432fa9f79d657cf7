import type { EventContent as Content } from '@learnt/contract/events/content'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { DraftText } from '../documents/DraftText.tsx'
import { purposeOf, resourceAccept, resourceAcceptWords, resourceMaxBytes } from '../documents/document-files.ts'
import { useDocumentEditing } from '../documents/editing.ts'
import { errorAt } from '../documents/field-errors.ts'
import type { ContentEditorProps } from '../documents/kind.ts'
import { UploadSlot } from '../documents/UploadSlot.tsx'

/** Files for people before and after the event. */
export function EventFiles({ value, onChange, errors, locked }: ContentEditorProps<Content>) {
  const { t } = useTranslation(['eventEditor', 'problems'])
  const { t: problems } = useTranslation('problems')
  const { findFile, rememberFile, uploads } = useDocumentEditing<Content>()
  const set = (at: number, change: Partial<Content['files'][number]>) =>
    onChange((content) => ({
      ...content,
      files: content.files.map((file, index) => (index === at ? { ...file, ...change } : file)),
    }))
  return (
    <>
      {value.files.map((file, at) => {
        const name = file.title || findFile(file.fileId)?.name || ''
        return (
          <Box key={file.fileId} sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', flexWrap: 'wrap' }}>
            <Box sx={{ flex: '1 1 200px' }}>
              <DraftText
                field={`files.${at}`}
                label={t('fileTitle')}
                value={file.title}
                helperText={findFile(file.fileId)?.name}
                maxLength={200}
                onChange={(title) => set(at, { title })}
              />
            </Box>
            <TextField
              select
              label={t('fileWhen')}
              value={file.when}
              disabled={locked}
              onChange={({ target }) => set(at, { when: target.value as 'before' })}
              sx={{ minWidth: 180 }}
            >
              {(['before', 'after'] as const).map((when) => (
                <MenuItem key={when} value={when}>
                  {t(`fileWhens.${when}`)}
                </MenuItem>
              ))}
            </TextField>
            {!locked && (
              <IconButton
                aria-label={t('removeFile', { name })}
                sx={{ mt: 1 }}
                onClick={() =>
                  onChange((content) => ({ ...content, files: content.files.filter((_, index) => index !== at) }))
                }
              >
                <DeleteIcon />
              </IconButton>
            )}
          </Box>
        )
      })}
      {!locked && (
        <UploadSlot
          slot="files"
          compact
          label={t('addFile')}
          accept={resourceAccept}
          acceptWords={resourceAcceptWords}
          maxBytes={resourceMaxBytes}
          error={fieldText(problems, errorAt(errors, 'files'))}
          onFile={(chosen) => {
            const purpose = purposeOf(chosen)
            if (!purpose) return
            void uploads.sendFile('files', chosen, purpose, (stored) => {
              rememberFile(stored)
              onChange((content) =>
                content.files.some((file) => file.fileId === stored.id)
                  ? content
                  : { ...content, files: [...content.files, { fileId: stored.id, title: '', when: 'before' }] },
              )
            })
          }}
        />
      )}
    </>
  )
}
