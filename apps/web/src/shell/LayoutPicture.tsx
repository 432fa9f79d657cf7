import type { LayoutSettings } from '@learnt/contract/layout'

/** A small drawing of a layout. */
export function LayoutPicture({ style }: { style: LayoutSettings['style'] }) {
  return (
    <svg width="64" height="44" viewBox="0 0 64 44" aria-hidden="true" fill="currentColor">
      <rect x="0.5" y="0.5" width="63" height="43" rx="4" fill="none" stroke="currentColor" opacity="0.6" />
      {style === 'layout1' && (
        <>
          <rect x="3" y="3" width="14" height="38" rx="2" opacity="0.75" />
          <rect x="20" y="3" width="41" height="7" rx="2" opacity="0.45" />
          <rect x="20" y="13" width="41" height="28" rx="2" opacity="0.2" />
        </>
      )}
      {style === 'layout2' && (
        <>
          <rect x="3" y="3" width="58" height="6" rx="2" opacity="0.75" />
          <rect x="3" y="11" width="58" height="6" rx="2" opacity="0.45" />
          <rect x="3" y="20" width="58" height="21" rx="2" opacity="0.2" />
        </>
      )}
      {style === 'layout3' && (
        <>
          <rect x="10" y="3" width="44" height="6" rx="2" opacity="0.75" />
          <rect x="10" y="11" width="44" height="4" rx="2" opacity="0.45" />
          <rect x="10" y="18" width="44" height="23" rx="2" opacity="0.2" />
        </>
      )}
    </svg>
  )
}
