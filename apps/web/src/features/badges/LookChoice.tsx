import type { BadgeDesign } from '@learnt/contract/badge-picture'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { BadgePicture } from './BadgePicture.tsx'

/** One of a few looks, each shown as the badge would be with it. */
export function LookChoice<Value extends string>({
  label,
  values,
  value,
  nameOf,
  designOf,
  onChange,
}: {
  label: string
  values: readonly Value[]
  value: Value
  nameOf: (value: Value) => string
  designOf: (value: Value) => BadgeDesign
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <div>
      <Typography id={id} variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        value={value}
        onChange={(_, next: Value | null) => next && onChange(next)}
        aria-labelledby={id}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          // the group draws its buttons as one row: here each stands alone
          '&& .MuiToggleButton-root': { border: 1, borderColor: 'divider', borderRadius: '10px', m: 0 },
        }}
      >
        {values.map((one) => (
          <Tooltip key={one} title={nameOf(one)}>
            <ToggleButton
              value={one}
              aria-label={nameOf(one)}
              sx={{ p: 0.75, '&.Mui-selected': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid' } }}
            >
              <BadgePicture design={designOf(one)} picture={null} label="" size={36} />
            </ToggleButton>
          </Tooltip>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}
