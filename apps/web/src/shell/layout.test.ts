import { usualLayout } from '@learnt/contract/layout'
import { expect, it } from 'vitest'
import { layoutOf, merge } from './layout.ts'

it('lays a page’s own settings over the person’s, and leaves those as they are', () => {
  const own = merge(usualLayout, { style: 'layout2', toolbar: { position: 'above' } })
  const onPage = layoutOf(own, { chrome: 'full', layout: { mode: 'boxed', toolbar: { display: false } } })
  expect(onPage).toMatchObject({ style: 'layout2', mode: 'boxed', toolbar: { display: false, position: 'above' } })
  expect(layoutOf(own, { chrome: 'full' })).toEqual(own)
  expect(own.toolbar.display).toBe(true)
})

it('takes away what a page is without', () => {
  expect(layoutOf(usualLayout, { chrome: 'noToolbar' })).toMatchObject({
    toolbar: { display: false },
    navbar: { display: true },
  })
  const bare = layoutOf(merge(usualLayout, { footer: { display: true } }), { chrome: 'bare' })
  expect([bare.navbar, bare.toolbar, bare.footer, bare.leftSidePanel].map((part) => part.display)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
