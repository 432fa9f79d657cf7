import { expect, test } from 'vitest'
import { dressPage } from './dress-page.ts'

const words = {
  callout: (kind: string) => `Callout ${kind}`,
  table: 'Table',
  play: (title: string) => `Play ${title}`,
  from: (host: string) => `From ${host}`,
}
const page = (html: string) => {
  const element = document.createElement('div')
  element.innerHTML = html
  return element
}

test('names call-outs in words, and again in other words', () => {
  const element = page('<aside data-callout="tip"><p>Drink water.</p></aside>')
  dressPage(element, words)
  dressPage(element, { ...words, callout: () => 'Tipp' })
  expect(element.querySelector('[role="note"]')?.textContent).toBe('TippDrink water.')
})

test('a wide table moves sideways by keyboard', () => {
  const element = page('<table><tbody><tr><td>a</td></tr></tbody></table>')
  dressPage(element, words)
  dressPage(element, words)
  const [region, ...more] = element.querySelectorAll<HTMLElement>('[role="region"]')
  expect([region?.tabIndex, region?.getAttribute('aria-label'), more.length]).toEqual([0, 'Table', 0])
})

test('loads a video only after it was selected, in a frame without rights', () => {
  const element = page('<figure data-video="https://v.example/1?a=b"><figcaption>Lifting</figcaption></figure>')
  dressPage(element, words)
  expect(element.querySelector('iframe')).toBeNull()
  expect(element.textContent).toContain('From v.example')
  element.querySelector('button')?.click()
  const frame = element.querySelector('iframe')
  expect(frame?.getAttribute('src')).toBe('/api/video-frame?address=https%3A%2F%2Fv.example%2F1%3Fa%3Db')
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
  expect(frame?.referrerPolicy).toBe('no-referrer')
  dressPage(element, words)
  expect(element.querySelector('button')).toBeNull()
})

test('makes no player of another kind of address', () => {
  for (const address of ['javascript:alert(1)', 'http://v.example/', 'x']) {
    const element = page(`<figure data-video="${address}"><figcaption>x</figcaption></figure>`)
    dressPage(element, words)
    expect(element.querySelector('button, iframe'), address).toBeNull()
  }
})
