import type { CertificateDesign } from '@learnt/contract/certificate-design'
import type { StoredFile } from '@learnt/contract/files'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ColorField } from './ColorField.tsx'
import { PictureField } from './PictureField.tsx'

/** The page itself: how it lies, its colours and its picture. */
export function PagePanel({
  design,
  onChange,
  onOrientation,
  onPicture,
}: {
  design: CertificateDesign
  onChange: (background: Partial<CertificateDesign['background']>, isStep?: boolean) => void
  onOrientation: (orientation: CertificateDesign['orientation']) => void
  onPicture: (file: StoredFile | null) => void
}) {
  const { t } = useTranslation('certificates')
  const { background, orientation } = design
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2">
        {t('design.page')}
      </Typography>
      <TextField
        select
        label={t('design.orientation')}
        value={orientation}
        onChange={(event) => onOrientation(event.target.value as 'portrait')}
      >
        {(['landscape', 'portrait'] as const).map((one) => (
          <MenuItem key={one} value={one}>
            {t(`design.orientations.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <ColorField
        label={t('design.background')}
        value={background.color}
        onChange={(color) => onChange({ color }, true)}
      />
      <FormControlLabel
        control={
          <Switch
            checked={background.frame !== null}
            onChange={(_, isOn) => onChange({ frame: isOn ? '#192d3e' : null })}
          />
        }
        label={t('design.frame')}
      />
      {background.frame !== null && (
        <ColorField
          label={t('design.frameColor')}
          value={background.frame}
          onChange={(frame) => onChange({ frame }, true)}
        />
      )}
      <PictureField
        label={t('design.backgroundPicture')}
        hasPicture={background.fileId !== null}
        onPicture={onPicture}
      />
      <Typography variant="body2" color="textSecondary">
        {t('design.choose')}
      </Typography>
    </Box>
  )
}
