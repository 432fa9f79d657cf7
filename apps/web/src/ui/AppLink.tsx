import Typography, { type TypographyProps } from '@mui/material/Typography'
import { type AnchorHTMLAttributes, createContext, type ElementType, type Ref, useContext } from 'react'

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement>
  'data-underline'?: string
  'data-color'?: string
  'data-lower'?: string
}

const PlainAnchor = (props: AnchorProps) => <a {...props} />

/** The element that goes to an address inside the application; the application puts the router's in. */
const AnchorContext = createContext<ElementType<AnchorProps>>(PlainAnchor)
export const AnchorProvider = AnchorContext.Provider

export function useAnchor(): ElementType<AnchorProps> {
  return useContext(AnchorContext)
}

export type AppLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'href'> &
  Pick<TypographyProps, 'variant' | 'sx' | 'noWrap'> & {
    href: string
    underline?: 'none' | 'hover' | 'always'
    /** `inherit`, or a colour of the theme: `primary`, `text.primary`. */
    color?: string
  }

/** A link in text or in a cell. Give it a path made by paths.ts, or any address. */
export function AppLink({
  underline = 'hover',
  variant = 'inherit',
  color = 'primary',
  sx,
  noWrap,
  ...rest
}: AppLinkProps) {
  const Anchor = useAnchor()
  // lists are full of them, and a styled part costs ten times as much
  if (!sx && !noWrap && variant === 'inherit' && (color === 'primary' || color === 'inherit')) {
    const { className = '', ...others } = rest
    return <Anchor {...others} className={`app-link ${className}`} data-underline={underline} data-color={color} />
  }
  return (
    <Typography
      component={Anchor}
      variant={variant}
      noWrap={noWrap ?? false}
      {...rest}
      sx={[
        {
          color: color === 'primary' ? 'primary.main' : color,
          fontWeight: 600,
          borderRadius: '3px',
          textUnderlineOffset: '0.15em',
          textDecoration: underline === 'always' ? 'underline' : 'none',
          '&:hover': { textDecoration: underline === 'none' ? 'none' : 'underline' },
        },
        ...(Array.isArray(sx) ? sx : sx ? [sx] : []),
      ]}
    />
  )
}
