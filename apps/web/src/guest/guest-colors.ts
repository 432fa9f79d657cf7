import { mix } from '@learnt/contract/contrast'
import type { TeamTheme } from '@learnt/contract/session'
import { type GuestLook, readGuestLook } from '../guest-look.ts'
import { colorsOf, type Scheme } from '../ui/theme/colors.ts'

/** The team's look, or what this guest chose over it. */
export function paintGuestLook(theme: TeamTheme, look: GuestLook = readGuestLook()): void {
  const dark =
    look.colorScheme === 'dark' || (look.colorScheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const own = look.theme === null ? theme : { ...theme, palette: look.theme, primaryColor: '', secondaryColor: '' }
  paintGuestPages(own, dark ? 'dark' : 'light')
}

/** Lays the team's colours as variables for guest.css. */
export function paintGuestPages(theme: TeamTheme, scheme: Scheme): void {
  const colors = colorsOf(theme, scheme)
  const variables: Record<string, string> = {
    background: colors.background,
    paper: colors.paper,
    text: colors.text,
    muted: colors.muted,
    line: colors.line,
    'field-line': colors.fieldLine,
    primary: colors.primary.main,
    'primary-fill': colors.primary.fill,
    'on-primary-fill': colors.primary.onFill,
    'primary-hover': colors.primary.fillHover,
    'primary-soft': colors.primary.soft,
    secondary: colors.secondary.fill,
    error: colors.error.main,
    'error-soft': colors.error.soft,
    'info-soft': colors.info.soft,
    disabled: mix(colors.background, colors.text, 0.12),
  }
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(`--${name}`, value)
  document.documentElement.style.colorScheme = scheme
  document.documentElement.dataset.scheme = scheme
}
