import { contrast, hoverOf, mix, textOn } from '@learnt/contract/contrast'
import type { TeamTheme } from '@learnt/contract/session'
import { onGuestLook, readGuestLook } from '../session/guest-look.ts'
import { colorsOf, type Scheme, type SchemeColors } from '../ui/theme/colors.ts'
import { followDevice, readDevice, schemeOf, showScheme } from '../ui/theme/shown-scheme.ts'

/** The team's look, or what this guest chose over it. */
export function paintGuestLook(theme: TeamTheme): void {
  const look = readGuestLook()
  const own = look.theme === null ? theme : { ...theme, palette: look.theme, primaryColor: '', secondaryColor: '' }
  const scheme = schemeOf(look.colorScheme, own.palette, readDevice())
  paint(own, scheme)
  showScheme(scheme, look.colorScheme)
}

/** The team's colours in the scheme that the page shows already: for what stands over a page of somebody who is signed in. */
export function paintOver(theme: TeamTheme): void {
  paint(theme, document.documentElement.dataset.scheme === 'dark' ? 'dark' : 'light')
}

/** Paints again whenever the guest or the device changes its mind. */
export function followGuestLook(theme: TeamTheme): () => void {
  const again = () => paintGuestLook(theme)
  const ends = [onGuestLook(again), followDevice(again)]
  return () => {
    for (const end of ends) end()
  }
}

/** Lays the team's colours as variables for guest.css. */
function paint(theme: TeamTheme, scheme: Scheme): void {
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
    ...buttonOf(colors),
    'primary-soft': colors.primary.soft,
    secondary: colors.secondary.fill,
    error: colors.error.main,
    'error-soft': colors.error.soft,
    'info-soft': colors.info.soft,
    disabled: mix(colors.background, colors.text, 0.12),
  }
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(`--${name}`, value)
}

/** A dark brand is lost on a dark page (WCAG 2.2, 1.4.11): the button takes the form of it that links have there. */
function buttonOf({ scheme, background, primary }: SchemeColors): Record<string, string> {
  const { main, fill, onFill, fillHover } = primary
  return scheme === 'dark' && contrast(fill, background) < 3
    ? { button: main, 'on-button': textOn(main), 'button-hover': hoverOf(main) }
    : { button: fill, 'on-button': onFill, 'button-hover': fillHover }
}
