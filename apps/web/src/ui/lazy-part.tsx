import { Component, type ComponentType, type ReactNode, Suspense, use, useReducer } from 'react'
import { useTranslation } from 'react-i18next'

/** What a part that is fetched could not be fetched with: the network is gone, or its file is, with an older build. */
export class PartNotLoaded extends Error {
  // as a call without an answer has it: pages show both in the same way
  readonly code = 'unavailable'
}

export interface PartFailedProps {
  onRetry: () => void
  /** It has been tried again already: only a fresh page may have the newer build's files. */
  isRepeated: boolean
}

interface PartOptions<Props> {
  /** While it comes. */
  fallback?: ReactNode
  /** It lies over the page (a panel, a dialog): what failed is told there, and can be put away. */
  floats?: boolean
  /** In its place when it does not come; a plain line with "Try again" otherwise. */
  failed?: ComponentType<Props & PartFailedProps>
}

/** A component that fetches its code when it is first shown. If that does not come, it fails alone and can be tried again. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, floats = false, failed: Failed }: PartOptions<Props> = {},
) {
  let part: ComponentType<Props> | null = null
  let coming: Promise<ComponentType<Props>> | null = null
  let hasFailed = false

  function fetchPart(): Promise<ComponentType<Props>> {
    coming ??= load().then(
      (found) => {
        part = found
        return found
      },
      (cause) => {
        hasFailed = true
        throw new PartNotLoaded('A part of the page could not be fetched', { cause })
      },
    )
    return coming
  }
  function forgetFailure(): void {
    if (hasFailed) coming = null
    hasFailed = false
  }

  function Loaded(props: Props) {
    // NOTE what is here already is drawn at once: React keeps a suspended part hidden for a while
    const Part = part ?? use(fetchPart())
    return <Part {...props} />
  }
  function LazyPart(props: Props) {
    const [failures, fail] = useReducer((count: number) => count + 1, 0)
    const { open, anchor, onClose } = props as { open?: boolean; anchor?: unknown; onClose?: () => void }
    const isOpen = open !== false && anchor !== null
    return (
      <PartBoundary
        isOpen={isOpen}
        onReset={forgetFailure}
        onFailed={fail}
        failed={(onRetry) => {
          const shared = { onRetry, isRepeated: failures > 1 }
          if (Failed) return <Failed {...props} {...shared} />
          if (!floats) return <PartFailed {...shared} />
          return isOpen && <PartFailed {...shared} floats onClose={onClose} />
        }}
      >
        <Suspense fallback={fallback}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
  /** Fetches it before it is shown; what goes wrong is told where it is. */
  LazyPart.preload = () => {
    forgetFailure()
    return fetchPart().then(
      () => {},
      () => {},
    )
  }
  return LazyPart
}

interface PartBoundaryProps {
  children: ReactNode
  /** Opened anew, it is tried anew. */
  isOpen: boolean
  onReset: () => void
  onFailed: () => void
  failed: (onRetry: () => void) => ReactNode
}

class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  constructor(props: PartBoundaryProps) {
    super(props)
    props.onReset()
  }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidCatch(error: unknown) {
    if (error instanceof PartNotLoaded) this.props.onFailed()
  }
  override componentDidUpdate(before: PartBoundaryProps) {
    if (this.state.error !== null && this.props.isOpen && !before.isOpen) this.retry()
  }
  readonly retry = () => {
    this.props.onReset()
    this.setState({ error: null })
  }
  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    // what breaks otherwise is not ours to tell
    if (!(error instanceof PartNotLoaded)) throw error
    return this.props.failed(this.retry)
  }
}

interface PartFailedLineProps extends PartFailedProps {
  floats?: boolean
  onClose?: (() => void) | undefined
}

/** Of plain elements, so that it stands in every part of the product and needs nothing that may not be there. */
function PartFailed({ onRetry, isRepeated, floats = false, onClose }: PartFailedLineProps) {
  const { t } = useTranslation()
  return (
    <div role="alert" className={floats ? 'part-failed part-failed-over' : 'part-failed'}>
      <span>{t('failure.part')}</span>
      <button type="button" onClick={onRetry}>
        {t('actions.retry')}
      </button>
      {isRepeated && (
        <button type="button" onClick={() => location.reload()}>
          {t('failure.reload')}
        </button>
      )}
      {onClose && (
        <button type="button" onClick={onClose}>
          {t('actions.close')}
        </button>
      )}
    </div>
  )
}
