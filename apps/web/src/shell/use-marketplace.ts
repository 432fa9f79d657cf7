import { readWebAddress } from '@learnt/contract/web-address'
import { useSession } from '../api/SessionProvider.tsx'
import { findRoute, works } from '../routes/route-book.ts'

/** The link to the tenant's marketplace; null without one, or while its page does not exist. */
export function useMarketplace(): { href: string; target?: '_blank' } | null {
  const { marketplaceLink: href } = useSession().settings
  if (href === '') return null
  if (readWebAddress(href) !== null) return { href, target: '_blank' }
  return works(findRoute(href.split('?')[0] ?? '')) ? { href } : null
}
