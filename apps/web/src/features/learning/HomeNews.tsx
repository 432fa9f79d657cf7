import type { Home } from '@learnt/contract/learning'
import { useSession } from '../../api/SessionProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const HomeEvents = lazyPart(async () => (await import('../events/HomeEvents.tsx')).HomeEvents)
const HomeCertificates = lazyPart(async () => (await import('../certificates/lazy-home.ts')).load())
const HomePathways = lazyPart(async () => (await import('../pathways/HomePathways.tsx')).HomePathways)

/** What of other features concerns the person now. Fetched when there is any: the first page is long enough without. */
export function HomeNews({ home }: { home: Home }) {
  const { features } = useSession().settings
  return (
    <>
      {home.hasEvents && features.events !== false && <HomeEvents />}
      {home.hasEndingCertificates && features.certificates !== false && <HomeCertificates />}
      {home.pathways.length > 0 && features.pathways !== false && <HomePathways pathways={home.pathways} />}
    </>
  )
}
