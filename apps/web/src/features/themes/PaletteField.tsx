import { type PaletteName, paletteNames, palettes } from '@learnt/contract/palettes'
import CheckIcon from '@mui/icons-material/CheckCircle'
import Box from '@mui/material/Box'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

/** The ten named themes as cards with their two colours. */
export function PaletteField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation(['settings', 'common'])
  const { field } = useController({ name })
  return (
    <Box
      role="radiogroup"
      aria-label={label}
      sx={{ display: 'grid', gap: 1.25, gridTemplateColumns: 'repeat(auto-fill, minmax(148px, 1fr))' }}
    >
      {paletteNames.map((palette, index) => (
        <PaletteCard
          key={palette}
          palette={palette}
          name={field.name}
          chosen={field.value === palette}
          words={t(`common:palettes.${palette}`)}
          about={palettes[palette].mode === 'dark' && palette !== 'defaultDark' ? t('theme.dark') : ''}
          onChoose={() => field.onChange(palette)}
          {...(index === 0 ? { inputRef: field.ref } : {})}
        />
      ))}
    </Box>
  )
}

function PaletteCard(props: {
  palette: PaletteName
  name: string
  chosen: boolean
  words: string
  about: string
  onChoose: () => void
  inputRef?: (element: HTMLInputElement | null) => void
}) {
  const { palette, name, chosen, words, about, onChoose, inputRef } = props
  const { primary, secondary } = palettes[palette]
  return (
    <Box
      component="label"
      sx={(theme) => ({
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        p: 1,
        minHeight: 52,
        borderRadius: '12px',
        cursor: 'pointer',
        border: `2px solid ${chosen ? theme.palette.primary.main : theme.line}`,
        bgcolor: chosen ? theme.palette.primary.soft : 'background.paper',
        '&:has(:focus-visible)': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: '2px' },
      })}
    >
      <input
        type="radio"
        ref={inputRef}
        name={name}
        value={palette}
        checked={chosen}
        onChange={onChoose}
        style={visuallyHidden}
      />
      <Box
        aria-hidden
        sx={{
          width: 34,
          height: 34,
          flexShrink: 0,
          borderRadius: '9px',
          border: 1,
          borderColor: 'divider',
          background: `linear-gradient(135deg, ${primary} 0 50%, ${secondary} 50% 100%)`,
        }}
      />
      <Box
        component="span"
        sx={{ minWidth: 0, fontWeight: 700, fontSize: '0.875rem', lineHeight: 1.25, overflowWrap: 'anywhere' }}
      >
        {words}
        {about && (
          <Box
            component="span"
            sx={{ display: 'block', fontWeight: 500, fontSize: '0.75rem', color: 'text.secondary' }}
          >
            {about}
          </Box>
        )}
      </Box>
      {chosen && (
        <CheckIcon
          aria-hidden
          fontSize="small"
          // On the corner: beside a long name there is no room for it on a phone.
          sx={{
            position: 'absolute',
            top: -8,
            insetInlineEnd: -8,
            color: 'primary.main',
            bgcolor: 'background.paper',
            borderRadius: '50%',
          }}
        />
      )}
    </Box>
  )
}
