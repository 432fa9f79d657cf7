import type { CertificateDesign } from '@learnt/contract/certificate-design'
import { expect, it } from 'vitest'
import { keyChange, newElement, turned, withElement } from './design-changes.ts'

const empty: CertificateDesign = {
  orientation: 'landscape',
  background: { color: '#ffffff', frame: null, fileId: null },
  elements: [],
}

it('moves and sizes an element by keys, mirrored where the page is, and keeps it in the page', () => {
  const qr = newElement(empty, 'qr', '')
  const design = { ...empty, elements: [qr] }
  const key = { key: 'ArrowRight', shiftKey: false, altKey: false }
  expect(keyChange(key, qr, 'ltr')).toEqual({ x: qr.x + 8, y: qr.y })
  expect(keyChange({ ...key, shiftKey: true }, qr, 'rtl')).toEqual({ x: qr.x - 1, y: qr.y })
  expect(keyChange({ ...key, key: 'ArrowDown', altKey: true }, qr, 'ltr')).toEqual({ width: 90, height: 98 })
  expect(keyChange({ ...key, key: 'Enter' }, qr, 'ltr')).toBeNull()
  expect(withElement(design, qr.id, { x: 5000, y: -3, width: 1 }).elements[0]).toMatchObject({
    x: 815,
    y: 0,
    width: 27,
  })
  const right = withElement(design, qr.id, { x: 752 })
  expect(turned(right, 'portrait').elements[0]).toMatchObject({ x: 505, width: 90 })
})
