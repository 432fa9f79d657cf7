import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useTranslation } from 'react-i18next'
import { ResetFields } from '../cycles/ResetFields.tsx'
import { DetailsForm } from '../documents/DetailsForm.tsx'
import { Prerequisites } from '../documents/Prerequisites.tsx'
import { useEditing } from './editing.ts'
import { LandingFields } from './LandingFields.tsx'

/** The details of a document, and whether the steps are taken in order. */
export function CourseDetails() {
  const { t } = useTranslation('courses')
  const { document, content, edit, locked } = useEditing()
  return (
    <DetailsForm>
      <Box>
        <FormControlLabel
          disabled={locked}
          control={
            <Switch
              checked={content.sequential}
              onChange={(_, sequential) => edit((draft) => ({ ...draft, sequential }))}
            />
          }
          label={document.isBundle ? t('details.sequentialBundle') : t('details.sequential')}
        />
        <FormHelperText sx={{ m: 0 }}>{t('details.sequentialHelp')}</FormHelperText>
      </Box>
      {!document.isBundle && <LandingFields />}
      <ResetFields hasSteps={document.isBundle}>
        {!document.isBundle && (
          <Box>
            <FormControlLabel
              disabled={locked}
              control={
                <Switch
                  checked={content.mayStartOver}
                  onChange={(_, mayStartOver) => edit((draft) => ({ ...draft, mayStartOver }))}
                />
              }
              label={t('reset.mayStartOver')}
            />
            <FormHelperText sx={{ m: 0 }}>{t('reset.mayStartOverHelp')}</FormHelperText>
          </Box>
        )}
      </ResetFields>
      <Prerequisites />
    </DetailsForm>
  )
}
