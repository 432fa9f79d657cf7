import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { formatBytes } from '../../ui/times.ts'
import { DraftText } from '../documents/DraftText.tsx'
import { useUpload } from '../documents/editing.ts'
import { errorAt } from '../documents/field-errors.ts'
import { fileKinds } from '../documents/file-kinds.ts'
import { UploadSlot } from '../documents/UploadSlot.tsx'
import { CaptionsFields } from './CaptionsFields.tsx'
import type { MediaActivity } from './content.ts'
import { useEditing } from './editing.ts'
import { FileCard } from './FileCard.tsx'
import { activityField } from './field-errors.ts'

/** A video or a sound: the file, its captions, its text. */
export function MediaFields({ activity }: { activity: MediaActivity }) {
  const { t, i18n } = useTranslation('courses')
  const { t: problems } = useTranslation('problems')
  const { editActivity, errors, locked, findFile, rememberFile, uploads } = useEditing()
  const [broken, setBroken] = useState('')
  const slot = activityField(activity.id, 'fileId')
  const upload = useUpload(slot)
  const file = findFile(activity.fileId)
  const error = fieldText(problems, errorAt(errors, slot))
  const { kind } = activity
  const setMinutes = (seconds: number) => {
    // only a first guess, so it never replaces what the author entered
    if (activity.minutes === 0 && Number.isFinite(seconds) && seconds > 0 && !locked) {
      editActivity(activity, { minutes: Math.max(1, Math.round(seconds / 60)) })
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {file && (
        <FileCard
          name={file.name}
          href={file.url}
          about={[t(`kinds.${kind}.name`), formatBytes(file.size, i18n.language)].join(' · ')}
          onRemove={locked ? undefined : () => editActivity(activity, { fileId: null })}
        >
          {broken === file.id ? (
            <Alert severity="warning">{t('media.broken')}</Alert>
          ) : kind === 'video' ? (
            // biome-ignore lint/a11y/useMediaCaption: the captions of the draft stand below; this is the editor's own look at the file
            <video
              key={file.id}
              src={file.url}
              controls
              preload="metadata"
              aria-label={file.name}
              style={{ display: 'block', width: '100%', maxHeight: 360, background: '#000' }}
              onLoadedMetadata={(event) => setMinutes(event.currentTarget.duration)}
              onError={() => setBroken(file.id)}
            />
          ) : (
            <Box sx={{ p: 2, pb: 0 }}>
              {/* biome-ignore lint/a11y/useMediaCaption: the captions of the draft stand below; this is the editor's own hearing of the file */}
              <audio
                key={file.id}
                src={file.url}
                controls
                preload="metadata"
                aria-label={file.name}
                style={{ display: 'block', width: '100%' }}
                onLoadedMetadata={(event) => setMinutes(event.currentTarget.duration)}
                onError={() => setBroken(file.id)}
              />
            </Box>
          )}
        </FileCard>
      )}
      {(!locked || upload) && (
        <UploadSlot
          slot={slot}
          label={file ? t(`media.replace.${kind}`) : t(`media.upload.${kind}`)}
          accept={fileKinds[kind].accept}
          acceptWords={fileKinds[kind].words}
          maxBytes={fileKinds[kind].maxBytes}
          compact={file !== undefined}
          error={error}
          disabled={locked}
          onFile={(chosen) =>
            void uploads.sendFile(slot, chosen, kind, (stored) => {
              rememberFile(stored)
              editActivity(activity, { fileId: stored.id })
            })
          }
        />
      )}
      <CaptionsFields activity={activity} />
      <DraftText
        field={activityField(activity.id, 'transcript')}
        label={t('media.transcript')}
        helperText={t('media.transcriptHelp')}
        value={activity.transcript}
        onChange={(transcript) => editActivity(activity, { transcript })}
        multiline
        minRows={3}
        maxRows={14}
        maxLength={100_000}
      />
    </Box>
  )
}
