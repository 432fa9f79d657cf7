import Link, { type LinkProps } from '@mui/material/Link'
import { type AnchorHTMLAttributes, createContext, type ElementType, type Ref, useContext } from 'react'

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> }

const PlainAnchor = (props: AnchorProps) => <a {...props} />

/** The element that goes to an address inside the application; the shell puts the router's in. */
const AnchorContext = createContext<ElementType<AnchorProps>>(PlainAnchor)
export const AnchorProvider = AnchorContext.Provider

export function useAnchor(): ElementType<AnchorProps> {
  return useContext(AnchorContext)
}

/** A link in text or in a cell. Give it a path made by paths.ts, or any address. */
export function AppLink({ href, ...rest }: Omit<LinkProps, 'href'> & { href: string }) {
  return <Link component={useAnchor()} href={href} {...rest} />
}
