import { feedFields } from '@learnt/contract/team-values'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Radio from '@mui/material/Radio'
import Typography from '@mui/material/Typography'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormText } from '../../ui/form/FormText.tsx'

interface Heading {
  title: string
  field: string
  isUniqueAttribute: boolean
}

/** The columns of the team's HR feed, and the one that tells people apart: a choice of one, so two cannot be. */
export function FeedHeadings({ nameOf = (field) => field }: { nameOf?: (field: string) => string }) {
  const { t } = useTranslation('administration')
  const { setValue } = useFormContext()
  const { fields, append, remove } = useFieldArray({ name: 'feedHeadings' })
  const headings = useWatch({ name: 'feedHeadings' }) as Heading[]
  const choose = (chosen: number | null) => {
    for (const at of fields.keys())
      setValue(`feedHeadings.${at}.isUniqueAttribute`, at === chosen, { shouldDirty: true, shouldValidate: true })
  }
  const options = feedFields.map((field) => ({ value: field, label: nameOf(field) }))
  return (
    <Card component="section" aria-labelledby="feed-headings" sx={{ p: { xs: 2, sm: 3 }, mb: 2.5 }}>
      <Typography id="feed-headings" variant="h2" sx={{ fontSize: '1.0625rem' }}>
        {t('tenant.teams.feed')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
        {t('tenant.teams.feedText')}
      </Typography>
      {fields.map((field, at) => (
        <Box
          key={field.id}
          role="group"
          aria-label={t('tenant.teams.column', { number: at + 1 })}
          sx={{
            display: 'grid',
            gap: 1.5,
            mb: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: '1fr auto', md: '2fr 2fr auto auto' },
          }}
        >
          <FormText name={`feedHeadings.${at}.title`} label={t('tenant.teams.heading')} required />
          <Box sx={{ gridColumn: { xs: '1 / 2', md: 'auto' } }}>
            <FormSelect name={`feedHeadings.${at}.field`} label={t('tenant.teams.field')} options={options} required />
          </Box>
          <FormControlLabel
            label={t('tenant.teams.unique')}
            sx={{ mt: 1, gridColumn: { xs: '1 / 2', md: 'auto' } }}
            control={
              <Radio
                name="uniqueHeading"
                checked={headings[at]?.isUniqueAttribute ?? false}
                onChange={() => choose(at)}
              />
            }
          />
          <IconButton
            aria-label={t('tenant.teams.removeColumn', { name: headings[at]?.title || at + 1 })}
            onClick={() => remove(at)}
            sx={{ mt: 1, gridRow: { xs: '1', md: 'auto' }, gridColumn: { xs: '2', md: 'auto' } }}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      {headings.length > 0 && <FormHelperText sx={{ mb: 1 }}>{t('tenant.teams.uniqueHelp')}</FormHelperText>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          startIcon={<AddIcon />}
          onClick={() => append({ title: '', field: 'employeeId', isUniqueAttribute: false })}
        >
          {t('tenant.teams.addColumn')}
        </Button>
        {headings.some((one) => one.isUniqueAttribute) && (
          <Button color="inherit" onClick={() => choose(null)}>
            {t('tenant.teams.noUnique')}
          </Button>
        )}
      </Box>
    </Card>
  )
}
