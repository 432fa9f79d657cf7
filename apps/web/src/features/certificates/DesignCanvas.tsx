import {
  type CertificateDesign,
  type CertificateField,
  type DesignElement,
  fillFields,
  fitLines,
  lineHeight,
  pageOfDesign,
  textIn,
} from '@learnt/contract/certificate-design'
import { directionOf, type Locale } from '@learnt/contract/locales'
import Box from '@mui/material/Box'
import { type PointerEvent as ReactPointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keyChange } from './design-changes.ts'
import { paperFonts, useMeasure } from './measure-text.ts'

interface DesignCanvasProps {
  design: CertificateDesign
  locale: Locale
  values: Readonly<Record<CertificateField, string>>
  /** Addresses of pictures by file. */
  addresses: ReadonlyMap<string, string>
  selected: string | null
  onSelect: (id: string | null) => void
  /** `isStep`: one of many of the same pull, which Undo takes back together. */
  onChange: (id: string, change: Partial<DesignElement>, isStep: boolean) => void
  onRemove: (id: string) => void
}

/** The page as the PDF will show it; elements are moved and sized by pointer and keyboard. */
export function DesignCanvas(props: DesignCanvasProps) {
  const { design, locale, selected, onSelect, addresses } = props
  const { t } = useTranslation('certificates')
  const page = pageOfDesign(design)
  const sheet = useRef<HTMLDivElement>(null)
  const direction = directionOf(locale)
  const background = design.background.fileId ? addresses.get(design.background.fileId) : undefined
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
        p: { xs: 1, sm: 2 },
        bgcolor: 'action.hover',
        overflowX: 'auto',
      }}
    >
      <Box
        ref={sheet}
        role="group"
        aria-label={t('design.page')}
        dir={direction}
        onPointerDown={(event) => event.target === event.currentTarget && onSelect(null)}
        sx={{
          position: 'relative',
          aspectRatio: `${page.width} / ${page.height}`,
          // hardly smaller than on paper, so that what is small can be hit: the page scrolls then
          minWidth: page.width * 0.9,
          maxWidth: page.height > page.width ? page.width : 'none',
          mx: 'auto',
          overflow: 'hidden',
          containerType: 'inline-size',
          boxShadow: 2,
          userSelect: 'none',
          fontFamily: paperFonts,
        }}
        style={{
          backgroundColor: design.background.color,
          ...(background
            ? { backgroundImage: `url("${background}")`, backgroundSize: 'cover', backgroundPosition: 'center' }
            : {}),
        }}
      >
        {design.background.frame && (
          <div
            aria-hidden
            style={{
              position: 'absolute',
              pointerEvents: 'none',
              inset: `${percent(20, page.width)}`,
              top: percent(20, page.height),
              bottom: percent(20, page.height),
              border: `${(3 / page.width) * 100}cqw solid ${design.background.frame}`,
            }}
          />
        )}
        {design.elements.map((element) => (
          <Element
            key={element.id}
            {...props}
            element={element}
            direction={direction}
            isSelected={selected === element.id}
            scale={() => page.width / (sheet.current?.getBoundingClientRect().width || page.width)}
          />
        ))}
      </Box>
    </Box>
  )
}

const percent = (points: number, of: number) => `${(points / of) * 100}%`

function Element({
  design,
  element,
  locale,
  values,
  addresses,
  direction,
  isSelected,
  scale,
  onSelect,
  onChange,
  onRemove,
}: DesignCanvasProps & {
  element: DesignElement
  direction: 'ltr' | 'rtl'
  isSelected: boolean
  /** Points of the page for each pixel of the screen. */
  scale: () => number
}) {
  const { t } = useTranslation('certificates')
  const page = pageOfDesign(design)
  const pull = (event: ReactPointerEvent<HTMLElement>, sizes: boolean) => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.preventDefault()
    onSelect(element.id)
    const target = event.currentTarget
    target.closest<HTMLElement>('[data-element]')?.focus()
    target.setPointerCapture(event.pointerId)
    const from = { x: event.clientX, y: event.clientY, element, points: scale() }
    let hasMoved = false
    const move = (next: PointerEvent) => {
      const dx = (next.clientX - from.x) * from.points * (direction === 'rtl' ? -1 : 1)
      const dy = (next.clientY - from.y) * from.points
      if (!hasMoved && Math.hypot(dx, dy) < 2) return
      const change = sizes
        ? { width: from.element.width + dx, height: from.element.height + dy }
        : { x: from.element.x + dx, y: from.element.y + dy }
      onChange(element.id, change, hasMoved)
      hasMoved = true
    }
    const end = () => {
      target.removeEventListener('pointermove', move)
      target.removeEventListener('pointerup', end)
      target.removeEventListener('pointercancel', end)
    }
    target.addEventListener('pointermove', move)
    target.addEventListener('pointerup', end)
    target.addEventListener('pointercancel', end)
  }
  const name = t('design.elementNamed', {
    kind: t(`design.kinds.${element.kind}`),
    text:
      'texts' in element
        ? (fillFields(textIn(element.texts, locale), values) ?? '')
        : element.kind === 'picture' && element.fileId === null
          ? t('design.noPicture')
          : '',
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a real button takes the pull of the pointer for a press of its own
    <div
      data-element={element.id}
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      aria-label={name}
      onFocus={() => onSelect(element.id)}
      onPointerDown={(event) => pull(event, false)}
      onKeyDown={(event) => {
        if (event.key === 'Delete' || event.key === 'Backspace') {
          event.preventDefault()
          return onRemove(element.id)
        }
        const change = keyChange(event, element, direction)
        if (!change) return
        event.preventDefault()
        onChange(element.id, change, event.repeat)
      }}
      style={{
        position: 'absolute',
        insetInlineStart: percent(element.x, page.width),
        top: percent(element.y, page.height),
        width: percent(element.width, page.width),
        height: percent(element.height, page.height),
        outline: isSelected ? '2px solid #1565c0' : '1px dashed rgba(100, 116, 139, 0.6)',
        cursor: 'move',
        touchAction: 'none',
      }}
    >
      <Content design={design} element={element} locale={locale} values={values} addresses={addresses} />
      {isSelected && (
        <span
          aria-hidden
          onPointerDown={(event) => pull(event, true)}
          style={{
            position: 'absolute',
            insetInlineEnd: -7,
            bottom: -7,
            width: 14,
            height: 14,
            background: '#1565c0',
            border: '2px solid #fff',
            borderRadius: 4,
            cursor: direction === 'rtl' ? 'nesw-resize' : 'nwse-resize',
            touchAction: 'none',
          }}
        />
      )}
    </div>
  )
}

function Content({
  design,
  element,
  locale,
  values,
  addresses,
}: Pick<DesignCanvasProps, 'design' | 'locale' | 'values' | 'addresses'> & { element: DesignElement }) {
  const { t } = useTranslation('certificates')
  switch (element.kind) {
    case 'text':
      return <Words {...{ design, element, locale, values }} height={element.height} />
    case 'picture':
      return <Picture src={element.fileId ? addresses.get(element.fileId) : undefined} empty={t('design.noPicture')} />
    case 'signature': {
      const line = element.size * lineHeight + 8
      const above = Math.max(1, element.height - line)
      return (
        <div style={{ height: '100%' }}>
          <div style={{ height: percent(above, element.height) }}>
            <Picture src={element.fileId ? addresses.get(element.fileId) : undefined} empty="" />
          </div>
          <div style={{ borderTop: `1px solid ${element.color}`, paddingTop: '2%' }}>
            <Words {...{ design, element, locale, values }} height={line} />
          </div>
        </div>
      )
    }
    case 'qr':
      return (
        <div
          style={{
            height: '100%',
            aspectRatio: '1',
            maxWidth: '100%',
            background: 'repeating-conic-gradient(#000 0 25%, #fff 0 50%) 0 0 / 22% 22%',
            border: '4px solid #fff',
          }}
        />
      )
  }
}

function Words({
  design,
  element,
  locale,
  values,
  height,
}: Pick<DesignCanvasProps, 'design' | 'locale' | 'values'> & {
  element: Extract<DesignElement, { kind: 'text' | 'signature' }>
  height: number
}) {
  const text = fillFields(textIn(element.texts, locale), values) ?? ''
  const measure = useMeasure(element.isBold)
  const { size, lines } = fitLines(text, { width: element.width, height, size: element.size }, measure)
  return (
    <div
      dir={directionOf(locale)}
      style={{
        color: element.color,
        fontSize: `${(size / pageOfDesign(design).width) * 100}cqw`,
        fontWeight: element.isBold ? 700 : 400,
        lineHeight,
        textAlign: element.align,
        // Broken where the PDF breaks them.
        whiteSpace: 'pre',
      }}
    >
      {lines.join('\n')}
    </div>
  )
}

function Picture({ src, empty }: { src: string | undefined; empty: string }) {
  if (!src) return <span style={{ fontSize: 12, color: '#475569' }}>{empty}</span>
  return <img src={src} alt="" draggable={false} style={{ width: '100%', height: '100%', objectFit: 'contain' }} />
}
