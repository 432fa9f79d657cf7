import type { ResourceContent as Content } from '@learnt/contract/resources'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { formatBytes } from '../../ui/times.ts'
import { DetailsForm } from '../documents/DetailsForm.tsx'
import { DraftText } from '../documents/DraftText.tsx'
import {
  purposeOf,
  resourceAccept,
  resourceAcceptWords,
  resourceMaxBytes,
  typeOfStored,
} from '../documents/document-files.ts'
import { EditorCards } from '../documents/EditorCards.tsx'
import { useDocumentEditing } from '../documents/editing.ts'
import { errorAt } from '../documents/field-errors.ts'
import type { ContentEditorProps } from '../documents/kind.ts'
import { Prerequisites } from '../documents/Prerequisites.tsx'
import { UploadSlot } from '../documents/UploadSlot.tsx'
import { CsvEncoding } from './CsvEncoding.tsx'
import { ResourceContent } from './ResourceContent.tsx'
import { typeIcons } from './type-icons.ts'

/** The file or address of a resource, as its readers see it, beside its details. */
export function ResourceEditor({ document, value, onChange, errors, locked }: ContentEditorProps<Content>) {
  const { t } = useTranslation('resources')
  const { t: problems } = useTranslation('problems')
  const { findFile } = useDocumentEditing<Content>()
  const file = findFile(value.fileId) ?? null
  const isLink = value.type === 'link'
  // A version has a file or an address. Switching between them keeps the other one until the page closes.
  const other = useRef<Pick<Content, 'type' | 'fileId' | 'url'>>(
    isLink ? { type: 'pdf', fileId: null, url: '' } : { type: 'link', fileId: null, url: '' },
  )
  const choose = (link: boolean) => {
    if (link === isLink) return
    const { type, fileId, url } = value
    const next = other.current
    other.current = { type, fileId, url }
    onChange((content) => ({ ...content, ...next }))
  }
  const minutesError = fieldText(problems, errorAt(errors, 'minutes'))
  return (
    <EditorCards
      details={
        <DetailsForm>
          <TextField
            type="number"
            data-field="minutes"
            label={t('fields.minutes')}
            value={value.minutes === 0 ? '' : value.minutes}
            disabled={locked}
            onChange={(event) =>
              onChange((content) => ({ ...content, minutes: Math.max(0, Math.floor(Number(event.target.value) || 0)) }))
            }
            error={Boolean(minutesError)}
            helperText={minutesError || t('editor.minutesHelp')}
            slotProps={{ htmlInput: { min: 0, max: 6000, inputMode: 'numeric' } }}
            sx={{ maxWidth: 280 }}
          />
          <Prerequisites />
        </DetailsForm>
      }
    >
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <Typography variant="h2">{t('editor.content')}</Typography>
        <RadioGroup
          row
          aria-label={t('editor.content')}
          value={isLink ? 'link' : 'file'}
          onChange={(_, next) => choose(next === 'link')}
        >
          <FormControlLabel value="file" disabled={locked} control={<Radio />} label={t('editor.file')} />
          <FormControlLabel value="link" disabled={locked} control={<Radio />} label={t('types.link')} />
        </RadioGroup>
        {isLink ? (
          <DraftText
            field="url"
            type="url"
            label={t('fields.url')}
            helperText={t('editor.urlHelp')}
            value={value.url}
            maxLength={2000}
            slotProps={{ htmlInput: { dir: 'ltr' } }}
            onChange={(url) => onChange((content) => ({ ...content, url }))}
          />
        ) : (
          <FileFields value={value} onChange={onChange} errors={errors} locked={locked} />
        )}
        {(file || (isLink && value.url)) && (
          <Box component="section" aria-label={t('editor.preview')}>
            <Typography variant="h3" sx={{ mb: 1.5 }}>
              {t('editor.preview')}
            </Typography>
            <ResourceContent
              resource={{ id: document.id, title: value.title, type: value.type, file, url: value.url }}
              reading={null}
            />
          </Box>
        )}
      </Box>
    </EditorCards>
  )
}

function FileFields({
  value,
  onChange,
  errors,
  locked,
}: Pick<ContentEditorProps<Content>, 'value' | 'onChange' | 'errors' | 'locked'>) {
  const { t, i18n } = useTranslation(['resources', 'common'])
  const { t: problems } = useTranslation('problems')
  const { findFile, rememberFile, uploads } = useDocumentEditing<Content>()
  const file = findFile(value.fileId)
  const Icon = typeIcons[value.type]
  return (
    <>
      {file && (
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', minWidth: 0 }}>
          <Icon aria-hidden sx={{ color: 'text.secondary', fontSize: 32 }} />
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }} dir="auto">
              {file.name}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {[t(`types.${value.type}`), formatBytes(file.size, i18n.language)].join(' · ')}
            </Typography>
          </Box>
        </Box>
      )}
      {!locked && (
        <UploadSlot
          slot="fileId"
          compact={file !== undefined}
          label={file ? t('editor.replace') : t('editor.upload')}
          accept={resourceAccept}
          acceptWords={resourceAcceptWords}
          maxBytes={resourceMaxBytes}
          error={fieldText(problems, errorAt(errors, 'fileId'))}
          onFile={(chosen) => {
            const purpose = purposeOf(chosen)
            if (!purpose) return
            void uploads.sendFile('fileId', chosen, purpose, (stored) => {
              rememberFile(stored)
              onChange((content) => ({ ...content, fileId: stored.id, type: typeOfStored(stored, purpose), url: '' }))
            })
          }}
        />
      )}
      {file && !locked && (
        <Typography variant="body2" color="textSecondary">
          {t('editor.replaceHelp')}
        </Typography>
      )}
      {value.type === 'csv' && file && !locked && <CsvEncoding key={file.id} file={file} />}
    </>
  )
}
