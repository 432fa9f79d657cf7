import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { DraftText } from '../documents/DraftText.tsx'
import { fileKinds } from '../documents/file-kinds.ts'
import { listLanguages, ownName } from '../documents/languages.ts'
import { UploadSlot } from '../documents/UploadSlot.tsx'
import { changeActivity, findActivity, type MediaActivity } from './content.ts'
import { useEditing } from './editing.ts'
import { activityField } from './field-errors.ts'

/** Captions in any number of languages. */
export function CaptionsFields({ activity }: { activity: MediaActivity }) {
  const { t, i18n } = useTranslation('courses')
  const { edit, editActivity, findFile, rememberFile, uploads, locked } = useEditing()
  const { captions } = activity
  const slot = activityField(activity.id, 'captions')
  const languages = listLanguages(
    i18n.language,
    captions.map((one) => one.language),
  )
  const set = (at: number, change: Partial<(typeof captions)[number]> | null) =>
    editActivity(activity, {
      captions: captions.flatMap((one, index) => (index !== at ? [one] : change ? [{ ...one, ...change }] : [])),
    })
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 1 }}>
        {t('captions.title')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {captions.map((one, at) => {
          const file = findFile(one.fileId)
          const number = at + 1
          return (
            <Box
              key={one.fileId}
              role="group"
              aria-label={t('captions.one', { number })}
              sx={{
                display: 'grid',
                gap: 1.5,
                alignItems: 'start',
                gridTemplateColumns: { xs: 'minmax(0, 1fr) 36px', sm: 'minmax(0, 1fr) minmax(0, 1fr) 36px' },
                border: 1,
                borderColor: 'divider',
                borderRadius: '12px',
                p: 1.5,
              }}
            >
              <TextField
                select
                size="small"
                label={t('captions.language')}
                value={one.language}
                disabled={locked}
                onChange={(event) => {
                  const named = one.label === ownName(one.language) || one.label === ''
                  set(at, { language: event.target.value, ...(named ? { label: ownName(event.target.value) } : {}) })
                }}
                slotProps={{ select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 360 } } } } } }}
              >
                {languages.map(({ tag, name }) => (
                  <MenuItem key={tag} value={tag}>
                    {name}
                  </MenuItem>
                ))}
              </TextField>
              <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' } }}>
                <DraftText
                  field={activityField(activity.id, `captions.${at}.label`)}
                  size="small"
                  label={t('captions.label')}
                  value={one.label}
                  onChange={(label) => set(at, { label })}
                  maxLength={60}
                />
              </Box>
              <IconButton
                size="small"
                sx={{ mt: 0.25 }}
                disabled={locked}
                onClick={() => set(at, null)}
                aria-label={t('captions.remove', { label: one.label || number })}
              >
                <DeleteIcon fontSize="small" />
              </IconButton>
              {file && (
                <Typography variant="caption" sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>
                  <Link href={file.url} target="_blank" rel="noopener">
                    {file.name}
                  </Link>
                </Typography>
              )}
            </Box>
          )
        })}
        {!locked && captions.length < 20 && (
          <UploadSlot
            slot={slot}
            compact
            label={captions.length > 0 ? t('captions.addAnother') : t('captions.add')}
            accept={fileKinds.captions.accept}
            acceptWords={fileKinds.captions.words}
            maxBytes={fileKinds.captions.maxBytes}
            onFile={(file) =>
              void uploads.sendFile(slot, file, 'captions', (stored) => {
                rememberFile(stored)
                const language =
                  languageOfName(file.name) ??
                  freeLanguage(
                    captions.map((one) => one.language),
                    i18n.language,
                  )
                edit((draft) => {
                  const now = findActivity(draft, activity.id)
                  if (!now || !('captions' in now)) return draft
                  return changeActivity(draft, {
                    ...now,
                    captions: [...now.captions, { fileId: stored.id, language, label: ownName(language) }],
                  })
                })
              })
            }
          />
        )}
      </Box>
    </Box>
  )
}

/** `film.ar.vtt` is Arabic. */
function languageOfName(name: string): string | null {
  const tag = /[._-]([a-z]{2})(?:[-_][A-Za-z]{2,4})?\.(?:vtt|srt)$/.exec(name)?.[1]
  return tag && listLanguages('en').some((one) => one.tag === tag) ? tag : null
}

function freeLanguage(taken: readonly string[], reader: string): string {
  const own = reader.split('-')[0] ?? 'en'
  return [own, 'en', 'ar', 'nb', 'de', 'fr', 'es'].find((tag) => !taken.includes(tag)) ?? own
}
