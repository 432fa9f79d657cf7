import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'
import { PointPicture } from './PointPicture.tsx'

/** Places to be pointed at on a picture. */
export function HotSpotField({ field, answer = [], onChange, onLeave, labelId, describedBy }: FieldProps<'hotSpot'>) {
  const { t } = useTranslation('formFields')
  const { say, services } = useFilling()
  const address = field.fileId ? services.fileAddress(field.fileId) : ''
  if (!address) return <Alert severity="info">{t('hotSpot.noPicture')}</Alert>
  return (
    <Box onBlur={onLeave}>
      <PointPicture
        src={address}
        alt={say(field.alt)}
        points={answer}
        most={field.points}
        labelledBy={labelId}
        describedBy={describedBy}
        onChange={(points) => onChange(points.length > 0 ? points : null)}
      />
    </Box>
  )
}
