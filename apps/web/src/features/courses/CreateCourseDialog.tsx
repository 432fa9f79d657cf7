import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CreateDocumentDialog } from '../documents/CreateDocumentDialog.tsx'
import { documentIcons } from '../documents/document-icons.ts'
import { courseKind } from './kind.ts'

/** Begins a course or a bundle and opens its editor. Mount it to open it. */
export function CreateCourseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('courses')
  const id = useId()
  const [isBundle, setBundle] = useState(false)
  return (
    <CreateDocumentDialog
      kind={courseKind}
      title={t('create.title')}
      more={{ isBundle }}
      filled={isBundle}
      onClose={onClose}
    >
      <FormControl>
        <FormLabel id={`${id}-kind`} sx={{ typography: 'subtitle2', color: 'text.primary', mb: 1 }}>
          {t('create.kind')}
        </FormLabel>
        <RadioGroup
          aria-labelledby={`${id}-kind`}
          value={isBundle ? 'bundle' : 'course'}
          onChange={(_, kind) => setBundle(kind === 'bundle')}
          sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
        >
          {(['course', 'bundle'] as const).map((kind) => {
            const chosen = isBundle === (kind === 'bundle')
            const Icon = documentIcons[kind]
            return (
              <Box
                component="label"
                key={kind}
                sx={(theme) => ({
                  display: 'flex',
                  gap: 1.25,
                  alignItems: 'flex-start',
                  p: 1.5,
                  borderRadius: '12px',
                  cursor: 'pointer',
                  border: 2,
                  borderColor: chosen ? 'primary.main' : 'divider',
                  bgcolor: chosen ? theme.palette.primary.soft : 'transparent',
                  color: chosen ? theme.palette.primary.onSoft : 'text.primary',
                  '&:focus-within': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
                })}
              >
                <Radio
                  value={kind}
                  size="small"
                  sx={{ p: 0, mt: 0.25 }}
                  slotProps={{ input: { 'aria-label': t(`create.${kind}`) } }}
                />
                <Box sx={{ flex: 1 }}>
                  <Typography variant="body2" sx={{ fontWeight: 700 }}>
                    {t(`create.${kind}`)}
                  </Typography>
                  <Typography variant="caption">{t(`create.${kind}Text`)}</Typography>
                </Box>
                <Icon fontSize="small" />
              </Box>
            )
          })}
        </RadioGroup>
      </FormControl>
    </CreateDocumentDialog>
  )
}
