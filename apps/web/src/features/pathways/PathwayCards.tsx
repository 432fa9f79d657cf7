import type { PathwayCard } from '@learnt/contract/pathways'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { PathwayFacts } from './PathwayFacts.tsx'
import { PathwayMarks } from './PathwayMarks.tsx'

/** Pathways as cards: each is one link, its text says what matters today. */
export function PathwayCards({ pathways, label }: { pathways: readonly PathwayCard[]; label: string }) {
  return (
    <CardList aria-label={label}>
      {pathways.map((pathway) => (
        <li className="card" key={pathway.pathwayId}>
          <CoverImage src={pathway.image} title={pathway.title} />
          <div className="body">
            <div className="marks">
              <PathwayMarks pathway={pathway} />
            </div>
            <AppLink href={paths.pathway(pathway.pathwayId)} underline="none" className="covering-link">
              {pathway.title}
            </AppLink>
            <div className="facts">
              <PathwayFacts pathway={pathway} />
            </div>
            <div className="progress-place">
              {pathway.progress > 0 && <ProgressBar value={pathway.progress} label={pathway.title} />}
            </div>
          </div>
        </li>
      ))}
    </CardList>
  )
}
