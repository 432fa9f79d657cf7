import { Component, type ComponentType, lazy, type ReactNode, Suspense, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The file of a part did not come: the network is gone, or the file is, because a newer version was deployed. */
export class PartNotLoaded extends Error {
  // the code of a call without an answer: pages show both in the same way
  readonly code = 'unavailable'
}

export interface PartFailedProps {
  onRetry: () => void
  /** A second attempt failed as well: only reloading the page may find the newer version's files. */
  isRepeated: boolean
}

interface PartOptions<Props> {
  /** Shown while it is fetched. */
  fallback?: ReactNode
  /** It lies over the page (a panel, a dialog): the failure is shown over the page and can be closed. */
  floats?: boolean
  /** Shown in its place when it does not come, instead of a plain line with "Try again". */
  failed?: ComponentType<Props & PartFailedProps>
}

/** A component that fetches its code when it is first shown. If that does not come, it fails alone and can be tried again. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, floats = false, failed: Failed }: PartOptions<Props> = {},
) {
  let part: ComponentType<Props> | null = null
  let coming: Promise<ComponentType<Props>> | null = null
  let lazyComing: ComponentType<Props> | null = null
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
  function comingPart(): ComponentType<Props> {
    lazyComing ??= lazy(async () => ({ default: await fetchPart() }))
    return lazyComing
  }
  function forgetFailure(): void {
    if (!hasFailed) return
    coming = null
    lazyComing = null
    hasFailed = false
  }

  // biome-ignore lint/correctness/noComponentHookFactories: like React's lazy, called once at the top of a module
  function Loaded(props: Props) {
    // NOTE what is here already is drawn at once: React keeps a suspended part hidden for a while
    const [Part] = useState(() => part ?? comingPart())
    return <Part {...props} />
  }
  // biome-ignore lint/correctness/noComponentHookFactories: like React's lazy, called once at the top of a module
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
  /** Fetches it before it is shown. A failure is shown later, in its place. */
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
  /** Opening it again tries it again. */
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
    // any other error belongs to the boundary around
    if (!(error instanceof PartNotLoaded)) throw error
    return this.props.failed(this.retry)
  }
}

interface PartFailedLineProps extends PartFailedProps {
  floats?: boolean
  onClose?: (() => void) | undefined
}

/** Plain elements only: the sign-in page has no theme, and nothing more may need fetching. */
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
