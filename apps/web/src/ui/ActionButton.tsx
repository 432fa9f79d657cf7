import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonText } from './problem-text.ts'
import { visuallyHidden } from './visually-hidden.ts'

export interface ActionButtonProps extends ButtonProps {
  /** From `can` of the contract: null or absent is allowed, else the key of the reason. */
  reason?: string | null | undefined
  /** The reason in words already, where the page itself decides. */
  reasonWords?: string | undefined
}

/** A button that says why it is off, by pointer, keyboard and screen reader: it stays focusable and does nothing. */
export function ActionButton({ reason, reasonWords, onClick, children, ...rest }: ActionButtonProps) {
  const { t } = useTranslation('problems')
  const id = useId()
  const words = reasonWords ?? (reason ? reasonText(t, reason) : '')
  if (!words) {
    return (
      <Button onClick={onClick} {...rest}>
        {children}
      </Button>
    )
  }
  return (
    <Tooltip title={words} describeChild>
      <Box component="span" sx={{ display: 'inline-flex' }}>
        <Button
          {...rest}
          type="button"
          aria-disabled="true"
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
          sx={{
            ...(rest.sx as object),
            bgcolor: rest.variant === 'contained' ? 'action.disabledBackground' : undefined,
            color: 'text.secondary',
            cursor: 'not-allowed',
            '&:hover': { bgcolor: rest.variant === 'contained' ? 'action.disabledBackground' : 'transparent' },
          }}
        >
          {children}
        </Button>
        <span id={id} style={visuallyHidden}>
          {words}
        </span>
      </Box>
    </Tooltip>
  )
}
