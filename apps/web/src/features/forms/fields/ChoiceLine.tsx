import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Radio from '@mui/material/Radio'
import type { ReactNode } from 'react'

/** The whole line is pressed; a chosen one stands out by more than its colour. */
export function ChoiceLine(props: {
  id: string
  name: string
  several: boolean
  checked: boolean
  hasError: boolean
  describedBy: string | undefined
  onChoose: () => void
  children: ReactNode
}) {
  const { id, name, several, checked, hasError, describedBy, onChoose, children } = props
  const Tick = several ? Checkbox : Radio
  return (
    <Box
      component="label"
      htmlFor={id}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        minHeight: 48,
        paddingInlineEnd: 1.5,
        border: 1,
        borderColor: checked ? 'primary.main' : hasError ? 'error.main' : 'divider',
        boxShadow: checked ? `inset 0 0 0 1px ${theme.palette.primary.main}` : 'none',
        borderRadius: '10px',
        bgcolor: checked ? theme.palette.primary.soft : 'background.paper',
        color: checked ? theme.palette.primary.onSoft : 'text.primary',
        cursor: 'pointer',
        '&:hover': { borderColor: 'primary.main' },
      })}
    >
      <Tick
        id={id}
        name={name}
        checked={checked}
        onChange={onChoose}
        slotProps={{ input: { 'aria-describedby': describedBy, ...(several ? { 'aria-invalid': hasError } : {}) } }}
      />
      <Box component="span" dir="auto" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', py: 0.75 }}>
        {children}
      </Box>
    </Box>
  )
}
