import {
  certificateFields,
  certificateLimits,
  type DesignElement,
  unknownFields,
} from '@learnt/contract/certificate-design'
import type { StoredFile } from '@learnt/contract/files'
import { directionOf, type Locale } from '@learnt/contract/locales'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ColorField } from './ColorField.tsx'
import { PictureField } from './PictureField.tsx'

const places = ['x', 'y', 'width', 'height'] as const

/** The settings of one element of a certificate. */
export function ElementPanel({
  element,
  locale,
  error,
  onChange,
  onPicture,
  onRemove,
}: {
  element: DesignElement
  locale: Locale
  /** What the server said about its text in this language. */
  error: string | undefined
  onChange: (change: Partial<DesignElement>, isStep?: boolean) => void
  onPicture: (file: StoredFile | null) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('certificates')
  const hasText = element.kind === 'text' || element.kind === 'signature'
  const unknown = hasText ? unknownFields(element.texts[locale]) : []
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2">
        {t(`design.kinds.${element.kind}`)}
      </Typography>
      {hasText && (
        <>
          <TextField
            multiline
            minRows={2}
            maxRows={6}
            label={t('design.text')}
            value={element.texts[locale]}
            onChange={(event) => onChange({ texts: { ...element.texts, [locale]: event.target.value } }, true)}
            error={unknown.length > 0 || Boolean(error)}
            helperText={
              unknown.length > 0
                ? t('design.unknownField', { field: unknown[0] ?? '' })
                : (error ?? t('design.textHelp'))
            }
            slotProps={{ htmlInput: { maxLength: certificateLimits.text, dir: directionOf(locale) } }}
          />
          <TextField
            select
            label={t('design.insert')}
            value=""
            onChange={(event) =>
              onChange({
                texts: { ...element.texts, [locale]: `${element.texts[locale]} {{${event.target.value}}}`.trimStart() },
              })
            }
          >
            {certificateFields.map((field) => (
              <MenuItem key={field} value={field}>
                {t(`design.fields.${field}`)}
              </MenuItem>
            ))}
          </TextField>
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
            <NumberField
              label={t('design.size')}
              value={element.size}
              min={6}
              max={96}
              onChange={(size) => onChange({ size })}
            />
            <ColorField
              label={t('design.color')}
              value={element.color}
              onChange={(color) => onChange({ color }, true)}
            />
            <TextField
              select
              label={t('design.align')}
              value={element.align}
              onChange={(event) => onChange({ align: event.target.value as 'start' })}
            >
              {(['start', 'center', 'end'] as const).map((align) => (
                <MenuItem key={align} value={align}>
                  {t(`design.aligns.${align}`)}
                </MenuItem>
              ))}
            </TextField>
            <FormControlLabel
              control={<Switch checked={element.isBold} onChange={(_, isBold) => onChange({ isBold })} />}
              label={t('design.bold')}
            />
          </Box>
        </>
      )}
      {(element.kind === 'picture' || element.kind === 'signature') && (
        <PictureField
          label={t(element.kind === 'picture' ? 'design.picture' : 'design.signaturePicture')}
          hasPicture={element.fileId !== null}
          onPicture={onPicture}
        />
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
        {places.map((name) => (
          <NumberField
            key={name}
            label={t(`design.${name}`)}
            value={element[name]}
            min={0}
            max={842}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </Box>
      <Typography variant="caption" color="textSecondary">
        {t('design.keys')}
      </Typography>
      <Button
        color="error"
        variant="outlined"
        startIcon={<DeleteIcon />}
        onClick={onRemove}
        sx={{ justifySelf: 'start' }}
      >
        {t('design.remove')}
      </Button>
    </Box>
  )
}

function NumberField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}) {
  return (
    <TextField
      type="number"
      label={label}
      value={value}
      onChange={(event) => {
        const typed = Number(event.target.value)
        if (event.target.value !== '' && Number.isFinite(typed)) onChange(Math.min(max, Math.max(min, typed)))
      }}
      slotProps={{ htmlInput: { min, max } }}
    />
  )
}
