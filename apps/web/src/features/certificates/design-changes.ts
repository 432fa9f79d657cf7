import { type CertificateDesign, type DesignElement, pageOfDesign } from '@learnt/contract/certificate-design'

/** The design with one element changed. */
export function withElement(design: CertificateDesign, id: string, change: Partial<DesignElement>): CertificateDesign {
  return {
    ...design,
    elements: design.elements.map((one) =>
      one.id === id ? inPage(design, { ...one, ...change } as DesignElement) : one,
    ),
  }
}

export function withoutElement(design: CertificateDesign, id: string): CertificateDesign {
  return { ...design, elements: design.elements.filter((one) => one.id !== id) }
}

/** Standing or lying; what lies outside of the page then is brought back into it. */
export function turned(design: CertificateDesign, orientation: CertificateDesign['orientation']): CertificateDesign {
  const next = { ...design, orientation }
  return { ...next, elements: next.elements.map((one) => inPage(next, one)) }
}

/** As small as a finger hits. */
const least = 27

/** Whole points, no smaller than can be grabbed, and within the page. */
export function inPage(design: CertificateDesign, element: DesignElement): DesignElement {
  const page = pageOfDesign(design)
  const width = clamp(element.width, least, page.width)
  const height = clamp(element.height, least, page.height)
  return {
    ...element,
    width,
    height,
    x: clamp(element.x, 0, page.width - width),
    y: clamp(element.y, 0, page.height - height),
  }
}

function clamp(value: number, from: number, to: number): number {
  return Math.round(Math.min(to, Math.max(from, Number.isFinite(value) ? value : from)))
}

/** A new element in the middle of the page. */
export function newElement(design: CertificateDesign, kind: DesignElement['kind'], text: string): DesignElement {
  const page = pageOfDesign(design)
  const id = crypto.randomUUID().slice(0, 8)
  const at = (width: number, height: number) => ({
    id,
    x: Math.round((page.width - width) / 2),
    y: Math.round((page.height - height) / 2),
    width,
    height,
  })
  const look = {
    size: 16,
    isBold: false,
    align: 'center' as const,
    color: '#334155',
    texts: { en: text, de: '', ar: '' },
  }
  switch (kind) {
    case 'text':
      return { kind, ...at(320, 30), ...look }
    case 'signature':
      return { kind, ...at(220, 90), ...look, size: 12, fileId: null }
    case 'picture':
      return { kind, ...at(140, 90), fileId: null }
    case 'qr':
      return { kind, ...at(90, 90) }
  }
}

/** Where keys move an element to, or how they size it; null: another key. In a mirrored page left is farther from the start. */
export function keyChange(
  key: { key: string; shiftKey: boolean; altKey: boolean },
  element: DesignElement,
  direction: 'ltr' | 'rtl',
): Partial<DesignElement> | null {
  const step = key.shiftKey ? 1 : 8
  const along = direction === 'rtl' ? -1 : 1
  const [dx, dy] =
    key.key === 'ArrowLeft'
      ? [-step * along, 0]
      : key.key === 'ArrowRight'
        ? [step * along, 0]
        : key.key === 'ArrowUp'
          ? [0, -step]
          : key.key === 'ArrowDown'
            ? [0, step]
            : [0, 0]
  if (dx === 0 && dy === 0) return null
  return key.altKey
    ? { width: element.width + dx, height: element.height + dy }
    : { x: element.x + dx, y: element.y + dy }
}
