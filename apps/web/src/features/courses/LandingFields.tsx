import type { Landing } from '@learnt/contract/courses'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { RichText } from '../../ui/RichText.tsx'
import { DraftText } from '../documents/DraftText.tsx'
import { errorAt } from '../documents/field-errors.ts'
import { useEditing } from './editing.ts'
import { useUploadImage } from './useUploadImage.ts'

/** Whether learners see a page before their first start, and what the author says on it. */
export function LandingFields() {
  const { t } = useTranslation('courses')
  const { t: problems } = useTranslation('problems')
  const { document, content, edit, errors, locked } = useEditing()
  const uploadImage = useUploadImage()
  const { landing } = content
  const set = (change: Partial<Landing>) => edit((draft) => ({ ...draft, landing: { ...draft.landing, ...change } }))
  const error = fieldText(problems, errorAt(errors, 'landing.html'))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <FormControlLabel
          disabled={locked}
          control={<Switch checked={landing.isShown} onChange={(_, isShown) => set({ isShown })} />}
          label={t('landing.isShown')}
        />
        <FormHelperText sx={{ m: 0 }}>{t('landing.isShownHelp')}</FormHelperText>
      </Box>
      {landing.isShown && (
        <>
          <DraftText
            field="landing.author"
            label={t('landing.author')}
            helperText={t('landing.authorHelp', { name: document.createdBy })}
            value={landing.author}
            maxLength={100}
            onChange={(author) => set({ author })}
          />
          <Box data-field="landing.html">
            <RichText
              label={t('landing.text')}
              value={landing.html}
              onChange={(html) => set({ html })}
              disabled={locked}
              minHeight={160}
              uploadImage={uploadImage}
              {...(error ? { error } : { help: t('landing.textHelp') })}
            />
          </Box>
        </>
      )}
    </Box>
  )
}
