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
  // NOTE the same elements, off or on: a button that is off once it was pressed keeps the focus
  return (
    <Tooltip title={words} describeChild>
      <Box component="span" sx={{ display: 'inline-flex' }}>
        <Button {...rest} {...(words ? { ...off(rest), 'aria-describedby': id } : { onClick })}>
          {children}
        </Button>
        {words && (
          <span id={id} style={visuallyHidden}>
            {words}
          </span>
        )}
      </Box>
    </Tooltip>
  )
}

function off({ variant, sx }: ButtonProps): ButtonProps {
  const ground = variant === 'contained' ? 'action.disabledBackground' : undefined
  return {
    type: 'button',
    'aria-disabled': 'true',
    onClick: (event) => event.preventDefault(),
    sx: {
      ...(sx as object),
      bgcolor: ground,
      color: 'text.secondary',
      cursor: 'not-allowed',
      '&:hover': { bgcolor: ground ?? 'transparent' },
    },
  }
}
