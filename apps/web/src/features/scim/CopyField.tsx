import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A text to be pasted elsewhere. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('scim')
  const [isCopied, setCopied] = useState(false)
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <TextField
        fullWidth
        size="small"
        label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        slotProps={{ htmlInput: { readOnly: true, dir: 'ltr', spellCheck: false } }}
      />
      <Button
        variant="outlined"
        aria-label={`${t(isCopied ? 'copied' : 'copy')}: ${label}`}
        onClick={() => void navigator.clipboard?.writeText(value).then(() => setCopied(true))}
        sx={{ flexShrink: 0 }}
      >
        {t(isCopied ? 'copied' : 'copy')}
      </Button>
    </Box>
  )
}
