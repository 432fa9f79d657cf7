import { ErrorState } from '../ui/ErrorState.tsx'
import type { PartFailedProps } from '../ui/lazy-part.tsx'

const noAnswer = { code: 'unavailable' }

/** In the place of a page whose code did not come. */
export function PageFailed({ onRetry, isRepeated }: PartFailedProps) {
  // online and still not there: the files are those of a newer build, which a fresh page has
  const isOutdated = isRepeated && navigator.onLine
  return <ErrorState error={noAnswer} onRetry={isOutdated ? () => location.reload() : onRetry} />
}
